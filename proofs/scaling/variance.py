"""The variance of a score: in general, and in proportion to the width.

Method of the chapter: derivations for all widths, with expectations written as sums of moments. A
claim about any distribution is shown for n equally likely values and any n; other distributions are
limits of these. Witnesses run `impl` on every outcome of a small random experiment.
"""

from itertools import product

import sympy as sp

from impl.scores import dot
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import derivation, exact_run, refuses
from theory.scaling import variance_of_score
from theory.symbols import a, b, d, family, positive, sum_over, sum_to

C_q, C_k, mu, nu, K = (family(name) for name in ("C_q", "C_k", "mu", "nu", "K"))


deviation = positive("sigma")


def variance(cases, score=dot):
    """Return the variance of the score over equally likely pairs of a query and a key."""
    scores = [score(symbols.array(q), symbols.array([k])).tolist()[0] for q, k in cases]
    mean = sp.Rational(1, len(scores)) * sum(scores)
    return sp.Rational(1, len(scores)) * sum((s - mean) ** 2 for s in scores)


def _signs(width):
    """Return every pair of vectors of signs: independent, centred, uncorrelated, of variance 1."""
    vectors = [list(v) for v in product((-1, 1), repeat=width)]
    return [(q, k) for q in vectors for k in vectors]


@derivation("scaling.variance-in-general")
def variance_in_general():
    means = mu[a] * mu[b] * C_k[a, b] + nu[a] * nu[b] * C_q[a, b]
    return Chain(variance_of_score(C_q, C_k, mu, nu)).equals(
        _traces() + sum_over(a, sum_to(d, b, means)),
        "multiply out; the terms of means alone cancel",
    )


refuses(
    variance_in_general,
    lambda: Chain(variance_of_score(C_q, C_k, mu, nu)).equals(_traces(), "without the means"),
)


def _traces():
    return sum_over(a, sum_to(d, b, C_q[a, b] * C_k[a, b]))


def of_query(first, second):
    """C_q = σ² I: uncorrelated coordinates of variance σ²."""
    return deviation**2 * sp.KroneckerDelta(first, second)


def of_key(first, second):
    """Any C_k with σ² on its diagonal; the score is symmetric, so the key may be the other one."""
    same = sp.KroneckerDelta(first, second)
    return deviation**2 * same + (1 - same) * C_k[first, second]


def _centred_variance(of_query=of_query):
    return variance_of_score(of_query, of_key, lambda _: 0, lambda _: 0)


@derivation("scaling.variance-is-proportional-to-width")
def variance_is_proportional_to_width():
    return (
        Chain(_centred_variance())
        .equals(sum_over(a, of_query(a, a) * of_key(a, a)), "Var(q_a k_a) = Var(q_a) Var(k_a)")
        .equals(deviation**4 * d, "d equal terms")
    )


refuses(
    variance_is_proportional_to_width,
    lambda: Chain(_centred_variance(of_key)).equals(deviation**4 * d, "whatever correlates"),
)


@exact_run("scaling.variance-is-proportional-to-width")
def all_signs_have_the_printed_variance():
    ours = [variance(_signs(width)) for width in (1, 2, 3)]
    yield "all pairs of vectors of signs, d = 1, 2, 3", ours, [1, 2, 3]
