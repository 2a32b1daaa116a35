"""Rules of signs and order: what they show, and what they leave open."""

import pytest
import sympy as sp

from proofs.engine.derivation import Chain, StepError
from proofs.engine.normal_form import normal
from proofs.rules import (  # fmt: skip
    above_tangent,
    below_one,
    by_sign,
    grows,
    is_nonnegative,
    is_positive,
    outweighs,
    termwise,
    unsigned,
    within_one,
)
from theory.stating.symbolic import FUNCTIONS, Above
from theory.symbols import (
    RANGE,
    a,
    family,
    i,
    j,
    k,
    m,
    n,
    positive,
    real,
    sum_over,
)

DECLARED = {place: (sp.S.One, last) for place, last in RANGE.items()}
x = family("x")
s = family("s", nonnegative=True)
c, t, r = real("c"), real("t"), positive("r")


def test_signs_follow_from_parts():
    assert is_positive(sum_over(j, sp.exp(x[j])))
    assert is_nonnegative((x[i] - x[k]) ** 2)
    assert is_nonnegative(1 - sp.KroneckerDelta(i, j))


@pytest.mark.parametrize("e", [x[i], x[i] - x[k], t**3, sp.exp(t) - 1, r - 1, sum_over(j, x[j])])
def test_a_sign_that_depends_on_the_case_is_not_shown(e):
    assert not is_nonnegative(e)
    assert not is_positive(e)


def test_a_cosine_is_below_one_at_whole_numbers_alone():
    k_, even = sp.Symbol("k", integer=True, positive=True), sp.Symbol("z", integer=True)
    assert is_positive(3 - 3 * sp.cos(k_))
    assert below_one(1 - sp.cos(k_))
    assert not is_positive(sp.cos(k_) - 1)
    for argument in (even, r, t):  # 0 is an integer; 2π is positive
        assert not is_positive(1 - sp.cos(argument))


def test_a_sum_that_may_be_empty_or_count_from_elsewhere_has_no_sign():
    for limits in ((j, 2, n), (j, n + 1, m), (j, 1, n - 1)):
        assert not is_positive(sp.Sum(sp.exp(x[j]), limits))
    for limits in ((j, -5, 1), (j, 0, n)):  # the symbol j is positive
        assert not is_nonnegative(sp.Sum(j, limits))
    assert normal(sp.Sum(1, (j, n + 2, m))) != m - n - 1  # an empty sum is 0


def test_the_exponential_grows():
    assert is_positive(sp.exp(c) - sp.exp(c - r))
    assert not is_positive(sp.exp(c) - sp.exp(c - s[j]))
    assert grows(sp.exp(c) - sp.exp(c - s[j]))
    assert grows(1 - sp.exp(-s[j]))
    assert grows(sp.exp(r) - sp.exp(r * n / (n + r)))
    assert not grows(sp.exp(r * n / (n + r)) - sp.exp(r))
    assert not grows(sp.exp(c) - sp.exp(t))
    assert not grows(sp.exp(-s[j]) - 1)
    assert not grows(sp.exp(c) - 2 * sp.exp(c - s[j]))


def test_the_exponential_lies_above_its_tangent():
    assert above_tangent(sp.exp(t) - 1 - t)
    assert above_tangent(r * sp.exp(-t) - r + r * t)
    assert above_tangent(sp.exp(r) - 1 - r, strictly=True)
    assert not above_tangent(sp.exp(t) - 1 - t, strictly=True)  # t may be zero
    assert not above_tangent(sp.exp(t) - 1 - 2 * t)
    assert not above_tangent(t + 1 - sp.exp(t))


def test_sums_are_compared_term_by_term():
    assert termwise(n - sum_over(j, sp.exp(-s[j])))
    assert not termwise(sum_over(j, sp.exp(-s[j])) - n)
    assert not termwise(n - sum_over(j, sp.exp(x[j])))
    assert not termwise(n**2 - sum_over(j, sp.exp(-s[j])) * n + sum_over(a, s[a]))


F = family("f", positive=True)
PLAIN, OTHER, BOTH = (sum_over(j, e) for e in (x[j], F[j], x[j] * F[j]))


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [
        (sum_over(j, x[j] ** 2), PLAIN**2 / n),  # at x = (1, -1)
        (BOTH, PLAIN * OTHER / n),  # neither way round
        (PLAIN * OTHER / n, BOTH),
        (OTHER, sum_over(j, F[j] ** 2) ** 2 / sum_over(j, F[j] ** 3)),  # at f = (1, 2)
        (0, x[j] * PLAIN),  # the j outside is another
        (n - 1, sum_over(j, s[j])),
    ],
)
def test_a_false_inequality_of_sums_is_refused(smaller, larger):
    with pytest.raises(StepError):
        Chain(smaller).at_most(larger, "false").check()
    with pytest.raises(StepError):
        Chain(larger).at_least(smaller, "false").check()


