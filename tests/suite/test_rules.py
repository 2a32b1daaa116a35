"""Each rule does what its sentence says, and refuses a use that only looks right."""

import pytest
import sympy as sp

from proofs.engine.derivation import Chain, StepError
from proofs.engine.normal_form import DECLARED, is_zero, normal
from proofs.rules import (  # fmt: skip
    RULES,
    above_tangent,
    angles,
    below_one,
    by_sign,
    cases,
    differentiate,
    first_apart,
    grows,
    in_pairs,
    is_nonnegative,
    is_positive,
    maximum,
    outweighs,
    pointwise,
    powers,
    reindex,
    rise,
    roots,
    sift,
    sift_within,
    sigma,
    termwise,
    unsigned,
    up_to,
    within_one,
)
from theory.stating.symbolic import FUNCTIONS, Above, place
from theory.symbols import (
    a,
    b,
    d,
    family,
    i,
    index,
    j,
    k,
    m,
    n,
    o,
    positive,
    real,
    sum_over,
    sum_to,
)

x, y = family("x"), family("y")
s = family("s", nonnegative=True)
c, t, r = real("c"), real("t"), positive("r")


def test_a_sum_is_reindexed_by_a_permutation():
    assert reindex(sum_over(j, sp.exp(x[sigma(j)]))) == sum_over(j, sp.exp(x[j]))


@pytest.mark.parametrize("summand", [j * x[sigma(j)], x[sigma(j)] * x[j], x[sigma(i)]])
def test_a_sum_with_its_index_outside_the_permutation_is_left_alone(summand):
    assert reindex(sum_over(j, summand)) == sum_over(j, summand)


def test_a_sum_over_another_range_is_left_alone():
    for limits in ((j, 1, d), (j, 2, n), (j, 1, n - 1)):
        total = sp.Sum(x[sigma(j)], limits)
        assert reindex(total) == total


def test_a_delta_picks_a_term():
    assert sift(sp.KroneckerDelta(i, j) * x[j], (j, sp.S.One, n), DECLARED) == x[i]


def test_a_delta_whose_index_may_lie_outside_the_sum_picks_nothing():
    unknown, one = sp.Symbol("u", integer=True), sp.S.One
    assert sift(sp.KroneckerDelta(unknown, j) * x[j], (j, one, n), DECLARED) is None
    assert sift(sp.KroneckerDelta(a, j) * x[j], (j, one, n), DECLARED) is None  # a runs to d
    assert sift(sp.KroneckerDelta(i, a) * x[a], (a, one, d), DECLARED) is None
    assert sift(sp.KroneckerDelta(i, j) * x[j], (j, sp.Integer(2), n), DECLARED) is None  # i = 1
    inner = sp.Sum(sp.KroneckerDelta(i, j) * x[j], (j, 1, n))
    assert not is_zero(sp.Sum(inner, (i, 1, m)) - sp.Sum(x[i], (i, 1, m)))  # false for m > n
    assert not is_zero(sp.Sum(inner.function, (j, 1, i), (i, 1, n)) - 2 * sum_over(i, x[i]))


def test_powers_of_a_positive_base_join():
    assert powers(r**t * r**c) == r ** (t + c)
    assert powers(c**t * c**r) == c**t * c**r


def test_a_sum_is_taken_two_terms_at_a_time_or_without_its_first():
    pairs = in_pairs(sp.Sum(x[j], (j, 1, 2 * m)))
    assert pairs == sp.Sum(x[2 * j - 1] + x[2 * j], (j, 1, m))
    assert first_apart(sum_over(j, x[j])) == x[1] + sp.Sum(x[j + 1], (j, 1, n - 1))
    assert first_apart(sp.Sum(x[j], (j, 1, 1))) == x[1]


def test_a_sum_that_may_be_odd_or_empty_is_left_alone():
    unknown = sp.Symbol("u", integer=True, nonnegative=True)
    for total in (sum_over(j, x[j]), sp.Sum(x[j], (j, 2, 2 * m)), sp.Sum(x[j], (j, 1, 2 * t))):
        assert in_pairs(total) == total
    for limits in ((j, 1, unknown), (j, 0, n), (j, 2, n)):
        assert first_apart(sp.Sum(x[j], limits)) == sp.Sum(x[j], limits)


def test_signs_follow_from_parts():
    assert is_positive(sum_over(j, sp.exp(x[j])))
    assert is_nonnegative((x[i] - x[k]) ** 2)
    assert is_nonnegative(1 - sp.KroneckerDelta(i, j))


