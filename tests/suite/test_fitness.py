"""What a term needs to have a value, and what conditions show of it."""

import pytest
import sympy as sp

from proofs.engine.derivation import _shown
from proofs.engine.fitness import is_fit
from proofs.rules import is_nonnegative, is_positive
from theory.symbols import a as place
from theory.symbols import d, family, i, positive, real, sum_over

x = family("x")
c, t = positive("c"), real("t")
mean = sum_over(place, x[place]) / d
deviation = sum_over(place, (x[place] - mean) ** 2)
SQUARES, SUM = sum_over(place, x[place] ** 2), sum_over(place, x[place])
NORMAL = [(SQUARES - d, "="), (SUM, "=")]


@pytest.mark.parametrize(
    "needed", [deviation, c**2 * deviation / d, sum_over(place, (x[place] - mean) * x[place])]
)
def test_a_condition_shows_the_sign_of_each_positive_multiple(needed):
    known = [(deviation / d, ">")]
    assert is_fit(">", needed, known)
    assert is_fit("≠", sp.sqrt(needed), known)
    assert is_fit("≠", -needed, known)


@pytest.mark.parametrize("needed", [-deviation, t * deviation, deviation - 1, SQUARES])
def test_a_condition_shows_no_sign_of_anything_else(needed):
    assert not is_fit(">", needed, [(deviation / d, ">")])


def test_equations_of_sums_show_what_a_divisor_is():
    assert is_fit(">", deviation, NORMAL)
    assert not is_fit(">", deviation, NORMAL[1:])
    assert not is_fit(">", deviation, [(SQUARES - t, "="), (SUM, "=")])
    assert not is_fit("≠", x[i], NORMAL)


def test_a_difference_that_is_zero_has_no_sign_but_is_not_negative():
    gap = SUM - d * mean
    assert _shown(is_nonnegative)(gap, None)
    assert not _shown(is_positive)(gap, None)
