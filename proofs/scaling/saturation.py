"""Undivided scores saturate the weights of two keys; divided ones keep their gradient."""

import sympy as sp

from impl.lookup import attention
from impl.scores import dot
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from proofs.engine.rules import rise
from theory.scaling import logistic, unscaled_density
from theory.symbols import a, d, family, j, n, nonnegative, positive, real, sum_over

q, x, s = family("q"), real("x"), real("s")
LENGTH = sum_over(a, q[a] ** 2)
DENSITY, PEAK = unscaled_density(x, sp.sqrt(d)), 1 / (2 * sp.sqrt(sp.pi * d))
SLOPE = sp.Derivative(logistic(x), x)
epsilon = 1 / (2 + nonnegative("r"))  # any number up to 1/2
odds = (1 - epsilon) / epsilon
reach = sp.log(1 + nonnegative("r"))  # log((1 - ε)/ε), so written that its sign shows


def _moments():
    """log E exp(s x) of the difference x of two scores: normal entries, times q_a and -q_a."""
    each = sp.exp((s * q[a]) ** 2 / 2)
    return sum_over(a, sp.log(each * each))


@derivation("scaling.unscaled-weights-saturate")
def the_difference_is_normal():
    return (
        Chain(_moments())
        .equals(s**2 * LENGTH, "the entries of the keys are independent, also of q")
        .given(
            "normalised-query",
            LENGTH,
            d,
            "|q|² = d; as for a normal variable of variance 2d",
        )
    )


refuses(
    the_difference_is_normal, lambda: Chain(_moments()).equals(s**2 * LENGTH / 2, "of one score")
)


@derivation("scaling.unscaled-weights-saturate")
def the_weight_is_one_less_epsilon_at_the_upper_end():
    return Chain(logistic(sp.log(odds))).equals(1 - epsilon, "x = log((1 - ε)/ε)")


refuses(
    the_weight_is_one_less_epsilon_at_the_upper_end,
    lambda: Chain(logistic(sp.log(odds))).equals(epsilon, "the other side"),
)


@derivation("scaling.unscaled-weights-saturate")
def the_weight_is_epsilon_at_the_lower_end():
    return Chain(logistic(-sp.log(odds))).equals(epsilon, "x = -log((1 - ε)/ε)")


refuses(
    the_weight_is_epsilon_at_the_lower_end,
    lambda: Chain(logistic(-sp.log(odds))).equals(1 - epsilon, "the other side"),
)


@derivation("scaling.unscaled-weights-saturate")
def the_weight_rises_all_along():
    return (
        Chain(SLOPE)
        .equals(logistic(x) * (1 - logistic(x)), "α_1 α_2, with α_2 = 1 - α_1")
        .above(0, "both weights are positive, so α_1 rises with x")
    )


refuses(the_weight_rises_all_along, lambda: Chain(SLOPE).equals(logistic(x), "as for exp"))


def _integral(integrand, end=sp.oo):
    return sp.Integral(integrand, (x, -end, end))


@derivation("scaling.unscaled-weights-saturate")
def few_differences_lie_in_the_interval():
    return (
        Chain(_integral(DENSITY, reach))
        .at_most(PEAK * _integral(1, reach), "exp(-u) ≤ 1 for u ≥ 0")
        .by(rise, "the length of the interval")
        .equals(sp.log(odds) / sp.sqrt(sp.pi * d), "|x| < log((1 - ε)/ε)")
    )


refuses(
    few_differences_lie_in_the_interval,
    lambda: Chain(_integral(DENSITY, reach)).at_most(
        PEAK / 2 * _integral(1, reach), "half the peak"
    ),
)


@derivation("scaling.unscaled-weights-saturate")
def the_mean_gradient_is_at_most_the_peak():
    return (
        Chain(_integral(SLOPE * DENSITY))
        .at_most(PEAK * _integral(SLOPE), "exp(-u) ≤ 1 for u ≥ 0")
        .by(rise, "the weight rises from 0 to 1")
    )


refuses(
    the_mean_gradient_is_at_most_the_peak,
    lambda: Chain(_integral(SLOPE * DENSITY)).at_most(PEAK / 2 * _integral(SLOPE), "half the peak"),
)


def _never_certain(given, keys, query):
    weights = attention(
        dot(symbols.array(query), symbols.array(keys)), symbols.array([[1], [0]])
    ).tolist()
    quarter = sp.Rational(1, 4)
    return Witness(
        given={**given, "d": "1", "ε": "1/4"},
        claimed="P(1/4 < α_1 < 3/4) ≤ log(3)/√π",
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
        given={"k": "any", "q": "orthogonal to k_1 - k_2, of mean square 1", "d": "2", "ε": "1/4"},
        claimed="P(1/4 < α_1 < 3/4) ≤ log(3)/√(2π)",
        left=int(bool(sp.Rational(1, 4) < weights[0] < sp.Rational(3, 4))),
        op="≤",
        right=sp.log(3) / sp.sqrt(2 * sp.pi),
        ours=weights,
        instead="α_1, for k_1 = (2, 0), k_2 = (0, 2), q = (1, 1)",
    )


@necessity("scaling.unscaled-weights-saturate", "normal-keys")
def equal_keys_never_saturate():
    return _never_certain({"q": "(1)", "k_1 = k_2": "(1)"}, [[1], [1]], [1])


@derivation("scaling.scaled-gradient-stays")
def the_mean_gradient_stays():
    g, size = _distances(), positive("m")
    squares = sum_over(j, g[j] ** 2)
    small = sp.exp(-size) / 4
    return (
        Chain(_mean_gradient())
        .at_least(sum_over(j, sp.exp(-g[j]) / 4) / n, "1 + exp(-g) ≤ 2")
        .at_least(sum_over(j, small * (1 + size - g[j])) / n, "exp lies above its tangent at -m")
        .at_least(sum_over(j, small * (1 + size / 2 - g[j] ** 2 / (2 * size))) / n, "(g - m)² ≥ 0")
        .equals(
            small * (1 + size / 2 - squares / (2 * size * n)), "sum the constants; Σ g² remains"
        )
        .given("unit-scores", squares, size**2 * n, "the differences have mean square m²")
        .equals(small, "m/2 = m²/(2m)")
    )


refuses(
    the_mean_gradient_stays,
    lambda: Chain(_mean_gradient()).at_least(sp.Rational(1, 2), "half or more"),
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