@pytest.mark.parametrize("e", [x[i], x[i] - x[k], t**3, sp.exp(t) - 1, r - 1, sum_over(j, x[j])])
def test_a_sign_that_depends_on_the_case_is_not_shown(e):
    assert not is_nonnegative(e)
    assert not is_positive(e)


def test_sums_of_sums_are_reindexed_one_index_at_a_time():
    y = family("y")
    double = sp.Sum(y[sigma(i), k], (k, 1, n), (i, 1, n))
    assert reindex(double) == sp.Sum(y[i, k], (k, 1, n), (i, 1, n))
    mixed = sp.Sum(y[sigma(i), sigma(k)] * x[i], (k, 1, n), (i, 1, n))
    assert reindex(mixed) == sp.Sum(y[sigma(i), k] * x[i], (k, 1, n), (i, 1, n))


def test_angles_of_sums_open_and_squares_of_sines_go():
    assert angles(sp.sin(t) ** 3) == (1 - sp.cos(t) ** 2) * sp.sin(t)
    assert is_zero(sp.cos(t + c) - sp.cos(t) * sp.cos(c) + sp.sin(t) * sp.sin(c))
    assert is_zero(sum_over(j, sp.sin(x[j]) ** 2 + sp.cos(x[j]) ** 2) - n)
    assert not is_zero(sp.sin(t + c) - sp.sin(t) - sp.sin(c))
    assert not is_zero(sp.sin(t) ** 2 - sp.cos(t) ** 2)


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


def test_a_logarithm_opens_over_positive_factors_alone():
    nonzero = sp.Symbol("z", real=True, nonzero=True)
    assert is_zero(sp.log(r**2) - 2 * sp.log(r))
    assert not is_zero(sp.log(nonzero**2) - 2 * sp.log(nonzero))


def test_an_index_that_is_bound_is_not_differentiated_by():
    with pytest.raises(ValueError, match="give it another name"):
        normal(sp.Derivative(sum_over(i, x[i] ** 2), x[i]))


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


def test_a_maximum_of_two_opens():
    assert is_zero(maximum(sp.Max(t, c)) - (t + c + sp.Abs(t - c)) / 2)
    assert maximum(sp.Max(0, t)).subs(t, -3) == 0
    for other in (sp.Max(t, c, 1), sp.Min(t, c)):
        assert maximum(other) == other


def test_integrals_are_compared_point_by_point():
    below, above = (sp.Integral(e, (t, -r, r)) for e in (sp.exp(-(t**2)), sp.Integer(1)))
    assert pointwise(above - below)
    assert pointwise(r * above - r * below)
    assert is_nonnegative(below)
    assert not pointwise(below - above)
    assert not pointwise(above - r * below)
    assert not pointwise(above**2 - below * above)
    assert not pointwise(t * above)  # the t outside is another
    for limits in ((t, r, -r), (t, -r, c), (t,), (r, -1, 1)):  # the symbol r is positive
        assert not pointwise(sp.Integral(limits[0] + 1, limits))
        assert not is_nonnegative(sp.Integral(limits[0] ** 3, limits))
    assert not pointwise(above - sp.Integral(sp.exp(-(t**2)), (t, -1, 1)))


def test_the_integral_of_a_slope_is_the_rise():
    weight = 1 / (1 + sp.exp(-t))
    for primitive, ends, expected in (
        (weight, (-sp.oo, sp.oo), 1),
        (t**3 - c * t, (0, r), r**3 - c * r),
    ):
        assert rise(sp.Integral(sp.Derivative(primitive, t), (t, *ends))) == expected
    assert rise(sp.Integral(1, (t, -r, r))) == 2 * r


@pytest.mark.parametrize(
    ("primitive", "variable", "end"),
    [
        (-1 / t, t, 1),  # its slope 1/t² is positive, its rise is -2
        (sp.log(t**2), t, 1),
        (sp.Abs(t), t, 1),
        (sp.sqrt(t), t, 1),
        (t, t, sp.oo),
        (-1 / r, r, 1),  # the symbol r is positive, the interval is not
        (1 / (1 + c**2 * t**2), t, sp.oo),  # it rises from 0 to 0, but not where c = 0
    ],
)
def test_the_integral_of_a_slope_with_a_gap_is_left_alone(primitive, variable, end):
    slope = sp.Integral(sp.Derivative(primitive, variable), (variable, -end, end))
    assert rise(slope) == slope


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


def test_a_derivative_is_carried_out_where_no_sum_binds_its_index():
    total = sum_over(j, sp.exp(x[j]))
    assert differentiate(sp.Derivative(total, x[i]), None) == sum_over(
        j, sp.exp(x[j]) * sp.KroneckerDelta(i, j)
    )
    assert differentiate(sp.Derivative(total, x[i]), DECLARED) == sp.exp(x[i])
    captured = sp.Derivative(total, x[j])
    assert differentiate(captured, DECLARED) == captured


