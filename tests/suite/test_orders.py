"""Three floats whose sum depends on the order, and padding with a zero that changes the order."""

from fractions import Fraction

import numpy as np
import pytest

from theory.rounding.formats import FORMATS

NAMES = ("float16", "float32", "float64")


def halved(x):
    """Return a sum by halves, as a pairwise summation adds."""
    if len(x) == 1:
        return x[0]
    middle = len(x) // 2
    return halved(x[:middle]) + halved(x[middle:])


def one_and_two_halves_of_a_step(name):
    """Return 1, u, u: below half a step each, a whole step together."""
    return np.asarray([1, *2 * (Fraction(1, 2 ** FORMATS[name].bits),)]).astype(name)


@pytest.mark.parametrize("name", NAMES)
def test_two_orders_of_three_numbers_give_different_bits_within_both_bounds(name):
    x, u = one_and_two_halves_of_a_step(name), Fraction(1, 2 ** FORMATS[name].bits)
    one, other = (Fraction(float(t)) for t in ((x[0] + x[1]) + x[2], x[0] + (x[1] + x[2])))
    assert (one, other) == (1, 1 + 2 * u)
    both = 2 * ((1 + u) ** 2 - 1) * (1 + 2 * u)  # floats.two-orders-of-a-sum, of two levels
    assert other - one <= both
    assert other - one > both / 4, "the bound is near: a fourth of it is too little"


@pytest.mark.parametrize("name", NAMES)
def test_two_numbers_have_no_second_result(name):
    one, u, _ = one_and_two_halves_of_a_step(name)
    assert one + u == u + one


@pytest.mark.parametrize("name", NAMES)
def test_padding_with_a_zero_adds_in_another_order_and_changes_bits(name):
    x = one_and_two_halves_of_a_step(name)
    padded = np.append(x, x.dtype.type(0))
    assert halved(x) == 1 + 2 * x[1]
    assert halved(padded) == 1
