"""Why the claims on the size of scores hold, or fail.

Method: derivations for all widths, with expectations written as sums of moments; where a claim is
about any distribution, it is shown for n equally likely values, any n, of which others are limits.
Witnesses run `impl` on every outcome of a small random experiment.
"""

from itertools import product

import sympy as sp

from impl.lookup import attention
from impl.scores import dot, scaled_dot
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity
from proofs.rules import reindex, sigma
from theory.scaling import logistic, unscaled_density, variance_of_score
from theory.softmax import weight
from theory.symbols import (
    a,
    b,
    d,
    family,
    i,
    j,
    k,
    n,
    nonnegative,
    positive,
    real,
    sum_over,
    sum_to,
)  # fmt: skip

C_q, C_k, mu, nu, x = (family(name) for name in ("C_q", "C_k", "mu", "nu", "x"))
q_, k_, S = family("q"), family("k"), family("S")
spread = positive("sigma")
ROOT = sp.sqrt(2)


def _variance(cases, score=dot):
    """Return the variance of the score over equally likely pairs of a query and a key."""
    scores = [score(symbols.array(q), symbols.array([k])).tolist()[0] for q, k in cases]
    mean = sp.Rational(1, len(scores)) * sum(scores)
    return sp.Rational(1, len(scores)) * sum((s - mean) ** 2 for s in scores)


def _signs(width):
    """Return every pair of vectors of signs: independent, centred, uncorrelated, of variance 1."""
    vectors = [list(v) for v in product((-1, 1), repeat=width)]
    return [(q, k) for q in vectors for k in vectors]


@derivation(
    "scaling.variance-in-general",
    wrong=lambda: Chain(variance_of_score(C_q, C_k, mu, nu)).equals(_traces(), "without the means"),
)
def variance_in_general():
    means = mu[a] * mu[b] * C_k[a, b] + nu[a] * nu[b] * C_q[a, b]
    return Chain(variance_of_score(C_q, C_k, mu, nu)).equals(
        _traces() + sum_over(a, sum_to(d, b, means)), "E of a product of independents; linearity"
    )


def _traces():
    return sum_over(a, sum_to(d, b, C_q[a, b] * C_k[a, b]))


def _of_uncorrelated():
    """The variance with means zero and C_q = σ² I, whatever the correlations of the key."""
    diagonal = lambda p, q: spread**2 * sp.KroneckerDelta(p, q)  # noqa: E731
    return variance_of_score(diagonal, C_k, lambda _: 0, lambda _: 0)


@derivation(
    "scaling.variance-is-proportional-to-width",
    wrong=lambda: Chain(_of_uncorrelated()).equals(_traces(), "C_q = C_k"),
)
def variance_is_a_sum_of_variances():
    return Chain(_of_uncorrelated()).equals(
        sum_over(a, spread**2 * C_k[a, a]), "C_q = σ² I; Var(q_a k_a) = σ² Var(k_a)"
    )


@derivation(
    "scaling.variance-is-proportional-to-width",
    wrong=lambda: Chain(_of_equal_variances()).equals(spread**4, "at any width"),
)
def variance_is_proportional_to_width():
    return Chain(_of_equal_variances()).equals(spread**4 * d, "d equal terms")


def _of_equal_variances():
    return sum_over(a, spread**2 * spread**2)


@exact_run("scaling.variance-is-proportional-to-width")
def all_signs_have_the_printed_variance():
    ours = [_variance(_signs(width)) for width in (1, 2, 3)]
    yield "all pairs of vectors of signs, d = 1, 2, 3", ours, [1, 2, 3]


QUERY, NOISE = sp.symbols("q z")
rho, kappa = real("rho"), real("kappa")


def _expectation(expression):
    """E of a polynomial in q and z: linear, and a product over the two, which are independent."""
    moments = {1: {0: 1, 1: 0, 2: 1, 4: kappa}, 2: {0: 1, 1: 0, 2: 1}}
    terms = sp.Poly(sp.expand(expression), QUERY, NOISE).terms()
    # an odd power of z is alone with its mean 0, whatever the moment of q beside it
    return sum(c * moments[2][z] * moments[1].get(q, 0) for (q, z), c in terms if z != 1)


