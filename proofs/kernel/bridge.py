"""The bridge from distances to dot products: they differ by the lengths of the keys."""

from fractions import Fraction

from proofs.engine.evidence import closes, derivation, met_by
from theory.kernel.words import (
    ahead,
    alpha,
    beta,
    by_distance,
    by_product,
    keys,
    penalised,
    q,
    query,
    x,
)
from theory.letters import i, j, k
from theory.shared_words import dot, length_squared
from theory.softmax.words import softmax
from theory.stating.families import every
from theory.stating.operations import exp, log, sqrt
from theory.stating.variables import nonnegative

s, side = nonnegative("s"), dot(x[i] - x[k], query - (x[i] + x[k]) / 2)


@derivation("kernel.bridge-defect")
def bridge_defect(chain):
    opened = every(j, entry=penalised[j] - beta**2 * length_squared(q) / 2)
    return chain.equals(softmax(opened)[i], "open the square of the difference").closes(
        "the length of the query is the same for all keys, and cancels"
    )


closes(
    "kernel.attention-is-parametric-regression",
    "the exponential of the score is the kernel",
    "the logarithm undoes the exponential",
)


@derivation("kernel.bridge-to-dot-product")
def bridge_to_dot_product(chain):
    far = lambda place: length_squared(q - keys[place])
    near = lambda place: dot(q, keys[place])
    return chain.equals(
        -(beta**2) * (far(i) - far(j)) / 2 - beta**2 * (near(i) - near(j)),
        "log-odds are differences of scores, by softmax.log-odds",
    ).closes("open the squares: only the lengths of the keys remain")


@derivation("kernel.bridge-to-dot-product", duty=1)
def keys_of_one_length_have_the_same_weights(chain):
    return (
        chain.equals(softmax(penalised)[i], "kernel.bridge-defect")
        .given(
            "", length_squared(keys[j]), length_squared(keys[i]), "all keys are as long as key i"
        )
        .closes("the same number for all keys cancels")
    )


@derivation("kernel.bridge-to-dot-product", duty=2, apart=True)
def the_same_weights_need_keys_of_one_length(chain):
    log_odds = lambda weights: log(weights[i]) - log(weights[j])
    return (
        chain.equals(
            2 / beta**2 * (log_odds(by_distance) - log_odds(by_product)),
            "only the lengths of the keys remain",
        )
        .given("", by_distance[i], by_product[i], "the weights of key i are the same")
        .given("", by_distance[j], by_product[j], "the weights of key j are the same")
        .closes("nothing is left")
    )


@derivation("kernel.bridge-to-dot-product", duty=3)
def scaled_dot_products(chain):
    return chain.given("", beta**2, 1 / sqrt(keys.lasts[1]), "the choice of β").closes(
        "this is softmax, written out"
    )


@derivation("kernel.bisector")
def bisector(chain):
    return chain.equals(beta**2 * side, "a difference of squares, coordinate by coordinate").given(
        "", side, ahead, "this is h"
    )


@met_by("kernel.bisector", supposed_by=1)
def a_query_at_the_first_point():
    return {x: ((1,), (0,)), query: (1,), beta: 1, ahead: Fraction(1, 2), i: 1, k: 2}


@derivation("kernel.bisector", duty=1, apart=True, turned=True)
def the_nearer_point_weighs_more(chain):
    return (
        chain.equals(alpha[k] * (exp(beta**2 * side) - 1), "the odds are exp(β² h)")
        .given("", side, ahead, "this is h")
        .at_least(alpha[k] * beta**2 * ahead, "exp(t) ≥ 1 + t")
        .closes("h > 0")
    )


@derivation("kernel.bisector", duty=2, let={ahead: -s}, apart=True)
def the_farther_point_weighs_no_more(chain):
    return (
        chain.equals(alpha[i] * (exp(-(beta**2) * side) - 1), "the odds are exp(β² h)")
        .given("", side, ahead, "this is h, and h = -s")
        .at_least(alpha[i] * beta**2 * s, "exp(t) ≥ 1 + t")
        .closes("s ≥ 0")
    )
