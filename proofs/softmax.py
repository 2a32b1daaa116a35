"""Why the claims on softmax hold, or fail.

Method: derivations for all n; exact runs of `impl` at n = 1, 2, 3; witnesses in exact numbers, and
in floats for the claims on floats.
"""

import numpy as np
import sympy as sp

from impl.softmax import softmax as softmax_of
from proofs.arrays import symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity
from proofs.rules import reindex, sigma
from theory.softmax import masked, ratio, weighed, weight
from theory.symbols import at, family, i, j, k, l, n, nonnegative, positive, real, sum_over

x, v, t = family("x"), family("v"), family("t")
c, beta = real("c"), positive("beta")
p = lambda index: weight(x, index)  # noqa: E731  (reads like the formula)


@exact_run("softmax.definition")
def softmax_is_the_printed_formula():
    for size in (1, 2, 3):
        ours = softmax_of(symbols.entries(x, size)).tolist()
        yield f"n = {size}", ours, [at(p(i), n=size, i=place + 1) for place in range(size)]
    rows = family("X")
    ours = softmax_of(symbols.entries(rows, 2, 2)).data.ravel().tolist()
    printed = [
        at(weight(lambda col, row=row: rows[row, col], i), n=2, i=col)
        for row in (1, 2)
        for col in (1, 2)
    ]
    yield "2 rows of n = 2", ours, printed


@derivation(
    "softmax.rows-sum-to-one",
    wrong=lambda: Chain(sum_over(i, p(i) ** 2)).equals(1, "squares of weights"),
)
def rows_sum_to_one():
    total = sum_over(j, sp.exp(x[j]))
    return (
        Chain(sum_over(i, p(i)))
        .equals(sum_over(i, sp.exp(x[i])) / total, "the denominator does not depend on i")
        .equals(1, "numerator and denominator are the same sum")
    )


@counterexample("softmax.rows-sum-to-one-in-floats")
def ten_equal_weights():
    # Ten copies of the float nearest to 1/10, added one after the other as the formula says.
    weight_of_each = softmax_of(_floats([0.0] * 10)).tolist()
    added = 0.0
    for one in weight_of_each:
        added += one
    return Witness(
        given={"x": "(0, ..., 0), n = 10, float64"},
        claimed="the computed weights, added in order, give 1",
        left=sp.Rational(*added.as_integer_ratio()),
        op="=",
        right=1,
        ours=added,
        instead="the sum as printed by Python",
    )


@derivation(
    "softmax.positive-and-at-most-one",
    wrong=lambda: Chain(p(i)).above(sp.Rational(1, 2), "a weight exceeds one half"),
)
def weights_are_at_most_one():
    others = sum_over(j, sp.exp(x[j]) * (1 - sp.KroneckerDelta(i, j)))
    return (
        Chain(sp.Integer(1))
        .equals(
            p(i) + others / sum_over(j, sp.exp(x[j])), "split the sum into term i and the others"
        )
        .at_least(p(i), "the others are not negative")
        .above(0, "exponentials are positive")
    )


@derivation(
    "softmax.computed-rows-sum-to-nearly-one",
    wrong=lambda: Chain(_computed_sum() - 1).at_most(0, "without the bounds"),
)
def a_computed_sum_is_at_most_one_and_the_bounds():
    return Chain(_computed_sum() - 1).at_most(
        sum_over(i, bound[i]), "the exact weights sum to 1; each error is b_i - s_i, s_i ≥ 0"
    )


@derivation(
    "softmax.computed-rows-sum-to-nearly-one",
    wrong=lambda: Chain(_computed_sum(-1) - 1).at_least(0, "without the bounds"),
)
def a_computed_sum_is_at_least_one_less_the_bounds():
    return Chain(_computed_sum(-1) - 1).at_least(
        -sum_over(i, bound[i]), "each error is s_i - b_i, s_i ≥ 0"
    )


bound, slack_ = family("b", nonnegative=True), family("s", nonnegative=True)


