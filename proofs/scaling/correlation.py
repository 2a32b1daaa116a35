"""Scores of correlated queries and keys have a mean other than 0, and another variance."""

from fractions import Fraction

import sympy as sp

from proofs.engine.evidence import derivation, met_by, necessity
from proofs.scaling.variance import APART, coordinates, experiment
from theory.letters import a, b, d
from theory.scaling.random_rows import E, cov, kappa, key, omega, q, rho, tau, z
from theory.stating.families import every, total

CORRELATED = {key[a, omega]: rho * q[a, omega] + tau * z[a, omega]}


def with_moments(chain):
    """Use what is known of the moments of one coordinate."""
    return (
        chain.given("independent-noise", E(q[a] ** 3 * z[a]), 0, "z has mean zero")
        .given("independent-noise", E(q[a] ** 2 * z[a] ** 2), 1, "both have variance 1")
        .given("independent-noise", E(q[a] * z[a]), 0, "z has mean zero")
        .given("", E(q[a] ** 2), 1, "each coordinate has variance 1")
        .given("", E(q[a] ** 4), kappa, "κ is its mean fourth power")
    )


@derivation("scaling.correlated-pairs", let=CORRELATED)
def a_correlated_score_has_a_mean(chain):
    return (
        chain.equals(
            total(every(a, entry=rho * E(q[a] ** 2) + tau * E(q[a] * z[a]))),
            "the mean of a sum is the sum of the means",
        )
        .given("independent-noise", E(q[a] * z[a]), 0, "z has mean zero")
        .given("", E(q[a] ** 2), 1, "each coordinate has variance 1")
        .closes("d products, each of mean ρ")
    )


@derivation("scaling.correlated-pairs", duty=1, let=CORRELATED)
def a_correlated_score_has_another_variance(chain):
    own, other = q[a] * key[a], q[b] * key[b]
    square = rho * E(q[a] ** 2) + tau * E(q[a] * z[a])
    fourth = (
        rho**2 * E(q[a] ** 4)
        + 2 * rho * tau * E(q[a] ** 3 * z[a])
        + tau**2 * E(q[a] ** 2 * z[a] ** 2)
    )
    different = total(every(a, b, entry=APART * cov(own, other)))
    chain.equals(
        different + total(every(a, entry=fourth - square**2)), "the covariances of all products"
    ).given("independent-coordinates", different, 0, "different coordinates are independent")
    return (
        with_moments(chain)
        .equals(d * (rho**2 * kappa + tau**2 - rho**2), "d equal terms")
        .given("", tau**2, 1 - rho**2, "ρ² + τ² = 1")
        .closes("collect ρ²")
    )


ROOT, PART = sp.sqrt(2), Fraction(3, 5)


def _pairs(queries, noise, values):
    """Return the experiment with k = ρ q + τ z, for equally likely q and z."""
    cases = [
        (list(one), [values[rho] * p + values[tau] * r for p, r in zip(one, two, strict=True)])
        for one, two in zip(queries, noise, strict=True)
    ]
    noise = coordinates([(each,) for each in noise], 0)
    return experiment(cases, values={**values, z: noise})


@met_by("scaling.correlated-pairs")
def signs_with_other_signs_as_noise():
    values = {rho: PART, tau: Fraction(4, 5), kappa: 1}
    return _pairs([[1], [1], [-1], [-1]], [[1], [-1]] * 2, values).values


@necessity("scaling.correlated-pairs", "independent-coordinates")
def equal_coordinates_have_more_variance():
    queries = [[p, p] for p in (-ROOT, 0, 0, ROOT) for _ in (1, -1)]
    noise = [[1, 1], [-1, -1]] * 4
    return _pairs(queries, noise, {rho: 1, tau: 0, kappa: 2})


@necessity("scaling.correlated-pairs", "independent-noise")
def noise_that_is_the_query_shifts_the_mean():
    return _pairs([[1], [-1]], [[1], [-1]], {rho: PART, tau: Fraction(4, 5), kappa: 1})
