"""The variance of a score grows like the width; divided by the root of the width, it is 1.

Method of the chapter: derivations for all widths, with expectations written as sums of moments;
where a claim is about any distribution, it is shown for n equally likely values, any n, of which
others are limits. Witnesses run `impl` on every outcome of a small random experiment.
"""

from itertools import product

import sympy as sp

from impl.scores import dot, scaled_dot
from proofs.arrays import symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, derivation, exact_run, necessity
from theory.scaling import variance_of_score
from theory.symbols import a, b, d, family, positive, sum_over, sum_to

C_q, C_k, mu, nu = (family(name) for name in ("C_q", "C_k", "mu", "nu"))
spread = positive("sigma")


def variance(cases, score=dot):
    """Return the variance of the score over equally likely pairs of a query and a key."""
    scores = [score(symbols.array(q), symbols.array([k])).tolist()[0] for q, k in cases]
    mean = sp.Rational(1, len(scores)) * sum(scores)
    return sp.Rational(1, len(scores)) * sum((s - mean) ** 2 for s in scores)


def _signs(width):
    """Return every pair of vectors of signs: independent, centred, uncorrelated, of variance 1."""
    vectors = [list(v) for v in product((-1, 1), repeat=width)]
    return [(q, k) for q in vectors for k in vectors]


@derivation(
    "scaling.variance-in-general",
    wrong=lambda: Chain(variance_of_score(C_q, C_k, mu, nu)).equals(_traces(), "without the means"),
)
def variance_in_general():
    means = mu[a] * mu[b] * C_k[a, b] + nu[a] * nu[b] * C_q[a, b]
    return Chain(variance_of_score(C_q, C_k, mu, nu)).equals(
        _traces() + sum_over(a, sum_to(d, b, means)), "E of a product of independents; linearity"
    )


def _traces():
    return sum_over(a, sum_to(d, b, C_q[a, b] * C_k[a, b]))


def _of_uncorrelated():
    """The variance with means zero and C_q = σ² I, whatever the correlations of the key."""
    diagonal = lambda p, q: spread**2 * sp.KroneckerDelta(p, q)  # noqa: E731
    return variance_of_score(diagonal, C_k, lambda _: 0, lambda _: 0)


@derivation(
    "scaling.variance-is-proportional-to-width",
    wrong=lambda: Chain(_of_uncorrelated()).equals(_traces(), "C_q = C_k"),
)
def variance_is_a_sum_of_variances():
    return Chain(_of_uncorrelated()).equals(
        sum_over(a, spread**2 * C_k[a, a]), "C_q = σ² I; Var(q_a k_a) = σ² Var(k_a)"
    )


@derivation(
    "scaling.variance-is-proportional-to-width",
    wrong=lambda: Chain(_of_equal_variances()).equals(spread**4, "at any width"),
)
def variance_is_proportional_to_width():
    return Chain(_of_equal_variances()).equals(spread**4 * d, "d equal terms")


def _of_equal_variances():
    return sum_over(a, spread**2 * spread**2)


@exact_run("scaling.variance-is-proportional-to-width")
def all_signs_have_the_printed_variance():
    ours = [variance(_signs(width)) for width in (1, 2, 3)]
    yield "all pairs of vectors of signs, d = 1, 2, 3", ours, [1, 2, 3]


def _with_means():
    """The variance with C_q = C_k = σ² I and any means."""
    diagonal = lambda p, q: spread**2 * sp.KroneckerDelta(p, q)  # noqa: E731
    return variance_of_score(diagonal, diagonal, mu, nu)


@derivation(
    "scaling.spread-grows-with-the-width",
    wrong=lambda: Chain(_with_means()).at_least(spread**4 * (d + 1), "and more"),
)
def the_spread_grows():
    means = spread**2 * sum_over(a, mu[a] ** 2 + nu[a] ** 2)
    return (
        Chain(_with_means())
        .equals(spread**4 * d + means, "scaling.variance-in-general")
        .at_least(spread**4 * d, "squares of the means")
    )


@derivation(
    "scaling.spread-grows-with-the-width",
    wrong=lambda: Chain(spread**4 * d).tends(d, sp.oo, 0, "it dies out"),
)
def the_spread_grows_without_bound():
    return Chain(spread**4 * d).tends(d, sp.oo, sp.oo, "a multiple of d")


def _no_spread(given, cases, width):
    return Witness(
        given={**given, "σ": "1"}, claimed=f"the variance of the score is at least {width}",
        left=variance(cases), op="≥", right=width,
    )  # fmt: skip


@necessity("scaling.spread-grows-with-the-width", "independent")
def equal_signs_have_one_score():
    return _no_spread({"q = k": "(1) or (-1), evenly"}, [([1], [1]), ([-1], [-1])], 1)


@necessity("scaling.spread-grows-with-the-width", "uncorrelated")
def opposite_coordinates_cancel():
    cases = [([p, -p], [q, q]) for p in (1, -1) for q in (1, -1)]
    return _no_spread({"q": "(1, -1) or (-1, 1)", "k": "(1, 1) or (-1, -1)"}, cases, 2)


@derivation(
    "scaling.unit-variance-after-division",
    wrong=lambda: (
        Chain(spread**4 * d / d**2)
        .given("unit-variance", spread, 1, "σ = 1")
        .equals(1, "divided by d, not by √d")
    ),
)
def division_gives_unit_variance():
    return (
        Chain(spread**4 * d / sp.sqrt(d) ** 2)
        .given("unit-variance", spread, 1, "each coordinate has variance 1")
        .equals(1, "d/d")
    )


_WITHOUT = {
    "independent": (
        {"q = k": "(1) or (-1), evenly", "d": "1"}, [([1], [1]), ([-1], [-1])], 1,
    ),
    "centred": (
        {"q, k": "(0) or (2), evenly and independently", "d": "1", "σ²": "1"},
        [([p], [q]) for p in (0, 2) for q in (0, 2)], 1,
    ),
    "uncorrelated": (
        {"q": "(1, 1) or (-1, -1)", "k": "the same, independently", "d": "2"},
        [([p, p], [q, q]) for p in (1, -1) for q in (1, -1)], 2,
    ),
    "unit-variance": (
        {"q, k": "(2) or (-2), evenly and independently", "d": "1"},
        [([p], [q]) for p in (2, -2) for q in (2, -2)], 1,
    ),
}  # fmt: skip


def _register_witnesses():
    for hypothesis, (given, cases, width) in _WITHOUT.items():
        witness = lambda score, right, given=given, cases=cases: Witness(  # noqa: E731
            given=given,
            claimed=f"the variance of the score is {right}",
            left=variance(cases, score),
            op="=",
            right=right,
        )
        if hypothesis == "independent":
            necessity("scaling.variance-in-general", hypothesis)(lambda w=witness: w(dot, 1))
        if hypothesis != "unit-variance":
            necessity("scaling.variance-is-proportional-to-width", hypothesis)(
                lambda w=witness, width=width: w(dot, width)
            )
        necessity("scaling.unit-variance-after-division", hypothesis)(
            lambda w=witness: w(scaled_dot, 1)
        )


_register_witnesses()
