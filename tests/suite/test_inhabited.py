"""Conditions must be met by some case: from contradictory ones anything would follow."""

import pytest

from proofs.engine.inhabited import example, found
from theory.letters import i, j, k, n
from theory.softmax import alpha, softmax, x
from theory.stating.exact import CaseError
from theory.stating.families import numbers, real, total
from theory.stating.statements import equal, line, states

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