def _own_product():
    """One coordinate: q k with k = ρ q + √(1 - ρ²) z."""
    return QUERY * (rho * QUERY + sp.sqrt(1 - rho**2) * NOISE)


@derivation(
    "scaling.correlated-pairs",
    wrong=lambda: Chain(sum_over(a, _expectation(_own_product()))).equals(0, "no mean"),
)
def a_correlated_score_has_a_mean():
    return Chain(sum_over(a, _expectation(_own_product()))).equals(rho * d, "d coordinates, mean ρ")


@derivation(
    "scaling.correlated-pairs",
    wrong=lambda: Chain(_correlated_variance()).equals(d, "as if independent"),
)
def a_correlated_score_has_another_variance():
    return Chain(_correlated_variance()).equals(
        d * (1 + rho**2 * (kappa - 2)), "ρ²κ + (1 - ρ²) - ρ², d times"
    )


def _correlated_variance():
    own = _own_product()
    return sum_over(a, _expectation(own**2) - _expectation(own) ** 2)


def _pairs(values, correlation, width=1):
    """Return equally likely q and k = ρ q + √(1 - ρ²) z, z a vector of signs."""
    rest = sp.sqrt(1 - correlation**2)
    return [
        (list(q), [correlation * x + rest * z for x, z in zip(q, noise, strict=True)])
        for q in product(values, repeat=width)
        for noise in product((-1, 1), repeat=width)
    ]


@exact_run("scaling.correlated-pairs")
def small_experiments_have_the_printed_variance():
    wide = (-ROOT, 0, 0, ROOT)  # κ = 2; signs have κ = 1
    part = sp.Rational(3, 5)
    ours = [
        _variance(_pairs((-1, 1), sp.Integer(1), 2)),
        _variance(_pairs((-1, 1), part, 2)),
        _variance(_pairs(wide, part)),
    ]
    yield (
        "signs, ρ = 1 and 3/5, d = 2; (-√2, 0, 0, √2), ρ = 3/5",
        ours,
        [2 * (1 + r**2 * (k - 2)) / size for r, k, size in ((1, 1, 1), (part, 1, 1), (part, 2, 2))],
    )


@necessity("scaling.correlated-pairs", "independent-coordinates")
def equal_coordinates_have_more_variance():
    cases = [([p, p], [p, p]) for p in (-ROOT, 0, 0, ROOT)]
    return Witness(
        given={"q = k": "(t, t), t of (-√2, 0, 0, √2)", "κ": "2", "ρ": "1", "d": "2"},
        claimed="the variance is d (1 + κ - 2) = 2",
        left=_variance(cases),
        op="=",
        right=2,
    )


@necessity("scaling.correlated-pairs", "independent-noise")
def noise_that_is_the_query_shifts_the_mean():
    part = sp.Rational(3, 5)
    keys = {p: part * p + sp.Rational(4, 5) * p for p in (-1, 1)}
    scores = [dot(symbols.array([p]), symbols.array([[k]])).tolist()[0] for p, k in keys.items()]
    return Witness(
        given={"q": "(1) or (-1)", "z": "q", "ρ": "3/5", "d": "1"},
        claimed="the mean score is ρ d = 3/5",
        left=sum(scores) / 2,
        op="=",
        right=part,
    )


def _with_means():
    """The variance with C_q = C_k = σ² I and any means."""
    diagonal = lambda p, q: spread**2 * sp.KroneckerDelta(p, q)  # noqa: E731
    return variance_of_score(diagonal, diagonal, mu, nu)