def test_bars_are_left_out_where_a_sign_is_shown():
    total = sum_over(j, s[j])
    assert unsigned(sp.Abs(s[i] - total), DECLARED) == total - s[i]
    for left in (sp.Abs(t), sp.Abs(total - 2 * s[i]), sp.Abs(sum_over(j, x[j]) - x[i])):
        assert unsigned(left, DECLARED) == left
    other = sp.Abs(total - s[a])  # a may run further than j
    assert unsigned(other, DECLARED) == other


def test_a_logarithm_of_at_least_one_is_not_negative():
    assert is_nonnegative(sp.log(1 + sum_over(j, s[j])))
    assert not is_nonnegative(sp.log(1 + t))
    assert not is_nonnegative(sp.log(r))


def test_rounding_keeps_order():
    fl = FUNCTIONS["fl"]
    assert is_nonnegative(fl(t + r) - fl(t))
    for e in (fl(t) - fl(t + r), fl(t + r) - fl(c), fl(t + r) + fl(t), fl(t + r) - t):
        assert not is_nonnegative(e)
    assert not is_positive(fl(t + r) - fl(t))  # a small r is rounded away


def test_the_larger_of_two_is_at_least_each():
    u, v = sp.symbols("u v", real=True)
    larger = sp.Max(u, v)
    assert is_nonnegative(larger - u) and is_nonnegative(larger - v + u**2)
    for e in (u - larger, larger + u, larger - u - v, 2 * larger - u, larger - u - 1):
        assert not is_nonnegative(e)
    assert not is_positive(larger - u)  # they may be equal


def test_a_sign_in_both_cases_of_a_delta_is_shown():
    same = sp.KroneckerDelta(i, j)
    assert is_positive(same * sp.exp(t) + (1 - same) * r)
    assert not is_nonnegative(same * t + (1 - same) * r)
    assert not is_nonnegative(1 - 2 * sp.exp(-same))
    assert not is_nonnegative(sum_over(j, same) - n * same)  # false for i = j and n > 1


def test_a_sign_is_shown_in_both_cases_of_a_delta():
    same = sp.KroneckerDelta(i, j)
    assert is_positive(sum_over(j, same * r + (1 - same) * sp.exp(t)))
    assert is_nonnegative(same * t**2 + (1 - same) * s[j])
    for wrong in (same * r, same - (1 - same) * r, same * r - (1 - same) * sp.exp(t)):
        assert not is_positive(wrong)
    assert not is_nonnegative(sp.exp(sum_over(j, same * x[j])) - 1)


def test_both_signs_leave_other_bars():
    u, v = sp.Symbol("u", real=True), sp.Symbol("v", real=True)
    bars = Above(-u) * sp.Abs(v) + sp.Abs(u)
    split = by_sign(bars)
    assert split.has(sp.Abs(v)) and not split.has(sp.Abs(u))
    assert by_sign(sp.Abs(u)) == sp.Abs(u)


def test_weights_carry_the_sign_of_positive_numbers_alone():
    bits = family("kappa", nonnegative=True)
    known = sp.Sum(bits[j], (j, 1, n))
    assert outweighs(sp.Sum(bits[j] * sp.exp(x[j]), (j, 1, n)), known)
    assert not outweighs(sp.Sum(bits[j] * x[j], (j, 1, n)), known)
    assert not outweighs(sp.Sum(bits[j] * sp.exp(x[j]), (j, 1, n - 1)), known)
    assert not outweighs(sp.Sum(x[j] * sp.exp(x[j]), (j, 1, n)), sp.Sum(x[j], (j, 1, n)))


def test_one_of_several_weights_is_positive_where_their_sum_is():
    p, q = (sp.Sum(family(name, nonnegative=True)[j], (j, 1, n)) for name in ("p", "q"))
    heavy = lambda total, factor: sp.Sum(total.function * factor, *total.limits)
    assert outweighs(r * heavy(p, sp.exp(x[j])) + heavy(q, sp.exp(t)), p + q)
    assert not outweighs(heavy(p, sp.exp(x[j])), p + q)
    assert not outweighs(heavy(p, sp.exp(x[j])) - heavy(q, sp.exp(t)), p + q)
    assert not outweighs(heavy(p, sp.exp(x[j])) + heavy(q, x[j]), p + q)


def test_the_hyperbolic_tangent_lies_between_minus_one_and_one():
    bend, other = sp.tanh(t), sp.tanh(s)
    assert within_one(1 - bend)
    assert within_one(1 + bend)
    assert within_one(2 * r - r * bend + r * other)
    assert not within_one(1 - 2 * bend)
    assert not within_one(r - bend)
    assert not within_one(sp.sinh(t) + 1)
    first, last = (sp.Sum(sp.tanh(x[j]) ** power, (j, 1, n)) for power in (0, 1))
    assert not within_one(1 + first * last - last * first.subs(n, 2))
