"""Predictions of wide and of narrow kernels, and of queries far from all data; also in floats."""

import math

import numpy as np
import sympy as sp

from impl.kernel import kernel_regression
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from proofs.kernel.regression import beta
from theory.symbols import family, i, j, n, nonnegative, positive, real, sum_over

s, g = family("s", nonnegative=True), positive("g")
STEEP = positive("beta")  # where β must not be 0; only its square enters


@derivation("kernel.wide-limit")
def wide_limit():
    R = nonnegative("R")
    return (
        Chain(_wide_weight())
        .at_most(sp.exp(beta**2 * R / 2) / n, "each of the n terms is at least exp(-β² R/2)")
        .tends(beta, 0, 1 / n, "exp(β² R/2) tends to 1")
    )


refuses(wide_limit, lambda: Chain(_wide_weight()).at_most(1 / n, "no rate at all"))


@derivation("kernel.wide-limit")
def wide_limit_from_below():
    return Chain(_wide_weight(-1)).at_least(
        sp.exp(-(beta**2) * nonnegative("R") / 2) / n, "each of the n terms is at most exp(β² R/2)"
    )


refuses(wide_limit_from_below, lambda: Chain(_wide_weight(-1)).at_least(1 / n, "no rate at all"))


def _wide_weight(sign=1):
    """Return 1 / Σ_j K_j/K_i, differences of squared distances being ±(s_j - R), s_j ≥ 0."""
    return 1 / sum_over(j, sp.exp(sign * beta**2 * (s[j] - nonnegative("R")) / 2))


@derivation("kernel.narrow-limit")
def narrow_limit():
    return (
        Chain(1 - 1 / (1 + _farther()))
        .equals(_farther() / (1 + _farther()), "the total weight of the farther points")
        .at_most(_farther(), "the denominator is at least 1")
        .at_most(n * sp.exp(-(beta**2) * g / 2), "their squared distances are larger by at least g")
        .tends(beta, sp.oo, 0, "the exponential tends to 0", side="-")
    )


refuses(
    narrow_limit,
    lambda: Chain(1 - 1 / (1 + _farther())).at_most(sp.exp(-(beta**2) * g / 2), "without n"),
)


def _farther():
    return sum_over(j, sp.exp(-(beta**2) * (g + s[j]) / 2))


@necessity("kernel.narrow-limit", "unique-nearest")
def two_nearest_points():
    ours = kernel_regression(
        symbols.array([0]), symbols.array([[1], [-1]]), symbols.array([1, 0]), beta
    )
    return Witness(
        given={"x_*": "0", "x": "(1, -1)", "y": "(1, 0)"},
        claimed="the prediction tends to one of the targets, 1",
        left=sp.limit(ours.tolist(), beta, sp.oo),
        op="=",
        right=1,
        ours=ours.tolist(),
        instead="the prediction for every β",
    )


@derivation("kernel.far-query")
def far_query():
    return _far_query(n, "c is the largest of the c_j")


refuses(far_query, lambda: _far_query(sp.S.One, "without n"))


def _far_query(count, reason):
    # By kernel.bisector, K_j/K_1 = exp(-β² (⟨x_1 - x_j, u⟩ t - c_j)), c_j fixed by the data.
    h, t, c = positive("h"), positive("t"), real("c")
    return (
        Chain(_left_behind() / (1 + _left_behind()))
        .at_most(_left_behind(), "the denominator is at least 1")
        .at_most(count * sp.exp(-(STEEP**2) * (h * t - c)), reason)
        .tends(t, sp.oo, 0, "the exponential tends to 0", side="-")
    )


def _left_behind():
    h, t, c = positive("h"), positive("t"), real("c")
    w = family("w", nonnegative=True)
    return sum_over(j, sp.exp(-(STEEP**2) * ((h + s[j]) * t - (c - w[j]))))