@derivation(
    "scaling.spread-grows-with-the-width",
    wrong=lambda: Chain(_with_means()).at_least(spread**4 * (d + 1), "and more"),
)
def the_spread_grows():
    means = spread**2 * sum_over(a, mu[a] ** 2 + nu[a] ** 2)
    return (
        Chain(_with_means())
        .equals(spread**4 * d + means, "scaling.variance-in-general")
        .at_least(spread**4 * d, "squares of the means")
    )


@derivation(
    "scaling.spread-grows-with-the-width",
    wrong=lambda: Chain(spread**4 * d).tends(d, sp.oo, 0, "it dies out"),
)
def the_spread_grows_without_bound():
    return Chain(spread**4 * d).tends(d, sp.oo, sp.oo, "a multiple of d")


def _no_spread(given, cases, width):
    return Witness(
        given={**given, "σ": "1"}, claimed=f"the variance of the score is at least {width}",
        left=_variance(cases), op="≥", right=width,
    )  # fmt: skip


@necessity("scaling.spread-grows-with-the-width", "independent")
def equal_signs_have_one_score():
    return _no_spread({"q = k": "(1) or (-1), evenly"}, [([1], [1]), ([-1], [-1])], 1)


@necessity("scaling.spread-grows-with-the-width", "uncorrelated")
def opposite_coordinates_cancel():
    cases = [([p, -p], [q, q]) for p in (1, -1) for q in (1, -1)]
    return _no_spread({"q": "(1, -1) or (-1, 1)", "k": "(1, 1) or (-1, -1)"}, cases, 2)


@derivation(
    "scaling.unit-variance-after-division",
    wrong=lambda: (
        Chain(spread**4 * d / d**2)
        .given("unit-variance", spread, 1, "σ = 1")
        .equals(1, "divided by d, not by √d")
    ),
)
def division_gives_unit_variance():
    return (
        Chain(spread**4 * d / sp.sqrt(d) ** 2)
        .given("unit-variance", spread, 1, "each coordinate has variance 1")
        .equals(1, "d/d")
    )


_WITHOUT = {
    "independent": (
        {"q = k": "(1) or (-1), evenly", "d": "1"}, [([1], [1]), ([-1], [-1])], 1,
    ),
    "centred": (
        {"q, k": "(0) or (2), evenly and independently", "d": "1", "σ²": "1"},
        [([p], [q]) for p in (0, 2) for q in (0, 2)], 1,
    ),
    "uncorrelated": (
        {"q": "(1, 1) or (-1, -1)", "k": "the same, independently", "d": "2"},
        [([p, p], [q, q]) for p in (1, -1) for q in (1, -1)], 2,
    ),
    "unit-variance": (
        {"q, k": "(2) or (-2), evenly and independently", "d": "1"},
        [([p], [q]) for p in (2, -2) for q in (2, -2)], 1,
    ),
}  # fmt: skip


def _register_witnesses():
    for hypothesis, (given, cases, width) in _WITHOUT.items():
        witness = lambda score, right, given=given, cases=cases: Witness(  # noqa: E731
            given=given,
            claimed=f"the variance of the score is {right}",
            left=_variance(cases, score),
            op="=",
            right=right,
        )
        if hypothesis == "independent":
            necessity("scaling.variance-in-general", hypothesis)(lambda w=witness: w(dot, 1))
        if hypothesis != "unit-variance":
            necessity("scaling.variance-is-proportional-to-width", hypothesis)(
                lambda w=witness, width=width: w(dot, width)
            )
        necessity("scaling.unit-variance-after-division", hypothesis)(
            lambda w=witness: w(scaled_dot, 1)
        )


_register_witnesses()


def _log_moments():
    """log E exp(t (x W)_c), one normal weight at a time: E exp(sW) = exp(τ² s²/2)."""
    t, tau = real("t"), positive("tau")
    return sum_to(d, b, sp.log(sp.exp((tau * t * x[b]) ** 2 / 2)))


@derivation(
    "scaling.projections-of-a-row-are-normal-at-the-start",
    wrong=lambda: Chain(_log_moments()).equals(real("t") ** 2 / 2, "with variance 1 for any row"),
)
def a_sum_of_normals_is_normal():
    return Chain(_log_moments()).equals(
        (real("t") * positive("tau")) ** 2 / 2 * sum_to(d, b, x[b] ** 2),
        "the moments of a normal variable of variance τ²|x|²",
    )


