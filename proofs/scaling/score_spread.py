"""The spread of the scores grows without bound with the width, for any means of the coordinates."""

from itertools import product

import sympy as sp

from proofs.engine.evidence import closes, derivation, necessity
from proofs.scaling.variance import APART, experiment
from theory.letters import a, b, d
from theory.scaling.random_rows import E, P, cov, key, omega, q, score, sigma, var
from theory.scaling.words import B
from theory.stating.families import every, total
from theory.stating.variables import positive

g = positive("g")


def met_by_mean(row, other):
    """E (Σ_a E[u_a] (v_a - E[v_a]))², the variance of a row's product with the other's mean."""
    return E(
        every(
            omega,
            entry=total(every(a, entry=E(other[a]) * (row[a, omega] - E(row[a])))) ** 2,
        )
    )


MEANS = met_by_mean(key, q) + met_by_mean(q, key)
ALL = total(every(omega, entry=P[omega]))
OF_MEANS = total(every(a, entry=E(q[a]) * E(key[a])))


def least_spread(chain):
    """Go down from the variance of a score."""
    return (
        chain.cites("scaling.variance-in-general", "the variance of any score")
        .equals(
            total(every(a, entry=cov(q[a], q[a]) * cov(key[a], key[a])))
            + total(every(a, b, entry=APART * cov(q[a], q[b]) * cov(key[a], key[b])))
            + MEANS
            + 2 * (1 - ALL) * OF_MEANS**2,
            "set the diagonal apart; the rest is the variance of q μ and k μ",
        )
        .given("", ALL, 1, "probabilities sum to 1")
        .given(
            "uncorrelated",
            total(every(a, b, entry=APART * cov(q[a], q[b]) * cov(key[a], key[b]))),
            0,
            "different coordinates are uncorrelated",
        )
        .given(
            "equal-variances",
            E(q[a] ** 2),
            sigma**2 + E(q[a]) ** 2,
            "each coordinate of the query has variance σ²",
        )
        .given(
            "equal-variances",
            E(key[a] ** 2),
            sigma**2 + E(key[a]) ** 2,
            "each coordinate of the keys has variance σ²",
        )
        .equals(
            sigma**4 * d + MEANS,
            "set the diagonal apart; the terms with means are the mean "
            "squares of E[q]·(k - E[k]) and E[k]·(q - E[q])",
        )
        .at_least(sigma**4 * d, "means of squares are not negative")
    )


closes("scaling.spread-grows-with-the-width", "the square of the mean is not negative")


@derivation("scaling.spread-grows-with-the-width", duty=1)
def the_spread_grows(chain):
    return least_spread(chain)


@derivation("scaling.spread-grows-with-the-width", duty=2, let={B: sigma**4 * d - g})
def the_spread_grows_without_bound(chain):
    chain.at_least(var(score), "the square of the mean is not negative")
    return least_spread(chain).closes("σ⁴ d exceeds B")


@necessity("scaling.spread-grows-with-the-width", "independent")
def equal_signs_have_one_score():
    return experiment([([1], [1]), ([-1], [-1])], values={sigma: 1, B: 0})


@necessity("scaling.spread-grows-with-the-width", "uncorrelated")
def opposite_coordinates_cancel():
    cases = [([p, -p], [r, r]) for p in (1, -1) for r in (1, -1)]
    return experiment(cases, values={sigma: 1, B: 0})


ROOT = sp.sqrt(3)


def _unequal_coordinates():
    """Return queries (±1, ±√3) and keys (±√3, ±1): the variances are 1 and 3, their mean is 2."""
    signs = product((1, -1), repeat=4)
    cases = [([p, ROOT * r], [ROOT * s, t]) for p, r, s, t in signs]
    return experiment(cases, values={sigma: sp.sqrt(2), B: 7})


@necessity("scaling.spread-grows-with-the-width", "equal-variances")
def unequal_coordinates_spread_less():
    return _unequal_coordinates()


@necessity("scaling.variance-is-proportional-to-width", "equal-variances")
def unequal_coordinates_have_another_variance():
    return _unequal_coordinates()