def _computed_sum(sign=1):
    """Σ p̂_i, each p̂_i being off by at most b_i."""
    return sum_over(i, p(i) + sign * (bound[i] - slack_[i]))


@derivation(
    "softmax.positive-in-floats-above-its-error",
    wrong=lambda: Chain(1 / sum_over(j, sp.exp(_below() + x[j]))).at_least(_least(), "unbounded"),
)
def a_weight_is_at_least_its_share_of_the_spread():
    # p_i = 1/Σ exp(x_j - x_i), and x_j - x_i = s - s_j, how far each lies below the largest.
    return Chain(1 / sum_over(j, sp.exp(_below() - slack_[j]))).at_least(
        _least(), "each of the n terms is at most exp(s)"
    )


def _below():
    return nonnegative("s")


def _least():
    return sp.exp(-_below()) / n


@derivation(
    "softmax.positive-in-floats-above-its-error",
    wrong=lambda: Chain(nonnegative("p") - nonnegative("b")).above(0, "for any bound"),
)
def what_exceeds_its_error_is_positive():
    error, gap = nonnegative("b"), positive("g")
    return (
        Chain(error + gap - (error - nonnegative("r")))
        .at_least(gap, "p_i = b_i + g; the error is at most b_i")
        .above(0, "g > 0")
    )


@necessity("softmax.positive-in-floats-above-its-error", "above-its-error")
def a_weight_below_its_error_may_vanish():
    return a_weight_that_underflows()


@counterexample("softmax.positive-in-floats")
def a_weight_that_underflows():
    computed = softmax_of(_floats([0.0, -1000.0]))
    return Witness(
        given={"x": "(0, -1000), float64"},
        claimed="the second computed weight is positive",
        left=sp.Rational(float(computed[1])),
        op=">",
        right=0,
        ours=computed.tolist(),
        instead="exp(-1000) is about 5e-435, below the smallest float64, 4.9e-324",
    )


@derivation(
    "softmax.log-odds",
    wrong=lambda: Chain(sp.log(p(i) / p(k))).equals(x[i] / x[k], "a ratio of scores"),
)
def log_odds():
    return (
        Chain(sp.log(p(i) / p(k)))
        .equals(sp.log(sp.exp(x[i]) / sp.exp(x[k])), "both weights have the same denominator")
        .equals(x[i] - x[k], "the logarithm undoes the exponential")
    )


@derivation(
    "softmax.keeps-order",
    wrong=lambda: Chain(p(i)).below(p(k), "for any two scores"),
)
def larger_score_larger_weight():
    gap = positive("s")
    total = sum_over(j, sp.exp(x[j]))
    return (
        Chain(sp.exp(x[k] + gap) / total - p(k))
        .equals(sp.exp(x[k]) / total * (sp.exp(gap) - 1), "x_i = x_k + s with s > 0")
        .at_least(sp.exp(x[k]) / total * gap, "exp(s) is at least 1 + s")
        .above(0, "s is positive")
    )


@derivation(
    "softmax.keeps-order",
    wrong=lambda: Chain(p(i) - p(k)).equals(x[i] - x[k], "the difference of the scores"),
)
def the_difference_has_the_sign_of_the_scores():
    return Chain(p(i) - p(k)).equals(
        p(k) * (sp.exp(x[i] - x[k]) - 1), "a positive weight, times what is 0 for equal scores"
    )


@derivation(
    "softmax.keeps-order",
    wrong=lambda: Chain(sp.exp(-real("s")) - 1).below(0, "for a gap of any sign"),
)
def smaller_score_smaller_weight():
    return Chain(sp.exp(-positive("s")) - 1).below(0, "x_i = x_k - s with s > 0")


@counterexample("softmax.ratio-of-scores")
def ratio_is_not_softmax():
    f = {x[1]: 0, x[2]: 1}
    return Witness(
        given={"f": "(0, 1)"},
        claimed="softmax(f)_1 = f_1 / (f_1 + f_2)",
        left=softmax_of(symbols.array([0, 1])).tolist()[0],
        op="=",
        right=at(ratio(x, i), n=2, i=1).subs(f),
        ours=softmax_of(symbols.array([0, 1])).tolist(),
        instead="softmax(f); the ratio as printed is (0, 1)",
    )