def _fourth_moment(values, of_weight):
    """E (xW)⁴ for equally likely x, and E W⁴."""
    return sp.Rational(1, len(values)) * sum(value**4 for value in values) * of_weight


@necessity("scaling.projections-of-a-row-are-normal-at-the-start", "normal-weights")
def signs_are_not_normal():
    return Witness(
        given={"x": "(1)", "W": "(1) or (-1), evenly"},
        claimed="the fourth moment is three times the squared variance, as a normal one's is",
        left=_fourth_moment([1], of_weight=1),
        op="=",
        right=3,
    )


@necessity("scaling.projections-of-a-row-are-normal-at-the-start", "independent-weights")
def weights_of_equal_size_are_not_enough():
    # W_2 = ±W_1 at even odds: the projection is 2 W_1 or 0
    return Witness(
        given={"x": "(1, 1)", "W_1": "standard normal", "W_2": "W_1 or -W_1, evenly"},
        claimed="the fourth moment is three times the squared variance, as a normal one's is",
        left=sp.Rational(1, 2) * 2**4 * 3,
        op="=",
        right=3 * (sp.Rational(1, 2) * 2**2) ** 2,
    )


@necessity("scaling.projections-of-a-row-are-normal-at-the-start", "given-row")
def a_random_row_spoils_it():
    return Witness(
        given={"x": "(0) or (1), evenly", "W": "standard normal"},
        claimed="the fourth moment is three times the squared variance, as a normal one's is",
        left=_fourth_moment([0, 1], of_weight=3),
        op="=",
        right=3 * sp.Rational(1, 2) ** 2,
    )


@counterexample("scaling.layernorm-gives-unit-variance")
def a_weight_stretches_a_normalised_row():
    projection = symbols.array([[1, -1]]) @ symbols.array([[1], [-1]])
    return Witness(
        given={"x": "(1, -1), of mean 0 and variance 1", "W": "(1, -1)"},
        claimed="E (x W)² = 1",
        left=projection.tolist()[0][0] ** 2,
        op="=",
        right=1,
        ours=projection.tolist()[0],
        instead="the projection",
    )


@derivation(
    "scaling.layernorm-and-initialisation-give-unit-variance",
    wrong=lambda: Chain(_projected_variance()).equals(1, "for any row"),
)
def length_and_initial_variance_cancel():
    length = sum_over(a, x[a] ** 2)
    return (
        Chain(_projected_variance())
        .equals(length / d, "uncorrelated weights of variance 1/d")
        .given("normalised", length, d, "mean square 1")
        .equals(1, "d/d")
    )


def _projected_variance():
    """E (x W)² = Σ_ab x_a x_b E W_a W_b, with E W_a W_b = δ_ab/d."""
    return sum_over(a, sum_to(d, b, x[a] * x[b] * sp.KroneckerDelta(a, b) / d))


def _one_projection(given, row, weights):
    projection = (symbols.array([row]) @ symbols.array([[w] for w in weights])).tolist()[0][0]
    return Witness(
        given=given, claimed="E (x W)² = 1", left=projection**2, op="=", right=1,
        ours=projection, instead="the projection",
    )  # fmt: skip


@necessity("scaling.layernorm-and-initialisation-give-unit-variance", "normalised")
def a_long_row_stays_long():
    return _one_projection({"x": "(3)", "W": "(1) or (-1), evenly"}, [3], [1])


@necessity("scaling.layernorm-and-initialisation-give-unit-variance", "initial-weights")
def a_large_weight_stays_large():
    return _one_projection({"x": "(1)", "W": "(2)"}, [1], [2])


