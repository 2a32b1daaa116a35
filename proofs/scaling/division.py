"""Divided by the root of the width, a score has variance 1; each hypothesis is needed."""

import sympy as sp

from impl.scores import dot, scaled_dot
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from proofs.scaling.variance import deviation, of_key, of_query, variance
from theory.scaling import variance_of_score
from theory.symbols import d


@derivation("scaling.unit-variance-after-division")
def division_gives_unit_variance():
    return (
        Chain(_divided_variance(sp.sqrt(d)))
        .equals(deviation**4, "d equal terms, each divided by d")
        .given("unit-variance", deviation, 1, "each coordinate has variance 1")
    )


refuses(
    division_gives_unit_variance,
    lambda: Chain(_divided_variance(d)).equals(deviation**4, "divided by d, not by √d"),
)


def _divided_variance(divisor):
    """Var(q (k/divisor)ᵀ), whose keys have the covariance C_k/divisor²."""
    divided = lambda first, second: of_key(first, second) / divisor**2
    return variance_of_score(of_query, divided, lambda _: 0, lambda _: 0)


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