positives = family("f", positive=True)


@derivation(
    "softmax.ratio-is-softmax-of-logarithms",
    wrong=lambda: Chain(ratio(positives, i)).equals(weight(positives, i), "without the logarithm"),
)
def ratio_is_softmax_of_logarithms():
    return (
        Chain(weight(lambda index: sp.log(positives[index]), i))
        .equals(positives[i] / sum_over(j, positives[j]), "the exponential undoes the logarithm")
        .equals(ratio(positives, i), "which is the ratio as printed")
    )


@necessity("softmax.ratio-is-softmax-of-logarithms", "positive-scores")
def a_negative_score_has_no_logarithm():
    with np.errstate(invalid="ignore"):
        of_logarithms = softmax_of(np.log(_floats([-1.0, 2.0]))).tolist()
    return Witness(
        given={"f": "(-1, 2)"},
        claimed="softmax(log f)_1 = f_1 / (f_1 + f_2)",
        left=sp.sympify(of_logarithms[0]),
        op="=",
        right=at(ratio(x, i), n=2, i=1).subs({x[1]: -1, x[2]: 2}),
        ours=of_logarithms,
        instead="log(-1) is no real number",
    )


@counterexample("softmax.of-its-own-weights")
def weights_are_not_their_own_softmax():
    weights = softmax_of(symbols.array([0, 1]))
    return Witness(
        given={"scores": "(0, 1)", "α": weights.tolist()},
        claimed="α_1 = softmax(α)_1",
        left=weights.tolist()[0],
        op="=",
        right=softmax_of(weights).tolist()[0],
        ours=softmax_of(weights).tolist(),
        instead="softmax(α)",
    )


@derivation(
    "softmax.fixed-point-is-uniform",
    wrong=lambda: Chain(sp.log(sp.exp(real("s")))).above(0, "for a gap of any sign"),
)
def a_fixed_point_has_no_two_different_weights():
    # Two weights b = a·exp(-s) < a ≤ 1 of a fixed point would have log-odds a - b, by
    # softmax.log-odds. Their logarithm says more.
    s, slack = positive("s"), nonnegative("r")
    larger = sp.exp(-slack)  # a number in (0, 1]
    smaller = larger * sp.exp(-s)
    return (
        Chain(sp.log(larger / smaller) - (larger - smaller))
        .equals(s - larger * (1 - sp.exp(-s)), "the logarithm of exp(s)")
        .at_least(s - (1 - sp.exp(-s)), "the larger weight is at most 1")
        .above(0, "exp lies strictly above its tangent, so no two weights differ")
    )


@derivation(
    "softmax.fixed-point-is-uniform",
    wrong=lambda: Chain(weight(lambda q: sp.Integer(1), i)).equals(1, "n ones are no weights"),
)
def even_weights_are_a_fixed_point():
    return Chain(weight(lambda index: 1 / n, i)).equals(1 / n, "n equal exponentials")


@derivation(
    "softmax.shift-invariance",
    wrong=lambda: Chain(weight(lambda q: 2 * x[q], i)).equals(p(i), "a factor instead of a shift"),
)
def a_shift_cancels():
    shifted = weight(lambda index: x[index] + c, i)
    return (
        Chain(shifted)
        .equals(sp.exp(c) * sp.exp(x[i]) / sum_over(j, sp.exp(c) * sp.exp(x[j])), "exp of a sum")
        .equals(sp.exp(c) * sp.exp(x[i]) / (sp.exp(c) * sum_over(j, sp.exp(x[j]))), "c is no j")
        .equals(p(i), "exp(c) cancels")
    )


