"""Sums of floats, in the orders of which the claims speak."""

from functools import reduce
from operator import add

from proofs.engine.elsewhere import stands_for


@stands_for("computed_sum")
def added(row):
    return reduce(add, map(float, row), 0.0)


@stands_for("computed_sum_backwards")
def added_backwards(row):
    return added([*row][::-1])


@stands_for("computed_sum_by_halves")
def by_halves(row):
    """Return the sum of the first half, which is the shorter one, plus that of the rest."""
    if len(row) == 1:
        return float(row[0])
    middle = len(row) // 2
    return by_halves(row[:middle]) + by_halves(row[middle:])


@stands_for("computed_padded_sum")
def padded(row):
    return by_halves([*row, 0.0])
