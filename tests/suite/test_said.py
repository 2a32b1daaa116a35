"""A theorem of `said_CHAPTER.v` says what its claim says: its statement is the generated one."""

import re

import pytest

from atensi.formal.proof_tables import ROCQ, table
from proofs.engine.gallina import sayings
from proofs.engine.stated import claim_of
from theory.letters import i, j, n
from theory.softmax import f, softmax, x
from theory.stating.families import exp, numbers, slope, total
from theory.stating.gallina import UnsaidError, said
from theory.stating.statements import INFINITY, equal, line, states, to

ROWS = [each for each in table() if each.duties]


def in_source(theorem):
    text = (ROCQ / f"{theorem.file}.v").read_text(encoding="utf-8")
    found = re.search(rf"^Theorem {theorem.name} :\n(.*?)\.\nProof\.$", text, re.M | re.S)
    return found[1].split() if found else []


@pytest.mark.parametrize("theorem", ROWS, ids=lambda each: each.key)
def test_the_theorem_states_its_claim_word_for_word(theorem):
    generated = dict(sayings(claim_of(theorem.claim)))[theorem.name]
    assert not isinstance(generated, str), generated
    assert in_source(theorem) == generated.text.split()


def test_conditions_domains_and_open_places_are_said():
    positive = numbers("f", n, domain="positive")
    statement = states(equal(total(positive), x[i]), given=line(x[j], "≤", x[i]))
    text = said(statement, statement.said[0].links[0]).text
    for part in (
        "forall n : nat, (0 < n)%N ->",
        "forall i : 'I_n,",
        "(forall (at0 : 'I_n), 0 < f 0 at0) ->",
        "(forall (j : 'I_n), x 0 j <= x 0 i) ->",
        "\\sum_(s1 < n) (f 0 s1) = x 0 i :> R",
    ):
        assert part in text


def test_words_are_written_out():
    statement = states(equal(softmax(f)[i], 1))
    assert "softmax" not in said(statement, statement.said[0].links[0]).text


@pytest.mark.parametrize(
    "statement",
    [
        states(line(1 / n, to(n, INFINITY), 0)),
        states(equal(slope(exp(x[i]), x[i]), 1)),
        states(equal(x[i + 1], 1)),
    ],
)
def test_what_has_no_word_is_not_said(statement):
    with pytest.raises(UnsaidError):
        said(statement, statement.said[0].links[0])