@counterexample("softmax.shift-invariance-in-floats")
def a_shift_that_swallows_the_scores():
    shifted = softmax_of(_floats([0.0 + 1e17, 1.0 + 1e17]))
    return Witness(
        given={"x": "(0, 1), float64", "c": "1e17"},
        claimed="the first computed weight is the same with and without the shift",
        left=sp.Rational(float(shifted[0])),
        op="=",
        right=sp.Rational(float(softmax_of(_floats([0.0, 1.0]))[0])),
        ours=shifted.tolist(),
        instead="1e17 + 1 rounds to 1e17, so the scores became equal before softmax saw them",
    )


@derivation(
    "softmax.exact-shift-changes-no-bit",
    wrong=lambda: Chain((x[i] + c) / 2 - real("M") / 2).equals(
        x[i] / 2 - real("M") / 2, "a maximum that was not shifted"
    ),
)
def halves_of_exact_shifts():
    # impl's first rounding is of these; what is x_i + c before it, is so after it.
    top = real("M")
    return Chain((x[i] + c) / 2 - (top + c) / 2).equals(
        x[i] / 2 - top / 2, "the same real number, and rounding is a function of it"
    )


@necessity("softmax.exact-shift-changes-no-bit", "exact-shift")
def an_inexact_shift_changes_bits():
    return a_shift_that_swallows_the_scores()


@counterexample("softmax.as-printed-in-floats")
def the_printed_exponential_overflows():
    # float64's largest number has logarithm 709.78.
    largest = sp.Integer(int(_floats([0.0]).dtype.type(1.7976931348623157e308)))
    return Witness(
        given={"x": "(1000), float64"},
        claimed="exp(1000) is at most the largest float64",
        left=sp.exp(1000),
        op="≤",
        right=largest,
        ours=softmax_of(_floats([1000.0])).tolist(),
        instead="impl subtracts the maximum first",
    )


@derivation(
    "softmax.shifted-sum-is-safe",
    wrong=lambda: Chain(sum_over(j, sp.exp(x[j]))).at_most(n, "without the maximum subtracted"),
)
def shifted_sum_is_safe():
    # Score j lies s_j ≥ 0 below the maximum; δ picks one that is the maximum, with s = 0.
    s = family("s", nonnegative=True)
    others = sum_over(j, sp.exp(-s[j]) * (1 - sp.KroneckerDelta(i, j)))
    return (
        Chain(n)
        .at_least(1 + sum_over(j, 1 - sp.KroneckerDelta(i, j)), "n ones, one of them set aside")
        .at_least(1 + others, "every other exponential is at most 1")
        .at_least(1, "and at least 0")
    )


@derivation(
    "softmax.permutation-equivariance",
    wrong=lambda: (
        Chain(weight(lambda q: x[sigma(q)], i))
        .by(reindex, "re-index")
        .equals(p(i), "invariance instead of equivariance")
    ),
)
def permuted_scores_have_permuted_weights():
    return (
        Chain(weight(lambda index: x[sigma(index)], i))
        .by(reindex, "a sum over all entries does not depend on their order")
        .equals(p(sigma(i)), "which is entry σ(i) of the softmax of x")
    )


kappa = family("kappa", nonnegative=True)


@derivation(
    "softmax.masking-renormalises",
    wrong=lambda: Chain(masked(x, kappa, i)).equals(kappa[i] * p(i), "without dividing again"),
)
def masking_renormalises():
    total = sum_over(j, sp.exp(x[j]))
    kept = sum_over(j, kappa[j] * sp.exp(x[j]))
    return (
        Chain(kappa[i] * p(i) / sum_over(k, kappa[k] * p(k)))
        .equals(kappa[i] * p(i) / (kept / total), "the weights have a common denominator")
        .equals(kappa[i] * sp.exp(x[i]) / kept, "which cancels")
        .equals(masked(x, kappa, i), "and what remains is softmax over the kept entries")
    )


@necessity("softmax.masking-renormalises", "something-kept")
def nothing_kept():
    nothing = {kappa[1]: 0, kappa[2]: 0, x[1]: 0, x[2]: 0}
    zero = softmax_of(symbols.array([0, 0]), where=symbols.array([False, False]))
    return Witness(
        given={"x": "(0, 0)", "κ": "(0, 0)"},
        claimed="the renormalised weight is what impl gives",
        left=at(masked(x, kappa, i), n=2, i=1).xreplace(nothing),
        op="=",
        right=zero.tolist()[0],
        ours=zero.tolist(),
        instead="impl's convention; the formula divides zero by zero",
    )


