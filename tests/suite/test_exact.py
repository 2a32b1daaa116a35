"""Exact numbers are compared without doubt, also where their difference is 0 in disguise."""

import pytest
import sympy as sp

from theory.stating.known_digits import compare

NOTHING = sp.cos(1) ** 2 + sp.sin(1) ** 2 - 1
pytestmark = pytest.mark.meta


@pytest.mark.parametrize("function", [sp.tanh, sp.sinh, sp.erf, sp.sin, sp.Abs, sp.log])
def test_nothing_in_disguise_is_nothing_also_within_a_function(function):
    number = function(NOTHING + int(function is sp.log)) * 10**60
    assert compare(number, "=", sp.S.Zero) and compare(number, "≤", sp.S.Zero)


def test_the_sign_of_a_small_number_is_known():
    assert compare(sp.exp(-1000), ">", sp.S.Zero)
    assert compare(sp.exp(NOTHING) - 1 + sp.exp(-500), ">", sp.S.Zero)
    assert compare(sp.tanh(1), "<", 1 - sp.exp(-2))
