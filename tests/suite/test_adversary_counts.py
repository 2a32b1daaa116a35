"""Counts that are those of one way through the code, or of fewer products: false ones came through.

What is counted is named in the formula: multiplications in matrix products. Entries that are
multiplied one by one are in none, whether code or a formula multiplies them.
"""

import pytest

from impl.softmax import softmax
from proofs.engine import size_runs
from proofs.engine.stated import saying
from proofs.engine.witness import EvidenceError
from theory.letters import i, n
from theory.softmax.words import softmax as said_softmax
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp
from theory.stating.printed import printed
from theory.stating.relations import sized
from theory.stating.statements import states

X, Y, CLAIM = numbers("x", n), numbers("y", n), "encoder.costs"
WEIGHTS = every(i, entry=said_softmax(X)[i])


def counted(said, **runs):
    with saying(CLAIM, said):
        return size_runs.run(CLAIM, 0, runs)


def more_if_positive(row):
    p = softmax(row)
    if bool(row.__array_namespace__().any(row > 0)):
        p @ p
    return p


def more_alone(row):
    p = softmax(row)
    if row.shape[0] == 1:
        p @ p
    return p


def more_if_infinite(row):
    p, xp = softmax(row), row.__array_namespace__()
    if not bool(xp.all(xp.isfinite(row))):
        p @ p
    return p


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (more_if_positive, "takes 0 products or n, as the numbers are"),
        (more_alone, "where all sizes are 1, softmax takes 1 products"),
    ],
)
def test_a_count_is_that_of_every_way_that_the_code_takes(code, why):
    none = states(sized(WEIGHTS, n, multiplications=0 * n))
    assert counted(none, softmax=softmax).calls
    with pytest.raises(EvidenceError, match=why):
        counted(none, softmax=code)


def test_a_way_that_no_real_number_takes_is_not_counted():
    assert counted(states(sized(WEIGHTS, n, multiplications=0 * n)), softmax=more_if_infinite).calls


@pytest.mark.parametrize(
    "formula",
    [every(i, entry=X[i] * Y[i]), every(i, entry=total(X) * Y[i]), total((X * Y).map(exp))],
    ids=["entry by entry", "a number and a row", "within a sum, and not summed"],
)
def test_a_product_that_no_sum_adds_up_is_none_of_matrices(formula):
    """The code's are not counted; of a formula they were, so two counts had one name."""
    lasts = getattr(formula, "lasts", ())
    with pytest.raises(EvidenceError, match="none of matrices"):
        counted(states(sized(formula, *lasts, multiplications=n)))
    assert counted(states(sized(formula, *lasts)))


def test_a_formula_says_which_multiplications_it_counts():
    said = states(sized(total(X * Y * Y), multiplications=2 * n))
    assert counted(said)
    assert r"\#\text{multiplications in matrix products} = 2 n" in printed(said)