@exact_run("softmax.nothing-to-attend-to")
def rows_of_minus_infinity():
    for size in (1, 2, 3):
        ours = softmax_of(symbols.array([[-sp.oo] * size, [0] * size])).data.ravel().tolist()
        yield f"n = {size}", ours, [sp.S.Zero] * size + [sp.Rational(1, size)] * size


@derivation(
    "softmax.jacobian",
    wrong=lambda: Chain(sp.Derivative(p(i), x[k])).equals(-p(i) * p(k), "without the diagonal"),
)
def jacobian():
    total, same = sum_over(j, sp.exp(x[j])), sp.KroneckerDelta(i, k)
    return (
        Chain(sp.Derivative(p(i), x[k]))
        .equals(
            (same * sp.exp(x[i]) * total - sp.exp(x[i]) * sp.exp(x[k])) / total**2,
            "quotient rule; only term k of the sum depends on x_k",
        )
        .equals(p(i) * (same - p(k)), "divide by the sum twice")
    )


@derivation(
    "softmax.jacobian-is-a-variance",
    wrong=lambda: Chain(_quadratic_form()).equals(sum_over(i, p(i) * v[i] ** 2), "second moment"),
)
def jacobian_is_a_variance():
    mean = sum_over(k, p(k) * v[k])
    return (
        Chain(_quadratic_form())
        .equals(sum_over(i, p(i) * v[i] ** 2) - mean**2, "δ picks the diagonal")
        .equals(
            sum_over(i, sum_over(k, p(i) * p(k) * (v[i] - v[k]) ** 2)) / 2,
            "open the square; the weights sum to one",
        )
        .at_least(0, "weights are positive")
    )


@derivation(
    "softmax.jacobian-is-a-variance",
    wrong=lambda: Chain(_pairs()).at_least(2 * _pair(l, j), "twice over"),
)
def no_pair_cancels_another():
    apart = lambda one, other: 1 - sp.KroneckerDelta(one, other)  # noqa: E731
    one_row = sum_over(k, _pair(l, k))
    return (
        Chain(_pairs())
        .equals(one_row + sum_over(i, sum_over(k, apart(i, l) * _pair(i, k))), "row l set apart")
        .at_least(one_row, "the other rows are not negative")
        .equals(_pair(l, j) + sum_over(k, apart(k, j) * _pair(l, k)), "pair (l, j) set apart")
        .at_least(_pair(l, j), "the others are not negative")
    )


def _pair(one, other):
    return p(one) * p(other) * (v[one] - v[other]) ** 2 / 2


def _pairs():
    return sum_over(i, sum_over(k, _pair(i, k)))


def _quadratic_form():
    entry = p(i) * (sp.KroneckerDelta(i, k) - p(k))
    return sum_over(i, sum_over(k, entry * v[i] * v[k]))


@derivation(
    "softmax.half-lipschitz",
    wrong=lambda: Chain(2 * real("p") * (1 - real("p"))).at_most(
        sp.Rational(1, 3), "a smaller constant"
    ),
)
def half_lipschitz():
    # |p_i δ_ik - p_i p_k| is p_i (1 - p_i) for k = i, and p_i p_k for the others.
    same = sp.KroneckerDelta(i, k)
    entries = sum_over(k, same * p(i) * (1 - p(i)) + (1 - same) * p(i) * p(k))
    return (
        Chain(entries)
        .equals(2 * p(i) * (1 - p(i)), "the other weights sum to 1 - p_i")
        .equals(sp.Rational(1, 2) - 2 * (p(i) - sp.Rational(1, 2)) ** 2, "complete the square")
        .at_most(sp.Rational(1, 2), "a square is not negative")
    )