@counterexample("scaling.division-keeps-scores-in-range")
def equal_rows_leave_every_range():
    limit = sp.Symbol("C", integer=True, positive=True)
    ones = [1] * (3 + 1) ** 2
    return Witness(
        given={"q = k": "(1, ..., 1), of mean square 1", "d": "(C + 1)²"},
        claimed="q kᵀ/√d = d/√d is at most C",
        left=sp.sqrt((limit + 1) ** 2),
        op="≤",
        right=limit,
        ours=scaled_dot(symbols.array(ones), symbols.array([ones])).tolist()[0],
        instead="the score for C = 3, d = 16",
    )


def _scaled_sum(first, second):
    return sum_over(a, first[a] * second[a]) / sp.sqrt(d)


@derivation(
    "scaling.scores-of-normalised-rows-reach-the-root-of-the-width",
    wrong=lambda: Chain(_scaled_sum(q_, k_)).at_most(0, "scores are negative"),
)
def no_score_exceeds_the_root():
    lengths = [sum_over(a, each[a] ** 2) for each in (q_, k_)]
    return (
        Chain(_scaled_sum(q_, k_))
        .at_most(sum_over(a, (q_[a] ** 2 + k_[a] ** 2) / 2) / sp.sqrt(d), "(q_a - k_a)² ≥ 0")
        .equals((lengths[0] + lengths[1]) / (2 * sp.sqrt(d)), "two sums")
        .given("normalised", lengths[0], d, "mean square 1")
        .given("normalised", lengths[1], d, "mean square 1")
        .equals(sp.sqrt(d), "2d/(2√d)")
    )


@derivation(
    "scaling.scores-of-normalised-rows-reach-the-root-of-the-width",
    wrong=lambda: Chain(_scaled_sum(q_, q_)).equals(sp.sqrt(d), "for any row"),
)
def a_row_reaches_the_root_with_itself():
    return (
        Chain(_scaled_sum(q_, q_))
        .given("normalised", sum_over(a, q_[a] ** 2), d, "mean square 1")
        .equals(sp.sqrt(d), "d/√d")
    )


@necessity("scaling.scores-of-normalised-rows-reach-the-root-of-the-width", "normalised")
def a_long_row_exceeds_the_root():
    return Witness(
        given={"q = k": "(2)", "d": "1"},
        claimed="the score is at most √d",
        left=scaled_dot(symbols.array([2]), symbols.array([[2]])).tolist()[0],
        op="≤",
        right=1,
    )


@counterexample("scaling.large-scores-make-small-weights")
def a_large_score_makes_a_large_weight():
    weights = softmax(symbols.array([100, 0])).tolist()
    return Witness(
        given={"s": "(100, 0)"},
        claimed="all weights are small, below 1/2 at least",
        left=weights[0],
        op="<",
        right=sp.Rational(1, 2),
        ours=sp.N(weights[0], 10),
        instead="the first weight",
    )


def _row_of_derivatives():
    """Σ_k |∂α_i/∂s_k| = α_i (1 - α_i) + Σ over k ≠ i of α_i α_k."""
    own = weight(x, i)
    return own * (1 - own) + sum_over(k, own * weight(x, k)) - own**2


@derivation(
    "scaling.gradient-vanishes-where-softmax-is-certain",
    wrong=lambda: Chain(_row_of_derivatives()).equals(weight(x, i), "as large as the weight"),
)
def derivatives_sum_to_twice_the_variance():
    own = weight(x, i)
    return Chain(_row_of_derivatives()).equals(2 * own * (1 - own), "the weights sum to 1")


@derivation(
    "scaling.gradient-vanishes-where-softmax-is-certain",
    wrong=lambda: Chain(2 * (1 - nonnegative("r")) * nonnegative("r")).at_most(0, "no gradient"),
)
def the_largest_weight_bounds_its_own_row():
    rest = nonnegative("r")
    return Chain(2 * (1 - rest) * rest).at_most(2 * rest, "α_i = 1 - r is the largest weight")


