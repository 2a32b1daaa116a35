"""Conditions must be met by some case: from contradictory ones anything would follow."""

import pytest

from atensi.judging.outcomes import Met
from atensi.judging.registry import searches
from atensi.judging.verdict import OPEN, PROVED
from proofs.engine.evidence import by_search
from proofs.engine.inhabited import example, found, suppositions
from proofs.engine.stated import claim_of, saying
from tests.suite.test_verdict import claim, evidence, word
from theory.letters import i, j, k, n
from theory.softmax.words import alpha, softmax, x
from theory.stating.families import numbers, total
from theory.stating.known_digits import CaseError
from theory.stating.relations import equal, exactly, line
from theory.stating.statements import states
from theory.stating.variables import real

y, p = real("y"), numbers("p", n, domain="nonnegative")


@pytest.mark.parametrize(
    "statement",
    [
        states(line(x[i], "≥", x[k]), given=line(x[i], ">", x[k])),
        states(line(p[i], "≤", 1), given=line(total(p), "=", 1)),
        states(line(alpha[i], ">", 0), given=(line(alpha[j], ">", 0), line(alpha[j], "≤", 1))),
    ],
)
def test_a_case_is_found(statement):
    assert example(statement)


def test_conditions_that_contradict_each_other_have_no_case():
    never = (line(y, ">", 1), line(y, "<", 1))
    assert example(states(equal(y, y + 1), given=never)) is None
    with pytest.raises(CaseError, match="no case in"):
        found(states(equal(y, y + 1), given=never))


def test_a_case_at_which_the_statement_is_false_is_none():
    assert example(states(line(softmax(x)[i], ">", 1), given=line(y, ">", 0))) is None


NEVER = (line(y, ">", 1), line(y, "<", 0))
SHIFT = "softmax.shift-invariance"


def test_what_a_relation_supposes_must_be_met_by_some_case():
    supposed = states(equal(y, y), equal(y, y + 1, when=NEVER))
    assert suppositions(supposed) == [1]
    assert example(supposed) and example(supposed, supposed_by=1) is None
    with saying(SHIFT, supposed), pytest.raises(CaseError, match="no case in"):
        by_search(claim_of(SHIFT), 1).run()
    once = states(equal(y, y), equal(y, y + 1 - 1, when=NEVER[:1]))
    with saying(SHIFT, once):
        assert by_search(claim_of(SHIFT), 1).run().supposed_by == (1,)


def test_what_is_supposed_may_contradict_the_conditions():
    apart = states(equal(y, y + 1, when=NEVER[:1]), given=NEVER[1])
    assert example(apart) and example(apart, supposed_by=0) is None


def test_both_sides_of_an_equivalence_are_met():
    assert suppositions(states(exactly(line(y, ">", 0), line(2 * y, ">", 0)))) == [0, 1]
    always = states(exactly(line(y**2, "≥", 0), line(y, "=", y)))
    assert example(always, supposed_by=0) and example(always, supposed_by=1) is None


def test_a_relation_whose_supposition_nothing_meets_is_open():
    supposed = claim(states=states(equal(y, y + 1, when=NEVER)))
    assert word([supposed], [evidence("derivation")]) == OPEN
    met = evidence("inhabited", finding=Met({"y": "2"}, (0,)))
    assert word([supposed], [evidence("derivation"), met]) == PROVED
    elsewhere = evidence("inhabited", finding=Met({"y": "2"}, (1,)))
    assert word([supposed], [evidence("derivation"), elsewhere]) == OPEN
    assert [piece.supposed_by for piece in searches([supposed])] == [0]