def test_the_cases_of_a_delta_are_opened_unless_a_sum_inside_binds_it():
    same = sp.KroneckerDelta(i, j)
    assert cases(sp.exp(same * t)) == same * sp.exp(t) + 1 - same
    bound = sp.exp(sum_over(j, same * x[j]))
    assert cases(bound) == bound


def test_a_positive_factor_is_taken_out_of_a_root():
    squares = lambda factor: sp.sqrt(sum_over(j, (factor * x[j]) ** 2))
    assert is_zero(squares(r) - r * squares(1))
    assert not is_zero(squares(c) - c * squares(1))  # c may be negative
    assert roots(sp.sqrt(r**2 * t + r**2)) == r * sp.sqrt(t + 1)


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


def test_a_delta_within_a_sum_picks_only_what_lies_in_the_range():
    c, b, r = (place(each) for each in ("c", "b", "r"))
    width, heads = place("w"), place("h")
    inner = sp.Sum(sp.KroneckerDelta(c, (r - 1) * width + b) * x[b], (b, 1, width), (r, 1, heads))
    whole = sp.Sum(inner * y[c], (c, 1, heads * width))
    assert sift_within(whole, {}) == sp.Sum(
        x[b] * y[(r - 1) * width + b], (b, 1, width), (r, 1, heads)
    )
    assert sift_within(sp.Sum(inner * y[c], (c, 1, width)), {}).has(sp.KroneckerDelta)
    captured = sp.Sum(inner * y[c] * x[b], (c, 1, heads * width))
    assert sift_within(captured, {}) == captured
    one = sp.Sum(sp.KroneckerDelta(c, b) * x[b], (b, 1, c))  # its end is the place that is picked
    triangle = sp.Sum(one * y[c], (c, 1, width))
    assert sift_within(triangle, {}) == triangle


def test_a_sum_ends_at_a_place_of_its_range_alone():
    last, bound = place("k"), place("j_")
    step = sp.Max(0, 1 - sp.Max(0, bound - last))
    whole = sp.Sum(step * x[bound], (bound, 1, n))
    assert up_to(whole, {last: (1, n)}) == sp.Sum(x[bound], (bound, 1, last))
    assert up_to(whole, {last: (1, n + 1)}) == whole
    assert up_to(whole, {}) == whole
    apart = sp.Sum(step * x[bound] + x[bound], (bound, 1, n))
    assert up_to(apart, {last: (1, n)}) == apart


def test_both_signs_leave_other_bars():
    u, v = sp.Symbol("u", real=True), sp.Symbol("v", real=True)
    bars = Above(-u) * sp.Abs(v) + sp.Abs(u)
    split = by_sign(bars)
    assert split.has(sp.Abs(v)) and not split.has(sp.Abs(u))
    assert by_sign(sp.Abs(u)) == sp.Abs(u)


def test_weights_carry_the_sign_of_positive_numbers_alone():
    bits = sp.IndexedBase("kappa", nonnegative=True)
    known = sp.Sum(bits[j], (j, 1, n))
    assert outweighs(sp.Sum(bits[j] * sp.exp(x[j]), (j, 1, n)), known)
    assert not outweighs(sp.Sum(bits[j] * x[j], (j, 1, n)), known)
    assert not outweighs(sp.Sum(bits[j] * sp.exp(x[j]), (j, 1, n - 1)), known)
    assert not outweighs(sp.Sum(x[j] * sp.exp(x[j]), (j, 1, n)), sp.Sum(x[j], (j, 1, n)))


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


def test_equal_sums_are_one_in_a_tangent():
    mean = lambda place: t + sum_over(place, x[place])
    assert above_tangent(sp.exp(mean(i)) - 1 - mean(k))
    assert not above_tangent(sp.exp(mean(i)) - 1 - t - sum_over(k, 2 * x[k]))


def test_every_rule_has_its_sentence():
    assert set(RULES) == {
        "reindex", "sift", "powers", "angles", "below_one", "is_positive", "grows",
        "above_tangent", "termwise", "pointwise", "rise", "maximum", "differentiate", "cases",
        "unsigned", "roots", "first_apart", "in_pairs", "exchange", "keeps_order", "at_least_each",
        "decided", "exceeds_one", "outweighs", "up_to", "sift_within", "by_sign",
        "within_one",
    }  # fmt: skip
    assert all(len(sentence.split()) > 3 for sentence in RULES.values())