@derivation(
    "scaling.gradient-vanishes-where-softmax-is-certain",
    wrong=lambda: Chain(_other_row()).at_most(nonnegative("r"), "without the weight itself"),
)
def the_largest_weight_bounds_the_other_rows():
    own, rest = nonnegative("p"), nonnegative("r")
    return Chain(_other_row()).at_most(
        2 * (own + rest), "the largest weight is 1 - p - r, and p² ≥ 0"
    )


def _other_row():
    return 2 * nonnegative("p") * (1 - nonnegative("p"))


@counterexample("scaling.softmax-of-one-score-tells")
def one_key_has_all_the_weight():
    weights = [softmax(symbols.array([score])).tolist()[0] for score in (0, 100)]
    return Witness(
        given={"q W^q (k W^k)ᵀ": "0, then 100"},
        claimed="the weight differs",
        left=weights[0],
        op="≠",
        right=weights[1],
        ours=weights,
        instead="the weight of the only key; with K for k there are others to compare it with",
    )


@derivation(
    "scaling.unscaled-weights-saturate",
    wrong=lambda: Chain(_density()).at_most(1 / (4 * sp.sqrt(sp.pi * d)), "half the peak"),
)
def the_density_is_largest_at_zero():
    # By the hypotheses the difference of two scores is normal with variance 2 |q|² = 2d.
    return Chain(_density()).at_most(1 / (2 * sp.sqrt(sp.pi * d)), "exp(-u) ≤ 1 for u ≥ 0")


def _density():
    return unscaled_density(real("x"), sp.sqrt(d))


@derivation(
    "scaling.unscaled-weights-saturate",
    wrong=lambda: Chain(_interval()).equals(sp.log(_odds()) / sp.sqrt(d), "without π"),
)
def a_probability_is_at_most_length_times_peak():
    # P(|x| < t) and E f(x), over a density p, are at most max p times 2t and times ∫ f.
    return Chain(_interval()).equals(
        sp.log(_odds()) / sp.sqrt(sp.pi * d), "the interval |x| < log((1 - ε)/ε)"
    )


def _interval():
    return 2 * sp.log(_odds()) * (1 / (2 * sp.sqrt(sp.pi * d)))


@derivation(
    "scaling.unscaled-weights-saturate",
    wrong=lambda: Chain(logistic(sp.log(_odds()))).equals(positive("epsilon"), "the other side"),
)
def weights_in_between_are_an_interval_of_differences():
    return Chain(logistic(sp.log(_odds()))).equals(
        1 - positive("epsilon"), "α_1 = 1 - ε where the scores differ by log((1 - ε)/ε)"
    )


def _odds():
    return (1 - positive("epsilon")) / positive("epsilon")


@derivation(
    "scaling.unscaled-weights-saturate",
    wrong=lambda: Chain(sp.Derivative(logistic(real("x")), real("x"))).equals(
        logistic(real("x")), "as for exp"
    ),
)
def the_gradient_is_the_slope_of_the_weight():
    # ∫ α_1 α_2 dx is the rise of the weight, so E α_1 α_2 ≤ rise × bound on the density.
    t = real("x")
    return Chain(sp.Derivative(logistic(t), t)).equals(
        logistic(t) * (1 - logistic(t)), "α_1 α_2, with α_2 = 1 - α_1"
    )


@derivation(
    "scaling.unscaled-weights-saturate",
    wrong=lambda: Chain(logistic(real("x"))).tends(real("x"), sp.oo, 2, "beyond one"),
)
def the_weight_rises_to_one():
    return Chain(logistic(real("x"))).tends(real("x"), sp.oo, 1, "exp(-x) → 0")


@derivation(
    "scaling.unscaled-weights-saturate",
    wrong=lambda: Chain(logistic(-real("x"))).tends(real("x"), sp.oo, 1, "from one"),
)
def the_weight_rises_from_zero():
    return Chain(logistic(-real("x"))).tends(real("x"), sp.oo, 0, "exp(x) → ∞")


