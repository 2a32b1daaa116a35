"""A person has read each line with the claims tied to it; remarks of ours are counted apart."""

from dataclasses import replace

import pytest

from atensi.judging.ledger import coverage
from atensi.judging.registry import claims
from proofs.engine.formula_checks import explained, of_known_size
from theory import reading
from theory.documents import tied
from theory.documents.document_statements import STATEMENTS
from theory.stating.terms import TermError
from theory.transcribing.passage import read

pytestmark = pytest.mark.meta


def test_the_coverage_counts_remarks_apart():
    for number, row in coverage().items():
        own = [each for each in STATEMENTS if each.document == number]
        assert row["statements"] + row["remarks"] == len(own)
        assert row["judged"] + row["not_checkable"] == row["statements"]
        assert row["remarks"] and row["not_checkable"] < row["judged"]


def test_a_tie_that_nobody_has_read_is_named():
    (bisector,) = (each for each in claims() if each.id == "kernel.bisector")
    assert not tied.unread([bisector])
    wrong = replace(bisector, sources=(*bisector.sources, "000:71/contextual"))
    assert tied.unread([wrong]) == [("kernel.bisector", "asserts", "000:71/contextual")]
    answers = replace(wrong, sources=bisector.sources, answers=("000:71/contextual",))
    assert tied.unread([answers]) == [("kernel.bisector", "answers", "000:71/contextual")]


def test_what_a_line_supposes_and_what_is_true_instead_are_read(monkeypatch):
    by_id = {each.id: each for each in claims()}
    hard, additive = by_id["lookup.hard-weights-are-one-hot"], by_id["scores.additive-as-printed"]
    supposed = replace(hard, supposed=dict.fromkeys(hard.sources, ("unique-maximum",)))
    departs = replace(additive, departs={})
    instead = replace(hard, repairs=(*hard.repairs, "softmax.ratio-of-scores"))
    assert not tied.unread([hard, additive])
    assert {does for _, does, _ in tied.unread([supposed, departs])} == {"asserts"}
    assert tied.unread([instead]) == [(hard.id, "repairs", "softmax.ratio-of-scores")]


def test_a_tie_is_read_anew_where_a_line_or_a_claim_says_something_else(monkeypatch):
    (sums,) = (each for each in claims() if each.id == "softmax.rows-sum-to-one")
    assert not tied.unread([sums])
    assert len(tied.unread([replace(sums, says="The weights sum to two.")])) == len(
        [*tied.ties(sums)]
    )
    changed = [
        replace(each, gist="It is otherwise.") if each.key == "002:38/sum" else each
        for each in STATEMENTS
    ]
    monkeypatch.setattr(tied, "STATEMENTS", changed)
    assert tied.unread([sums]) == [("softmax.rows-sum-to-one", "asserts", "002:38/sum")]


def test_a_letter_is_explained_where_it_stands_by_itself():
    check = explained("L", "d_{model}")
    check(read("dengan $L$ baris, $d_{model} = 4$, $X = L d_{model}$"))
    for wrong in ("$X = L d_{model}$, $L$", "$d_{model}$, $X \\leq L$"):
        with pytest.raises(TermError, match="nothing says what it is"):
            check(read(wrong))
    with pytest.raises(TermError, match="W has no size"):
        of_known_size("W")(read("$W$ dan $V \\in \\mathbb{R}^{d}$"))


def test_another_sentence_of_a_hypothesis_asks_for_a_reading():
    claim = next(each for each in claims() if each.hypotheses)
    (name, hypothesis), *_ = claim.hypotheses.items()
    other = {**claim.hypotheses, name: replace(hypothesis, says="Whatever is asked.")}
    assert not reading.unread([claim])
    changed = replace(claim, states=replace(claim.states, hypotheses=other))
    assert reading.unread([changed]) == [changed]
    assert reading.digest_of_statement(changed) == reading.digest_of_statement(claim)
