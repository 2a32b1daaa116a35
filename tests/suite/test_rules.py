"""Each rule does what its sentence says, and refuses a use that only looks right."""

import pytest
import sympy as sp

from proofs.engine.mean_value import climb
from proofs.engine.normal_form import is_zero, normal
from proofs.rules import (  # fmt: skip
    RULES,
    above_tangent,
    angles,
    cases,
    differentiate,
    first_apart,
    in_pairs,
    maximum,
    next_apart,
    powers,
    reindex,
    roots,
    sift,
    sift_within,
    sigma,
    some_kept,
    up_to,
)
from theory import letters
from theory.stating.families import numbers, table
from theory.stating.symbolic import ASSUMED, SOME_THERE, Above, place, symbolic
from theory.stating.terms import Applied
from theory.symbols import (
    RANGE,
    a,
    d,
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
x, y = family("x"), family("y")
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


def test_a_logarithm_opens_over_positive_factors_alone():
    nonzero = sp.Symbol("z", real=True, nonzero=True)
    assert is_zero(sp.log(r**2) - 2 * sp.log(r))
    assert not is_zero(sp.log(nonzero**2) - 2 * sp.log(nonzero))


def test_an_index_that_is_bound_is_not_differentiated_by():
    with pytest.raises(ValueError, match="give it another name"):
        normal(sp.Derivative(sum_over(i, x[i] ** 2), x[i]))


def test_a_maximum_of_two_opens():
    assert is_zero(maximum(sp.Max(t, c)) - (t + c + sp.Abs(t - c)) / 2)
    assert maximum(sp.Max(0, t)).subs(t, -3) == 0
    for other in (sp.Max(t, c, 1), sp.Min(t, c)):
        assert maximum(other) == other


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


def test_the_next_place_is_set_apart_of_whole_numbers_that_a_sum_binds():
    after = sum_over(j, Above(j - i) * x[j])
    rest = Above(j - i - 1) + sp.KroneckerDelta(j, i + 1)
    assert next_apart(after) == sum_over(j, rest * x[j])
    for other in (
        sum_over(j, Above(j - t) * x[j]),  # between two places
        sum_over(j, Above(2 * j - i) * x[j]),  # which may leave 1 out
        sum_over(k, Above(j - i) * x[k]),  # of no sum
        sp.Sum(Above(j - i) * x[j], (j, 0, n)),
    ):
        assert next_apart(other) == other


def test_equal_sums_are_one_in_a_tangent():
    mean = lambda place: t + sum_over(place, x[place])
    assert above_tangent(sp.exp(mean(i)) - 1 - mean(k))
    assert not above_tangent(sp.exp(mean(i)) - 1 - t - sum_over(k, 2 * x[k]))


def test_every_rule_has_its_sentence():
    assert set(RULES) == {
        "reindex", "sift", "powers", "angles", "below_one", "is_positive", "grows",
        "above_tangent", "termwise", "maximum", "differentiate", "cases",
        "unsigned", "roots", "first_apart", "in_pairs", "exchange", "keeps_order", "at_least_each",
        "decided", "exceeds_one", "outweighs", "up_to", "sift_within", "by_sign",
        "within_one", "some_kept", climb.__name__, "next_apart",
    }  # fmt: skip
    assert all(len(sentence.split()) > 3 for sentence in RULES.values())


def some_of(row):
    """Return whether a bit of a row is 1, as a derivation has it."""
    return symbolic(Applied(SOME_THERE, (table(row),)))


def test_what_is_kept_is_somewhere():
    kappa, other = (numbers(name, letters.n, domain="bit") for name in ("kappa", "theta"))
    some, bit = some_of(kappa), symbolic(kappa[letters.j]).base
    kept = sum_over(j, bit[j] * sp.exp(some * x[j]))
    assert some_kept(some * r * kept) == r * sum_over(j, bit[j] * sp.exp(x[j]))
    for alone in (
        some * sum_over(j, x[j]),  # of which no term is 0
        some + kept.xreplace({some: t}),  # beside a term
        some_of(other) * sum_over(j, bit[j] * x[j]),  # other bits
        some * sp.Sum(bit[j] * x[j], (j, 1, n - 1)),  # fewer places
        some * sum_over(j, bit[j] * x[i] + x[j]),  # in one term of two
        some * sum_over(i, bit[j] * x[i]),  # at one place
    ):
        assert some_kept(alone) == alone
    rows = some_of(numbers("kappa", letters.m, letters.n, domain="bit")[letters.i])
    inner = sum_over(i, sum_over(j, family("kappa", **ASSUMED["bit"])[i, j] * x[j]) * rows)
    assert not some_kept(inner).has(rows)
