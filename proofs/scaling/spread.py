"""The spread of the scores grows without bound with the width, for any means of the coordinates."""

from itertools import product

import sympy as sp

from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from proofs.scaling.variance import K, deviation, mu, of_query, variance
from theory.symbols import a, b, d, i, j, n, sum_over, sum_to


def _of_any_keys():
    """Var(q kᵀ) for C_q = σ² I, any mean of q, and any n equally likely keys K_j.

    The score is symmetric, so this is also what uncorrelated keys give.
    """
    squares = sum_to(d, b, (of_query(a, b) + mu[a] * mu[b]) * K[j, a] * K[j, b])
    return sum_over(j, sum_over(a, squares)) / n - (sum_over(j, _met_by_mean(j)) / n) ** 2


def _met_by_mean(key):
    """The score that a key has with the mean of the query."""
    return sum_over(a, mu[a] * K[key, a])


SQUARES = sum_over(j, sum_over(a, K[j, a] ** 2))
KEY_MEANS = sum_over(a, (sum_over(j, K[j, a]) / n) ** 2)


@derivation("scaling.spread-grows-with-the-width")
def the_spread_grows():
    return _least_spread().at_least(deviation**4 * d, "squares of means are not negative")


refuses(
    the_spread_grows, lambda: _least_spread().at_least(deviation**4 * (d + 1), "a larger bound")
)


def _least_spread():
    centre = sum_over(i, _met_by_mean(i)) / n
    return (
        Chain(_of_any_keys())
        .equals(
            deviation**2 * SQUARES / n + sum_over(j, (_met_by_mean(j) - centre) ** 2) / n,
            "σ² E |k|², plus the variance of μ kᵀ",
        )
        .at_least(deviation**2 * SQUARES / n, "a variance is not negative")
        .given(
            "equal-variances",
            SQUARES,
            n * (deviation**2 * d + KEY_MEANS),
            "each coordinate of the keys has variance σ²",
        )
    )


@derivation("scaling.spread-grows-with-the-width")
def the_spread_grows_without_bound():
    return Chain(deviation**4 * d).tends(d, sp.oo, sp.oo, "σ⁴ > 0 does not depend on d")


refuses(
    the_spread_grows_without_bound,
    lambda: Chain(deviation**4 * d).tends(d, sp.oo, 0, "it falls"),
)


def _no_spread(given, cases, width):
    return Witness(
        given={**given, "σ": "1"}, claimed=f"the variance of the score is at least {width}",
        left=variance(cases), op="≥", right=width,
    )  # fmt: skip


@necessity("scaling.spread-grows-with-the-width", "independent")
def equal_signs_have_one_score():
    return _no_spread({"q = k": "(1) or (-1), equally likely"}, [([1], [1]), ([-1], [-1])], 1)


@necessity("scaling.spread-grows-with-the-width", "uncorrelated")
def opposite_coordinates_cancel():
    cases = [([p, -p], [q, q]) for p in (1, -1) for q in (1, -1)]
    return _no_spread({"q": "(1, -1) or (-1, 1)", "k": "(1, 1) or (-1, -1)"}, cases, 2)


UNEQUAL = {
    "q": "(±1, ±√3), all four equally likely",
    "k": "(±√3, ±1), all four equally likely, independent of q",
    "d": "2", "σ²": "2, the mean of the variances 1 and 3",
}  # fmt: skip


def _unequal_signs():
    small, large = (1, -1), (sp.sqrt(3), -sp.sqrt(3))
    return [(list(q), list(k)) for q in product(small, large) for k in product(large, small)]


def _unequal_variance(claimed, op):
    claimed = f"the variance of the score is {claimed}"
    return Witness(given=UNEQUAL, claimed=claimed, left=variance(_unequal_signs()), op=op, right=8)


@necessity("scaling.spread-grows-with-the-width", "equal-variances")
def unequal_coordinates_spread_less():
    return _unequal_variance("at least σ⁴ d = 8", "≥")


@necessity("scaling.variance-is-proportional-to-width", "equal-variances")
def unequal_coordinates_have_another_variance():
    return _unequal_variance("σ⁴ d = 8", "=")
