"""Terms as numbers: decimals where their exponents suffice, those of mpmath beyond."""

from decimal import Decimal, localcontext

import mpmath
import pytest

from theory.fifty_digits import mp
from theory.letters import m, n
from theory.rounding.bounds import SUBNORMAL
from theory.stating.families import every, numbers, total
from theory.stating.numeric import Numeric, _context, _rounded
from theory.stating.operations import delta, erf, exp, log, pi, sqrt, tanh
from theory.stating.variables import index, real

pytestmark = pytest.mark.meta
x, y, i, j = real("x"), real("y"), index("i", m), index("j", n)
rows, weights = numbers("A", m, n), numbers("w", n)
ROWS, WEIGHTS = [[1, 2, 3], [4, 5, 6]], [mp.mpf(1) / 2, 1, 2]


def test_sums_of_sums_at_places():
    weighed = every(i, entry=total(every(j, entry=rows[i, j] * weights[j])))
    whole = Numeric(weighed[i] / total(weighed))
    found = whole.at({rows: ROWS, weights: WEIGHTS, m: 2, n: 3}, [{i: 2}, {i: 1}])
    assert found == [mp.mpf(38) / 55, mp.mpf(17) / 55]


@pytest.mark.parametrize("size", [1, 10**3, 10**20])
def test_each_operation_is_that_of_mpmath(size):
    """At 10²⁰ the exponential has an exponent that no decimal has."""
    whole = Numeric(exp(x) * sqrt(x) - log(x) / y + abs(-x) ** 3)
    value, other = mp.mpf(size) / 7, mp.mpf(3) / 11
    with mp.workprec(2 * mp.prec):
        want = mp.exp(value) * mp.sqrt(value) - mp.log(value) / other + abs(-value) ** 3
    found = whole.once({x: value, y: other})
    assert abs(found - want) <= abs(want) * mp.mpf(2) ** -(mp.prec - 1)


def test_what_nearly_cancels_keeps_its_digits():
    tiny = SUBNORMAL["float32"]
    found = Numeric(exp(x) - 1).once({x: tiny})
    assert abs(found - mp.expm1(tiny)) <= tiny * mp.mpf(2) ** -(mp.prec - 2)


def test_sizes_are_numbers_and_divide_as_such():
    assert Numeric(m / n).once({m: 10**30, n: 1}) == 10**30
    big = mp.mpf(10) ** (10**19)  # beyond decimals
    assert Numeric(x * (m / n)).once({x: big, m: 1, n: 3}) == big / 3


def test_what_no_decimal_has_is_computed_by_mpmath():
    found = Numeric(tanh(x) * erf(x / pi)).once({x: mp.mpf(3)})
    assert abs(found - mp.tanh(3) * mp.erf(3 / mp.pi)) <= mp.mpf(2) ** -(mp.prec - 3)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_decimal_becomes_the_nearest_number_and_the_even_one_of_two(sign):
    wide, little = sign * 2**mp.prec, sign * Decimal(10) ** -40  # numbers are two apart there
    with localcontext(_context(mp.prec)):
        asked = [wide + sign, wide + sign + little, wide + 3 * sign - little, wide + 3 * sign]
        found = [_rounded(Decimal(each)) for each in (*asked, 0, sign * 3)]
    assert found == [*(wide + sign * each for each in (0, 2, 2, 4)), 0, sign * 3]


def test_what_is_no_number_is_refused():
    with pytest.raises(TypeError, match="is no number"):
        Numeric(delta(i, j))


@pytest.mark.parametrize("digits", [3, 400])
def test_what_sets_the_shared_context_of_mpmath_changes_no_digit(digits):
    third, quotient = mp.mpf(1) / 3, exp(x) / y
    before = Numeric(quotient).once({x: third, y: 7})
    with mpmath.workdps(digits):
        assert Numeric(quotient).once({x: third, y: 7}) == before
