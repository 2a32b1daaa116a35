"""Predictions of wide and of narrow kernels, and of queries far from all data; also in floats."""

import math
from fractions import Fraction

import numpy as np

from impl.kernel import kernel_regression
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.elsewhere import stands_for
from proofs.engine.evidence import closes, counterexample, derivation, necessity, squeezed
from proofs.rules import cases
from theory.kernel.words import D, S, beta, c, ell, far, g, h, p, query, r, term, u, x, y
from theory.letters import i, j, n
from theory.shared_words import dot, length_squared
from theory.softmax import words as softmax
from theory.softmax.words import share
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, fl

s, w, z = (numbers(name, n, domain="nonnegative") for name in "swz")
NEAREST = {r[j]: r[i] + (1 - delta(i, j)) * (g + s[j])}  # point i is the nearest
SMALLER = {y[j]: y[i] + (1 - delta(i, j)) * (D - w[j])}
LARGER = {y[j]: y[i] + (1 - delta(i, j)) * (w[j] - D)}


@derivation("kernel.wide-limit", turned=True)
def wide_limit_from_below(chain):
    return wide(chain, duty=0)


@derivation("kernel.wide-limit", duty=1)
def wide_limit_from_above(chain):
    return wide(chain, duty=1)


def wide(chain, duty):
    negated = every(j, entry=-length_squared(query - x[j]))
    at = {softmax.x: negated, softmax.T: 2 / beta**2}
    return chain.cites("softmax.hot-limit", "scores -r_j² at temperature 2/β²", at, duty).closes(
        "divide by 2/β²"
    )


closes(
    "kernel.wide-limit",
    "at β = 0 every kernel is 1, and the prediction is continuous there",
    duty=2,
)


def others(entry):
    return total(every(j, entry=(1 - delta(i, j)) * entry))


def weight_of_the_others(chain, odds):
    whole = others(odds)
    return chain.equals(whole / (1 + whole), "the total weight of the others, by their odds")


def bounded(chain, odds, largest):
    """Go from the weight of the others to n - 1 times the largest odds."""
    return (
        weight_of_the_others(chain, odds)
        .at_most(others(odds), "the denominator is at least 1")
        .at_most(others(largest), "their odds are at most those")
        .closes("there are n - 1 of them")
    )


def off_by(chain, odds, largest, sign):
    """Go from what a prediction is off by to its bound, from below (sign -1) or from above."""
    whole, step = others(odds), chain.at_most if sign == 1 else chain.at_least
    left = (D * whole - others(odds * w[j])) / (1 + whole)
    chain.equals(sign * left, "divide by the kernel of point i")
    step(sign * D * whole, "no target is off by more than D")
    step(sign * D * others(largest), "their odds are at most those")
    return chain.closes("there are n - 1 of them")


def by_distances(chain):
    return chain.given("", length_squared(query - x[j]), r[j], "r_j is a squared distance").by(
        cases, "point i is the nearest"
    )


FARTHER, GAP = exp(-(beta**2) * (g + s[j]) / 2), exp(-(beta**2) * g / 2)  # odds


@derivation("kernel.narrow-limit", let=NEAREST, turned=True)
def the_nearest_weighs_at_most_one(chain):
    return weight_of_the_others(by_distances(chain), FARTHER).closes("exponentials are positive")


@derivation("kernel.narrow-limit", duty=1, let=NEAREST)
def the_others_weigh_little(chain):
    return bounded(by_distances(chain), FARTHER, GAP)


@derivation("kernel.narrow-limit", duty=2, let=NEAREST | LARGER, turned=True)
def a_narrow_prediction_from_below(chain):
    return off_by(by_distances(chain), FARTHER, GAP, sign=-1)


@derivation("kernel.narrow-limit", duty=3, let=NEAREST | SMALLER)
def a_narrow_prediction_from_above(chain):
    return off_by(by_distances(chain), FARTHER, GAP, sign=1)


@squeezed("kernel.narrow-limit", duty=4, between=(2, 3))
def narrow_limit(lower, upper):
    return lower.closes("the exponential tends to 0"), upper.closes("the exponential tends to 0")


@necessity("kernel.narrow-limit", "unique-nearest")
def two_nearest_points():
    ours = kernel_regression(
        expressions.array([0]), expressions.array([[1], [-1]]), expressions.array([1, 0]), 2
    )
    return At(
        {query: (0,), x: ((1,), (-1,)), y: (1, 0), r: (1, 1), g: 1, D: 1, beta: 2, i: 1},
        ours.tolist(),
        "the prediction for every β",
    )


EXTREME = {p[j]: p[i] - (1 - delta(i, j)) * (h + s[j])}  # point i lies farthest along u
EXTREME |= {r[j]: r[i] + (1 - delta(i, j)) * (z[j] - 2 * c)}
BEHIND = exp(-(beta**2) * ((h + s[j]) * far + z[j] / 2 - c))  # odds
LEAST = exp(-(beta**2) * (h * far - c))


