"""A sample of changed statements, fresh in every run: the evidence carries none but true ones."""

import random
from contextlib import suppress

import pytest

from atensi.judging.registry import claims
from proofs.engine.stated import claim_of
from tests.mutation.changed_statements import mutants
from tests.mutation.claims import (
    PAGE,
    RanOnError,
    changes,
    is_carried,
    is_shown,
    limited,
    page,
    tried_once,
    true_too,
)
from tests.mutation.wider_domains import wider
from theory.stating.exact import Case
from theory.stating.families import numbers, total
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index, size
from theory.stating.vocabulary import matrix

SAMPLE = 25  # claims, one changed statement of each
BOUND = [claim for claim in claims() if is_shown(claim)]
n = size("n")
x = numbers("x", n)

pytestmark = pytest.mark.meta


@pytest.mark.parametrize("draw", range(SAMPLE))
def test_a_changed_statement_loses_its_evidence(draw):
    claim = random.SystemRandom().choice(BOUND)
    assert is_carried(claim, claim.states), claim.id  # else nothing is tried below
    what, mutant = random.SystemRandom().choice(list(changes(claim)))
    listed = (claim.id, what) in true_too()
    assert listed or not tried_once(claim, mutant), f"draw {draw}: {claim.id} | {what}"


def test_evidence_that_runs_on_is_stopped():
    with pytest.raises(RanOnError), limited(0.1):
        while True:
            with suppress(Exception):  # as evidence does that asks whether a step can be taken
                sum(range(1000))


def test_what_is_listed_as_true_too_is_a_change_of_a_claim():
    changed = {claim.id: {what for what, _ in changes(claim)} for claim in BOUND}
    for (claim, what), reason in true_too().items():
        assert what in changed[claim], f"{claim} has no change '{what}'"
        assert reason


def test_the_page_says_what_was_tried_and_what_has_changed_since():
    now = "python -m tests.mutation.claims --page"
    assert PAGE.read_text(encoding="utf-8") == page(), f"write it again: {now}"


def test_everything_in_a_statement_is_changed():
    whole = states(
        line(total(x), "≤", 2, when=line(x[1], ">", 0)), line(1 / n, to(n, INFINITY), 0),
        given=line(total(x), "≠", 1),
    )  # fmt: skip
    changes = {what.split(": ", 1)[-1] for what, _ in mutants(whole)}
    for part in ("≤ to <", "2 to 1", "another limit", "without condition 0", "1 to 2"):
        assert any(part in what for what in changes), part


def test_every_entry_of_a_table_is_changed():
    table = matrix("M", ((1, 2), (3, 4)))
    k = index("k", term(2))
    whole = states(equal(table[k, 1] * table[1, k], table[k, 1]))
    (first, *others) = [each for each in mutants(whole) if each[0].startswith("entry")]
    assert first[0] == "entry (1, 1) of M" and len(others) == 3
    link = first[1].said[0].links[0]
    values = [Case({k: row}).value(side) for side in (link.left, link.right) for row in (1, 2)]
    assert values == [2 * 2, 3 * 2, 2, 3]


def test_what_a_bound_implies_is_no_mutant_of_it():
    weaker = {what for what, _ in mutants(states(line(x[1], "<", 1)))}
    assert not any("≤" in what or "1 to 2" in what for what in weaker if "right" in what)
    assert [what for what, _ in mutants(states(equal(n, n)))] == [
        "line 0: link 0: = to <", "line 0: link 0: = to >"
    ]  # fmt: skip


def test_a_domain_that_a_proof_needs_is_noticed():
    """Also where a claim that is cited asks for it; sigma is squared, and may be 0."""
    for name, what, carried in (
        ("lookup.retrieval-precision", "T: positive to nonnegative", False),
        ("encoder.rows-lose-their-spread", "P: nonnegative to real", False),
        ("kernel.squared-error-is-bias-and-variance", "sigma: positive to nonnegative", True),
    ):
        claim = claim_of(name)
        assert is_carried(claim, dict(wider(claim.states))[what]) is carried, what
        assert is_carried(claim, claim.states)  # as before
