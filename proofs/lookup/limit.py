"""As the temperature falls, soft attention tends to hard attention, and ties share."""

import sympy as sp

from impl.lookup import attention
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from theory.softmax import weight
from theory.symbols import at, family, i, j, n, nonnegative, positive, size, sum_over

s = family("s", nonnegative=True)
g, T, D = positive("g"), positive("T"), nonnegative("D")
others = sum_over(j, sp.exp(-(g + s[j]) / T))


@derivation("lookup.soft-tends-to-hard")
def soft_tends_to_hard():
    return (
        Chain(1 - 1 / (1 + others))
        .equals(others / (1 + others), "the total weight of the others")
        .at_most(others, "the denominator is at least 1")
        .at_most(n * sp.exp(-g / T), "each other score lies at least g below")
        .tends(T, 0, 0, "exp(-g/T) tends to 0")
    )


refuses(
    soft_tends_to_hard,
    lambda: Chain(1 - 1 / (1 + others)).at_most(sp.exp(-g / T), "without the factor n"),
)


@derivation("lookup.soft-tends-to-hard")
def the_largest_weight_is_at_most_one():
    return Chain(1 - 1 / (1 + others)).at_least(0, "the other weights are positive")


refuses(
    the_largest_weight_is_at_most_one,
    lambda: Chain(1 - 1 / (1 + others)).at_least(1, "a whole unit"),
)


@necessity("lookup.soft-tends-to-hard", "unique-maximum")
def a_tie_stays_shared():
    return Witness(
        given={"scores": "(0, 0)", "T": "any"},
        claimed="the first weight tends to 1 as T tends to 0",
        left=sp.limit(at(weight(lambda place: sp.S.Zero / T, i), n=2, i=1), T, 0, "+"),
        op="=",
        right=1,
        ours=softmax(symbols.array([0, 0])).tolist(),
        instead="the weights at every temperature",
    )


@derivation("lookup.ties-share")
def ties_share():
    r = size("r")
    return (
        Chain(1 / r - 1 / (r + others))
        .equals(others / (r * (r + others)), "a common denominator")
        .at_most(others / r**2, "the denominator is at least r²")
        .at_most(n * sp.exp(-g / T) / r**2, "each other score lies at least g below")
        .tends(T, 0, 0, "exp(-g/T) tends to 0")
    )


refuses(
    ties_share, lambda: Chain(1 / size("r") - 1 / (size("r") + others)).at_most(0, "no rate at all")
)


@derivation("lookup.ties-share")
def a_tied_weight_is_at_most_its_share():
    r = size("r")
    return Chain(1 / r - 1 / (r + others)).at_least(
        0, "the larger the denominator, the smaller the fraction"
    )


refuses(
    a_tied_weight_is_at_most_its_share,
    lambda: Chain(1 / size("r") - 1 / (size("r") + others)).at_least(1, "a whole unit"),
)


@derivation("lookup.retrieval-precision")
def retrieval_precision():
    # A value D - w_j above the wanted one, w_j ≥ 0; the other side follows with -v.
    return (
        Chain(_error())
        .at_most(D * others / (1 + others), "each value differs from the wanted one by at most D")
        .at_most(D * others, "the denominator is at least 1")
        .at_most(D * n * sp.exp(-g / T), "each other score lies at least g below")
        .tends(T, 0, 0, "exp(-g/T) tends to 0")
    )


refuses(retrieval_precision, lambda: Chain(_error()).at_most(0, "no error at all"))


def _error():
    w = family("w", nonnegative=True)
    return sum_over(j, sp.exp(-(g + s[j]) / T) * (D - w[j])) / (1 + others)


@necessity("lookup.retrieval-precision", "unique-maximum")
def a_tie_returns_the_middle():
    result = attention(symbols.array([0, 0]) / T, symbols.array([[0], [1]])).tolist()[0]
    return Witness(
        given={"scores": "(0, 0)", "v": "(0, 1)"},
        claimed="the error tends to 0 as T tends to 0",
        left=sp.limit(result, T, 0, "+"),
        op="=",
        right=0,
        ours=result,
        instead="the output at every temperature",
    )