def along(chain, of):
    """Write what is made of weights in p_j and r_j, the data along the direction."""
    square = far**2 * length_squared(u) - 2 * far * dot(x[j], u) + length_squared(x[j])
    return (
        chain.equals(of(share(every(j, entry=exp(-square * beta**2 / 2)))), "open the square")
        .given("", dot(x[j], u), p[j], "p_j says how far point j lies along u")
        .given("", length_squared(x[j]), r[j], "r_j is its squared length")
        .by(cases, "point i lies farthest")
    )


def rest(weights):
    return 1 - weights[i]


def error(weights):
    return total(weights * y) - y[i]


@derivation("kernel.far-query", let=EXTREME, turned=True)
def the_farthest_weighs_at_most_one(chain):
    return weight_of_the_others(along(chain, rest), BEHIND).closes("exponentials are positive")


@derivation("kernel.far-query", duty=1, let=EXTREME)
def the_others_are_left_behind(chain):
    return bounded(along(chain, rest), BEHIND, LEAST)


@derivation("kernel.far-query", duty=2, let=EXTREME | LARGER, turned=True)
def a_far_prediction_from_below(chain):
    return off_by(along(chain, error), BEHIND, LEAST, sign=-1)


@derivation("kernel.far-query", duty=3, let=EXTREME | SMALLER)
def a_far_prediction_from_above(chain):
    return off_by(along(chain, error), BEHIND, LEAST, sign=1)


@squeezed("kernel.far-query", duty=4, between=(2, 3))
def far_query(lower, upper):
    return lower.closes("the exponential tends to 0"), upper.closes("the exponential tends to 0")


@necessity("kernel.far-query", "unique-extreme")
def two_extreme_points():
    points = ((0, 1), (0, -1))
    ours = kernel_regression(
        expressions.array([1, 0]), expressions.array(points), expressions.array([1, 0]), 1
    ).tolist()
    values = {x: points, y: (1, 0), u: (1, 0), far: 1, p: (0, 0), r: (1, 1)}
    return At({**values, h: 1, c: 0, D: 1, beta: 1, i: 1}, ours, "the prediction for every t")


@necessity("kernel.far-query", "nonzero-beta")
def a_flat_kernel_has_no_direction():
    ours = kernel_regression(
        expressions.array([1]), expressions.array([[1], [0]]), expressions.array([1, 0]), 0
    ).tolist()
    values = {x: ((1,), (0,)), y: (1, 0), u: (1,), far: 1, p: (1, 0), r: (1, 0)}
    half = Fraction(1, 2)
    return At({**values, h: 1, c: half, D: 1, beta: 0, i: 1}, ours, "the prediction for every t")


LARGEST = {ell[j]: ell[i] - (1 - delta(i, j)) * s[j]}  # ℓ_i is the largest
FINITE = "logarithms-are-finite"


def less_the_largest(chain):
    return chain.given(FINITE, fl(r[j] * fl(beta**2)), -2 * ell[j], "the logarithms are finite").by(
        cases, "ℓ_i is the largest: its term is exp(0) = 1, another exp(-s_j)"
    )


@derivation("kernel.from-logarithms-in-floats", let=LARGEST, turned=True)
def logarithms_less_the_largest_have_a_sum_of_at_least_one(chain):
    return (
        less_the_largest(chain)
        .equals(1 + others(exp(-s[j])), "Σ δ = 1: the term of the nearest point stands apart")
        .closes("exponentials are positive")
    )


@derivation("kernel.from-logarithms-in-floats", duty=1, let=LARGEST)
def logarithms_less_the_largest_have_a_sum_of_at_most_n(chain):
    return less_the_largest(chain).closes("every exponential is at most 1")


@derivation("kernel.from-logarithms-in-floats", duty=2)
def a_further_term_never_lowers_a_rounded_sum(chain):
    return chain.at_least(fl(S), "rounding keeps order").given("", fl(S), S, "S is a float")


@necessity("kernel.from-logarithms-in-floats", FINITE)
def logarithms_that_overflow():
    with np.errstate(over="ignore", invalid="ignore"):
        logarithms = -((np.float64(1e200) - np.asarray([0.0, 1.0])) ** 2) / 2
    return At(
        {r: (10**400, 1), beta: 1, ell: (0, 0), S: 0, term: 0},
        logarithms.tolist(),
        "the logarithms of a query at 1e200: the squares overflow, and impl refuses it",
        undefined=True,
    )


@counterexample("kernel.far-query-in-floats")
def kernels_that_underflow():
    ours = kernel_regression(
        np.asarray([1000.0]), np.asarray([[0.0], [1.0]]), np.asarray([3.0, 5.0]), beta=1.0
    )
    return At(
        {beta: 1, query: (1000,), x: ((0,), (1,))},
        float(ours),
        "impl's prediction for targets 3 and 5, from the logarithms of the kernels",
        runs={"computed_sum_of_kernels": sum_as_printed},
    )


@stands_for("computed_sum_of_kernels")
def sum_as_printed(beta, query, points):
    """Add exp(-r² β²/2) over the points, in floats."""
    squares = (sum((q - e) ** 2 for q, e in zip(query, point, strict=True)) for point in points)
    return sum(math.exp(-square * beta**2 / 2) for square in squares)