def _never_certain(given, keys, query):
    weights = attention(
        dot(symbols.array(query), symbols.array(keys)), symbols.array([[1], [0]])
    ).tolist()
    quarter = sp.Rational(1, 4)
    return Witness(
        given={**given, "d": "1", "ε": "1/4"},
        claimed="P(1/4 < α_1 < 3/4) ≤ log 3/√π",
        left=int(bool(quarter < weights[0] < 3 * quarter)),
        op="≤",
        right=sp.log(3) / sp.sqrt(sp.pi),
        ours=weights,
        instead="α_1, in every case",
    )


@necessity("scaling.unscaled-weights-saturate", "normalised")
def the_zero_query_never_saturates():
    return _never_certain({"q": "(0)", "k": "any"}, [[1], [-1]], [0])


@necessity("scaling.unscaled-weights-saturate", "keys-independent-of-query")
def a_query_across_the_keys_never_saturates():
    # Whatever the keys, a normalised query across k_1 - k_2; here for two keys of width 2.
    keys, query = [[2, 0], [0, 2]], [1, 1]
    weights = attention(
        dot(symbols.array(query), symbols.array(keys)), symbols.array([[1], [0]])
    ).tolist()
    return Witness(
        given={"k": "any", "q": "across k_1 - k_2, of mean square 1", "d": "2", "ε": "1/4"},
        claimed="P(1/4 < α_1 < 3/4) ≤ log 3/√(2π)",
        left=int(bool(sp.Rational(1, 4) < weights[0] < sp.Rational(3, 4))),
        op="≤",
        right=sp.log(3) / sp.sqrt(2 * sp.pi),
        ours=weights,
        instead="α_1, for k_1 = (2, 0), k_2 = (0, 2), q = (1, 1)",
    )


@necessity("scaling.unscaled-weights-saturate", "normal-keys")
def equal_keys_never_saturate():
    return _never_certain({"q": "(1)", "k_1 = k_2": "(1)"}, [[1], [1]], [1])


@derivation(
    "scaling.scaled-gradient-stays",
    wrong=lambda: Chain(_mean_gradient()).at_least(sp.Rational(1, 2), "half or more"),
)
def the_mean_gradient_stays():
    g, size = _distances(), positive("m")
    squares = sum_over(j, g[j] ** 2)
    small = sp.exp(-size) / 4
    return (
        Chain(_mean_gradient())
        .at_least(sum_over(j, sp.exp(-g[j]) / 4) / n, "1 + exp(-g) ≤ 2")
        .at_least(sum_over(j, small * (1 + size - g[j])) / n, "a tangent of exp, at m")
        .at_least(sum_over(j, small * (1 + size / 2 - g[j] ** 2 / (2 * size))) / n, "(g - m)² ≥ 0")
        .equals(small * (1 + size / 2 - squares / (2 * size * n)), "sums of constants")
        .given("unit-scores", squares, size**2 * n, "mean square m²")
        .equals(small, "m/2 = m²/(2m)")
    )


def _distances():
    """|δ| of n equally likely differences."""
    return family("g", nonnegative=True)


def _mean_gradient():
    g = _distances()
    return sum_over(j, sp.exp(-g[j]) / (1 + sp.exp(-g[j])) ** 2) / n


@necessity("scaling.scaled-gradient-stays", "unit-scores")
def distant_scores_have_no_gradient():
    weights = softmax(symbols.array([20, 0])).tolist()
    return Witness(
        given={"s": "(20, 0), always"},
        claimed="α_1 α_2 ≥ exp(-√2)/4",
        left=weights[0] * weights[1],
        op="≥",
        right=sp.exp(-ROOT) / 4,
        ours=sp.N(weights[0] * weights[1], 5),
        instead="the product",
    )


@counterexample("scaling.division-keeps-weights-off-zero")
def equal_scores_of_many_keys_are_near_zero():
    size = sp.Symbol("N", integer=True, positive=True)
    keys = symbols.array([[1]] * 10)
    return Witness(
        given={"keys": "N + 1, all alike", "ε": "1/N"},
        claimed="1/α_1 ≤ 1/ε",
        left=size + 1,
        op="≤",
        right=size,
        ours=softmax(scaled_dot(symbols.array([1]), keys)).tolist()[0],
        instead="α_1 for N = 9",
    )