@necessity("kernel.far-query", "unique-extreme")
def two_extreme_points():
    t = positive("t")
    points = symbols.array([[0, 1], [0, -1]])
    ours = kernel_regression(symbols.array([t, 0]), points, symbols.array([1, 0]), 1).tolist()
    return Witness(
        given={"x_*": "(t, 0)", "x": "((0, 1), (0, -1))", "y": "(1, 0)"},
        claimed="the prediction tends to the target of one point, 1",
        left=sp.limit(ours, t, sp.oo),
        op="=",
        right=1,
        ours=ours,
        instead="the prediction for every t",
    )


@necessity("kernel.far-query", "nonzero-beta")
def a_flat_kernel_has_no_direction():
    t = positive("t")
    ours = kernel_regression(
        symbols.array([t]), symbols.array([[1], [0]]), symbols.array([1, 0]), 0
    ).tolist()
    return Witness(
        given={"β": "0", "x_*": "t", "x": "(1, 0)", "y": "(1, 0)"},
        claimed="the prediction tends to the target of the first point, 1",
        left=sp.limit(ours, t, sp.oo),
        op="=",
        right=1,
        ours=ours,
        instead="the prediction for every t",
    )


@derivation("kernel.from-logarithms-in-floats")
def logarithms_less_the_largest_have_a_sum_of_at_least_one():
    return (
        Chain(_less_the_largest())
        .equals(1 + _farther_than_nearest(), "the term of the nearest point is exp(0)")
        .at_least(1, "exponentials are positive")
    )


refuses(
    logarithms_less_the_largest_have_a_sum_of_at_least_one,
    lambda: Chain(sum_over(j, sp.exp(-(beta**2) * s[j] / 2))).at_least(1, "none is nearest"),
)


@derivation("kernel.from-logarithms-in-floats")
def logarithms_less_the_largest_have_a_sum_of_at_most_n():
    return Chain(_less_the_largest()).at_most(n, "every exponential is at most 1")


refuses(
    logarithms_less_the_largest_have_a_sum_of_at_most_n,
    lambda: Chain(_less_the_largest()).at_most(1, "the nearest point alone"),
)


def _less_the_largest():
    """Σ_j exp(ℓ_j - m) with r_j² = r_*² + s_j, where point i is nearest: its term is 1."""
    nearest = sp.KroneckerDelta(i, j)
    return sum_over(j, nearest + (1 - nearest) * sp.exp(-(beta**2) * s[j] / 2))


def _farther_than_nearest():
    return sum_over(j, (1 - sp.KroneckerDelta(i, j)) * sp.exp(-(beta**2) * s[j] / 2))


@necessity("kernel.from-logarithms-in-floats", "logarithms-are-finite")
def logarithms_that_overflow():
    with np.errstate(over="ignore", invalid="ignore"):
        logarithms = -((np.float64(1e200) - np.asarray([0.0, 1.0])) ** 2) / 2
        total = np.sum(np.exp(logarithms - np.max(logarithms)))
    return Witness(
        given={"x_*": "1e200, float64", "x": "(0, 1)", "β": "1"},
        claimed="the computed sum is at least 1",
        left=sp.sympify(total),
        op="≥",
        right=1,
        ours=logarithms.tolist(),
        instead="the logarithms: the squares overflow, and impl refuses such a query",
    )


@counterexample("kernel.far-query-in-floats")
def kernels_that_underflow():
    total = sum(math.exp(-((1000.0 - point) ** 2) / 2) for point in (0.0, 1.0))
    ours = kernel_regression(
        np.asarray([1000.0]), np.asarray([[0.0], [1.0]]), np.asarray([3.0, 5.0]), beta=1.0
    )
    return Witness(
        given={"x_*": "1000, float64", "x": "(0, 1)", "β": "1", "y": "(3, 5)"},
        claimed="the computed sum of the kernels is positive",
        left=sp.Rational(total),
        op=">",
        right=0,
        ours=float(ours),
        instead="impl's prediction, from the logarithms of the kernels",
    )
