"""Undivided scores saturate the weights of two keys; divided ones keep their gradient."""

from fractions import Fraction

import sympy as sp

from impl.scores import dot
from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, met_by, necessity
from proofs.rules import differentiate
from theory.letters import d
from theory.scaling.random_rows import E, N, P, omega
from theory.scaling.saturation import eps, m, one, plain_q, s, t, u
from theory.shared_words import length_squared
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp
from theory.stating.variables import positive

r = positive("r")
SATURATE = "scaling.unscaled-weights-saturate"

closes(SATURATE, "it is divided by itself")


closes(
    SATURATE,
    "exp(-log((1 - ε)/ε)) = ε/(1 - ε)",
    "exp(log((1 - ε)/ε)) = (1 - ε)/ε",
    duty=1,
    let={eps: exp(-r)},
)


@derivation(SATURATE, duty=3)
def the_slope_is_the_product_of_both_weights(chain):
    return chain.by(differentiate, "quotient rule").closes("1 - σ(t) = exp(-t)/(1 + exp(-t))")


closes(SATURATE, "σ(t) lies between 0 and 1", duty=4)


@derivation(SATURATE, duty=5)
def the_density_has_its_peak_at_zero(chain):
    return chain.given(
        "normalised-query", length_squared(plain_q), d, "the query has mean square 1"
    ).closes("exp(-u) ≤ 1 for u ≥ 0")


@necessity(SATURATE, "normalised-query")
def a_short_query_never_saturates():
    query, half = [Fraction(1, 2)], Fraction(1, 2)
    keys = expressions.array([[1], [-1]])
    weights = softmax(dot(expressions.array(query), keys)).tolist()
    return At({plain_q: (half,), t: 0, one: (0,), eps: half}, weights, "for the keys 1 and -1")


g = numbers("g", N, domain="nonnegative")
APART = {s[omega]: u[omega] + g[omega]}


@derivation("scaling.scaled-gradient-stays", let=APART)
def the_mean_gradient_stays(chain):
    small = exp(-m) / 4
    mean = lambda entry: total(every(omega, entry=P[omega] * entry))
    everything, squares = total(every(omega, entry=P[omega])), mean(g[omega] ** 2)
    return (
        chain.at_least(mean(exp(-g[omega]) / 4), "1 + exp(-g) ≤ 2")
        .at_least(mean(small * (1 + m - g[omega])), "exp lies above its tangent at -m")
        .at_least(mean(small * (1 + m / 2 - g[omega] ** 2 / (2 * m))), "(g - m)² ≥ 0")
        .equals(
            small * ((1 + m / 2) * everything - squares / (2 * m)),
            "sum the constants; Σ g² remains",
        )
        .given("unit-scores", E((s - u) ** 2), m**2, "the differences have mean square m²")
        .given("", everything, 1, "probabilities sum to 1")
        .closes("m/2 = m²/(2m)")
    )


@derivation("scaling.scaled-gradient-stays", duty=1)
def divided_scores_differ_by_two(chain):
    return (
        chain.equals(E(s**2) - 2 * E(s * u) + E(u**2), "open the square")
        .given("", E(s * u), 0, "the scores are uncorrelated")
        .given("", E(s**2), 2 - E(u**2), "the mean squares of the two scores sum to 2")
        .closes("that of u cancels")
    )


@met_by("scaling.scaled-gradient-stays", supposed_by=1)
def one_score_has_two_signs():
    return {P: (Fraction(1, 2), Fraction(1, 2)), s: (1, 1), u: (1, -1), m: sp.sqrt(2)}


@necessity("scaling.scaled-gradient-stays", "unit-scores")
def distant_scores_have_no_gradient():
    weights = softmax(expressions.array([20, 0])).tolist()
    return At({P: (1,), s: (20,), u: (0,), m: 1}, weights, "softmax of (20, 0)")
