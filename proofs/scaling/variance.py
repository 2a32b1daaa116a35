"""The variance of a score grows like the width; divided by the root of the width, it is 1.

Method of the chapter: derivations for all widths, with expectations written as sums of moments;
where a claim is about any distribution, it is shown for n equally likely values, any n, of which
others are limits. Witnesses run `impl` on every outcome of a small random experiment.
"""

from itertools import product

import sympy as sp

from impl.scores import dot, scaled_dot
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from theory.scaling import variance_of_score
from theory.symbols import a, b, d, family, i, j, n, positive, sum_over, sum_to

C_q, C_k, mu, nu, K = (family(name) for name in ("C_q", "C_k", "mu", "nu", "K"))
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


def _of_query(first, second):
    """C_q = σ² I: uncorrelated coordinates of variance σ²."""
    return spread**2 * sp.KroneckerDelta(first, second)


def _of_key(first, second):
    """Any C_k with σ² on its diagonal; the score is symmetric, so the key may be the other one."""
    same = sp.KroneckerDelta(first, second)
    return spread**2 * same + (1 - same) * C_k[first, second]


def _centred_variance(of_query=_of_query):
    return variance_of_score(of_query, _of_key, lambda _: 0, lambda _: 0)


@derivation("scaling.variance-is-proportional-to-width")
def variance_is_proportional_to_width():
    return (
        Chain(_centred_variance())
        .equals(sum_over(a, _of_query(a, a) * _of_key(a, a)), "Var(q_a k_a) = Var(q_a) Var(k_a)")
        .equals(spread**4 * d, "d equal terms")
    )


refuses(
    variance_is_proportional_to_width,
    lambda: Chain(_centred_variance(_of_key)).equals(spread**4 * d, "whatever correlates"),
)


@exact_run("scaling.variance-is-proportional-to-width")
def all_signs_have_the_printed_variance():
    ours = [variance(_signs(width)) for width in (1, 2, 3)]
    yield "all pairs of vectors of signs, d = 1, 2, 3", ours, [1, 2, 3]


def _of_any_keys():
    """Var(q kᵀ) for C_q = σ² I, any mean of q, and any n equally likely keys K_j.

    The score is symmetric, so this is also what uncorrelated keys give.
    """
    squares = sum_to(d, b, (_of_query(a, b) + mu[a] * mu[b]) * K[j, a] * K[j, b])
    return sum_over(j, sum_over(a, squares)) / n - (sum_over(j, _met_by_mean(j)) / n) ** 2


def _met_by_mean(key):
    """The score that a key has with the mean of the query."""
    return sum_over(a, mu[a] * K[key, a])


SQUARES = sum_over(j, sum_over(a, K[j, a] ** 2))
KEY_MEANS = sum_over(a, (sum_over(j, K[j, a]) / n) ** 2)


@derivation("scaling.spread-grows-with-the-width")
def the_spread_grows():
    return _least_spread().at_least(spread**4 * d, "squares of means are not negative")


refuses(the_spread_grows, lambda: _least_spread().at_least(spread**4 * (d + 1), "and more"))


def _least_spread():
    centre = sum_over(i, _met_by_mean(i)) / n
    return (
        Chain(_of_any_keys())
        .equals(
            spread**2 * SQUARES / n + sum_over(j, (_met_by_mean(j) - centre) ** 2) / n,
            "σ² E |k|², plus the variance of μ kᵀ",
        )
        .at_least(spread**2 * SQUARES / n, "a variance is not negative")
        .given(
            "equal-variances",
            SQUARES,
            n * (spread**2 * d + KEY_MEANS),
            "each coordinate of the keys has variance σ²",
        )
    )


@derivation("scaling.spread-grows-with-the-width")
def the_spread_grows_without_bound():
    return Chain(spread**4 * d).tends(d, sp.oo, sp.oo, "σ⁴ > 0 does not depend on d")


refuses(
    the_spread_grows_without_bound, lambda: Chain(spread**4 * d).tends(d, sp.oo, 0, "it dies out")
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


@derivation("scaling.unit-variance-after-division")
def division_gives_unit_variance():
    return (
        Chain(_divided_variance(sp.sqrt(d)))
        .equals(spread**4, "d equal terms, each divided by d")
        .given("unit-variance", spread, 1, "each coordinate has variance 1")
    )


refuses(
    division_gives_unit_variance,
    lambda: Chain(_divided_variance(d)).equals(spread**4, "divided by d, not by √d"),
)


def _divided_variance(divisor):
    """Var(q (k/divisor)ᵀ), whose keys have the covariance C_k/divisor²."""
    divided = lambda first, second: _of_key(first, second) / divisor**2
    return variance_of_score(_of_query, divided, lambda _: 0, lambda _: 0)


_WITHOUT = {
    "independent": (
        {"q = k": "(1) or (-1), equally likely", "d": "1"}, [([1], [1]), ([-1], [-1])], 1,
    ),
    "centred": (
        {"q, k": "(0) or (2), equally likely, independent of each other", "d": "1", "σ²": "1"},
        [([p], [q]) for p in (0, 2) for q in (0, 2)], 1,
    ),
    "uncorrelated": (
        {"q": "(1, 1) or (-1, -1)", "k": "the same, independent of q", "d": "2"},
        [([p, p], [q, q]) for p in (1, -1) for q in (1, -1)], 2,
    ),
    "unit-variance": (
        {"q, k": "(2) or (-2), equally likely, independent of each other", "d": "1"},
        [([p], [q]) for p in (2, -2) for q in (2, -2)], 1,
    ),
}  # fmt: skip


def _register_witnesses():
    for hypothesis, (given, cases, width) in _WITHOUT.items():
        witness = lambda score, right, given=given, cases=cases: Witness(
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