@derivation(
    "scaling.weights-ignore-distance",
    wrong=lambda: Chain(_moved()).by(reindex, "re-index").equals(weight(S, i), "the weight of i"),
)
def a_key_weighs_alike_anywhere():
    return (
        Chain(_moved())
        .by(reindex, "σ runs over all keys")
        .equals(weight(S, sigma(i)), "the weight of the key that came from σ(i)")
    )


def _moved():
    return weight(lambda place: S[sigma(place)], i)


@necessity("scaling.weights-ignore-distance", "scores-without-place")
def a_place_that_is_added_changes_the_weight():
    def weight_of_one(tokens):
        keys = symbols.array([[token + place] for place, token in enumerate(tokens)])
        return softmax(dot(symbols.array([1]), keys)).tolist()[tokens.index(1)]

    return Witness(
        given={"q": "1", "tokens": "(0, 1), then (1, 0)", "positions": "(0, 1), added"},
        claimed="the token 1 weighs the same",
        left=weight_of_one([1, 0]),
        op="=",
        right=weight_of_one([0, 1]),
    )


@necessity("scaling.weights-ignore-distance", "no-mask")
def a_causal_mask_hides_what_comes_later():
    def weight_of_one(tokens):  # for the query that stands first
        first_only = symbols.xp.asarray([True, False])
        scores = dot(symbols.array([1]), symbols.array([[token] for token in tokens]))
        return softmax(scores, where=first_only).tolist()[tokens.index(1)]

    return Witness(
        given={"q": "1, at the first place", "tokens": "(0, 1), then (1, 0)", "mask": "causal"},
        claimed="the token 1 weighs the same",
        left=weight_of_one([1, 0]),
        op="=",
        right=weight_of_one([0, 1]),
    )


@counterexample("scaling.no-information-is-lost")
def different_values_have_one_mean():
    scores = symbols.array([0, 0])
    outputs = [attention(scores, symbols.array(v)).tolist()[0] for v in ([[1], [3]], [[2], [2]])]
    return Witness(
        given={"s": "(0, 0)", "V": "(1, 3), then (2, 2)"},
        claimed="the outputs differ",
        left=outputs[0],
        op="≠",
        right=outputs[1],
        ours=outputs,
        instead="both outputs",
    )


@derivation(
    "scaling.weights-dilute",
    wrong=lambda: Chain(_reciprocal()).at_least(1 + n, "as if all scores were equal"),
)
def weights_dilute():
    return Chain(_reciprocal()).at_least(
        1 + n * sp.exp(-real("D")), "each other score is at most D below"
    )


def _reciprocal():
    """1/α of score 0 among n others, which are t_j - D with t_j ≥ 0."""
    return 1 + sum_over(j, sp.exp(family("t", nonnegative=True)[j] - real("D")))


@necessity("scaling.weights-dilute", "bounded-lead")
def a_leading_score_stays_sharp():
    weights = softmax(symbols.array([sp.log(8), 0])).tolist()
    return Witness(
        given={"s": "(log 8, 0)", "D": "0", "n": "1"},
        claimed="1/α_1 ≥ 1 + n",
        left=1 / weights[0],
        op="≥",
        right=2,
        ours=weights,
        instead="the weights",
    )


@derivation(
    "scaling.focus-needs-a-logarithm",
    wrong=lambda: Chain(_leading(0)).equals(sp.Rational(1, 2), "without a lead"),
)
def a_lead_of_log_n_keeps_half():
    return Chain(_leading(sp.log(n))).equals(sp.Rational(1, 2), "exp(log n) = n, as the n others")


def _leading(lead):
    s = real("s")
    return sp.exp(s + lead) / (sp.exp(s + lead) + sum_over(j, sp.exp(s)))
