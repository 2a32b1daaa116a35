"""Undivided scores saturate the weights of two keys; divided ones keep their gradient."""

import sympy as sp

from impl.lookup import attention
from impl.scores import dot
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, derivation, necessity
from theory.scaling import logistic, unscaled_density
from theory.symbols import d, family, j, n, positive, real, sum_over


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


@necessity("scaling.unscaled-weights-saturate", "normalised-query")
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
        right=sp.exp(-sp.sqrt(2)) / 4,
        ours=sp.N(weights[0] * weights[1], 5),
        instead="the product",
    )