@derivation(
    "softmax.hot-limit",
    wrong=lambda: Chain(_hot_weight()).at_most(1 / n, "without the factor exp(R/T)"),
)
def hot_limit():
    R, T = nonnegative("R"), positive("T")
    return (
        Chain(_hot_weight())
        .at_most(sp.exp(R / T) / n, "each of the n terms is at least exp(-R/T)")
        .tends(T, sp.oo, 1 / n, "exp(R/T) tends to 1", side="-")
    )


@derivation(
    "softmax.hot-limit",
    wrong=lambda: Chain(_hot_weight(-1)).at_least(1 / n, "without the factor exp(-R/T)"),
)
def hot_limit_from_below():
    return Chain(_hot_weight(-1)).at_least(
        sp.exp(-nonnegative("R") / positive("T")) / n, "each of the n terms is at most exp(R/T)"
    )


def _hot_weight(sign=1):
    """Return 1 / Σ_j exp((x_j - x_i)/T), every difference being ±(s_j - R) with s_j ≥ 0."""
    s, R, T = family("s", nonnegative=True), nonnegative("R"), positive("T")
    return 1 / sum_over(j, sp.exp(sign * (s[j] - R) / T))


@derivation(
    "softmax.entropy-falls-as-it-cools",
    wrong=lambda: Chain(sp.Derivative(_entropy(), beta)).equals(-_variance(), "without β"),
)
def entropy_falls():
    return (
        Chain(sp.Derivative(_entropy(), beta))
        .equals(-beta * _variance(), "differentiate, and collect the moments of x")
        .at_most(0, "a variance is not negative")
    )


def _cooled(index):
    return weight(lambda q: beta * x[q], index)


def _entropy():
    return -sum_over(i, _cooled(i) * sp.log(_cooled(i)))


def _variance():
    """Return Var(x) in the form that shows its sign (softmax.jacobian-is-a-variance)."""
    return sum_over(i, sum_over(k, _cooled(i) * _cooled(k) * (x[i] - x[k]) ** 2)) / 2


@derivation(
    "softmax.maximises-score-plus-entropy",
    wrong=lambda: Chain(_divergence()).at_least(sp.Rational(1, 100), "a positive distance"),
)
def maximises_score_plus_entropy():
    return (
        Chain(sp.log(sum_over(j, sp.exp(x[j]))) * sum_over(i, _q(i)) - _score_plus_entropy())
        .equals(_divergence(), "what is missing is the divergence of q from softmax")
        .equals(
            sum_over(i, p(i) * (sp.exp(t[i]) * t[i] - sp.exp(t[i]) + 1)) + sum_over(i, _q(i)) - 1,
            "add and subtract the weights of both",
        )
        .given("weights-sum-to-one", sum_over(i, _q(i)), 1, "both sum to one")
        .at_least(0, "exp lies above its tangent")
    )


@derivation(
    "softmax.maximises-score-plus-entropy",
    wrong=lambda: Chain(_cost(real("t"))).above(0, "for equal weights as well"),
)
def no_other_weights_reach_it():
    return Chain(_cost(sp.Symbol("t", real=True, nonzero=True))).above(
        0, "exp lies strictly above its tangent, except where it touches"
    )


def _cost(lead):
    return lead * sp.exp(lead) - sp.exp(lead) + 1


def _q(index):
    return weighed(x, t, index)


def _score_plus_entropy():
    return sum_over(i, _q(i) * x[i] - _q(i) * sp.log(_q(i)))


def _divergence():
    return sum_over(i, _q(i) * t[i])


@necessity("softmax.maximises-score-plus-entropy", "weights-sum-to-one")
def two_units_of_weight():
    q = sp.Integer(2)
    return Witness(
        given={"x": "(2), so log Σ exp(x_j) = 2", "q": "(2)"},
        claimed="q_1 x_1 - q_1 log q_1 ≤ 2",
        left=q * 2 - q * sp.log(q),
        op="≤",
        right=2,
        ours=softmax_of(symbols.array([2])).tolist(),
        instead="softmax(x), the only weights with sum one",
    )


def _floats(values):
    return np.asarray(values, dtype=np.float64)