def test_the_normal_form_decides_true_and_false_identities_alike():
    total = sum_over(j, sp.exp(x[j]))
    assert is_zero(sum_over(i, sp.exp(x[i]) / total) - 1)
    assert not is_zero(sum_over(i, sp.exp(2 * x[i]) / total) - 1)
    assert not is_zero(sp.exp(2 * x[i]) / sum_over(j, sp.exp(2 * x[j])) - sp.exp(x[i]) / total)
    assert is_zero(sum_over(i, sum_over(k, x[i] * x[k])) - sum_over(i, x[i]) ** 2)
    assert not is_zero(sum_over(i, x[i] ** 2) - sum_over(i, x[i]) ** 2)


def test_the_normal_form_agrees_with_sums_written_out():
    e = sum_over(i, (x[i] - sum_over(k, x[k]) / n) ** 2)
    for size in (1, 2, 4):
        out = e.subs(n, size).doit() - normal(e).subs(n, size).doit()
        assert sp.expand(out) == 0


def test_sums_are_exchanged_and_their_places_kept_apart():
    table, w = family("K"), index("w")
    whole = sum_over(a, sum_to(d, b, sum_to(m, w, table[a, b, w])))
    turned = sum_to(m, w, sum_over(a, sum_to(d, b, table[a, b, w])))
    squares = sum_to(m, w, sum_over(a, table[a, a, w]) ** 2)
    assert is_zero(whole - turned)
    assert is_zero(
        squares - sum_over(a, sum_to(d, b, sum_to(m, w, table[a, a, w] * table[b, b, w])))
    )
    assert not is_zero(whole - d * sum_over(a, sum_to(m, w, table[a, a, w])))
    assert not is_zero(whole - sum_over(a, sum_to(d, b, sum_to(m, w, table[b, a, w]))) * 2)
    assert not is_zero(squares - sum_over(a, sum_to(m, w, table[a, a, w] ** 2)))
    triangle = sum_over(a, sp.Sum(table[a, b, w], (b, 1, a), (w, 1, m)))
    assert not is_zero(triangle - sum_over(a, sp.Sum(table[b, a, w], (b, 1, a), (w, 1, m))))


def test_a_sum_of_one_term_is_that_term():
    y = family("y")
    assert is_zero(sum_to(1, a, y[i, a]) - y[i, 1])
    assert not is_zero(sum_to(2, a, y[i, a]) - y[i, 1])


def test_an_index_is_not_captured_in_an_exponent():
    K, row = family("K"), lambda place: sum_over(k, K[place, k])
    assert is_zero(sum_over(j, sp.exp(row(j))) - sum_over(i, sp.exp(row(i))))
    assert not is_zero(sum_over(j, sp.exp(row(j))) - sum_over(j, sp.exp(sum_over(k, K[k, k]))))
    diagonal = sp.Sum(sp.exp(sp.Sum(K[k, k], (k, 1, n))), (j, 1, n))
    assert not is_zero(sum_over(j, sp.exp(row(j))) - diagonal)


def test_sums_are_compared_in_one_order():
    X, W, V = (family(name) for name in ("X", "W", "V"))
    inner_first = sp.Sum(sp.Sum(X[i, a] * W[a, o], (a, 1, d)) * V[o, j], (o, 1, m))
    outer_first = sp.Sum(X[i, a] * sp.Sum(W[a, o] * V[o, j], (o, 1, m)), (a, 1, d))
    assert is_zero(inner_first - outer_first)
    assert is_zero(sp.exp(inner_first) - sp.exp(outer_first))
    turned = sp.Sum(X[i, a] * sp.Sum(W[o, a] * V[o, j], (o, 1, m)), (a, 1, d))
    wider = sp.Sum(X[i, a] * sp.Sum(W[a, o] * V[o, j], (o, 1, d)), (a, 1, m))
    assert not is_zero(inner_first - turned)
    assert not is_zero(inner_first - wider)


def test_the_order_of_sums_captures_no_index_of_an_inner_sum():
    K, v = family("K"), family("v")
    by_rows = sum_over(i, sum_over(j, sp.exp(sum_over(k, K[j, k])) * v[i, j]))
    by_columns = sum_over(i, sum_over(j, sp.exp(sum_over(k, K[k, j])) * v[i, j]))
    assert not is_zero(by_rows - by_columns)
    assert is_zero(by_rows - sum_over(j, sum_over(i, v[i, j]) * sp.exp(sum_over(k, K[j, k]))))


def test_a_sum_up_to_an_outer_index_keeps_its_order():
    triangle = sp.Sum(sp.Sum(x[a], (a, 1, o)), (o, 1, d))
    other = sp.Sum(sp.Sum(x[a], (o, 1, a)), (a, 1, d))
    assert not is_zero(triangle - other)
