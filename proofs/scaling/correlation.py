"""Scores of correlated queries and keys have a mean other than 0, and another variance."""

from itertools import product

import sympy as sp

from impl.scores import dot
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from proofs.scaling.variance import variance
from theory.symbols import a, d, real, sum_over

ROOT = sp.sqrt(2)
QUERY, NOISE = sp.symbols("q z")
rho, kappa = real("rho"), real("kappa")


def _expectation(expression):
    """Return E of a polynomial in q and z: E is linear, and a product over independent q and z."""
    moments = {1: {0: 1, 1: 0, 2: 1, 4: kappa}, 2: {0: 1, 1: 0, 2: 1}}
    terms = sp.Poly(sp.expand(expression), QUERY, NOISE).terms()
    # an odd power of z has the mean 0, so the moment of q beside it does not matter
    return sum(c * moments[2][z] * moments[1].get(q, 0) for (q, z), c in terms if z != 1)


def _own_product():
    """One coordinate: q k with k = ρ q + √(1 - ρ²) z."""
    return QUERY * (rho * QUERY + sp.sqrt(1 - rho**2) * NOISE)


@derivation("scaling.correlated-pairs")
def a_correlated_score_has_a_mean():
    return Chain(sum_over(a, _expectation(_own_product()))).equals(
        rho * d, "d products, each of mean ρ"
    )


refuses(
    a_correlated_score_has_a_mean,
    lambda: Chain(sum_over(a, _expectation(_own_product()))).equals(0, "no mean"),
)


@derivation("scaling.correlated-pairs")
def a_correlated_score_has_another_variance():
    return Chain(_correlated_variance()).equals(
        d * (1 + rho**2 * (kappa - 2)), "ρ²κ + (1 - ρ²) - ρ², d times"
    )


refuses(
    a_correlated_score_has_another_variance,
    lambda: Chain(_correlated_variance()).equals(d, "as if independent"),
)


def _correlated_variance():
    one = _own_product()
    return sum_over(a, _expectation(one**2) - _expectation(one) ** 2)


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
        variance(_pairs((-1, 1), sp.Integer(1), 2)),
        variance(_pairs((-1, 1), part, 2)),
        variance(_pairs(wide, part)),
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
        given={"q = k": "(t, t), t drawn from (-√2, 0, 0, √2)", "κ": "2", "ρ": "1", "d": "2"},
        claimed="the variance is d (1 + κ - 2) = 2",
        left=variance(cases),
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
