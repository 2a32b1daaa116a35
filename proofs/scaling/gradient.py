"""Large scores make one weight large, and the gradient of softmax small."""

import sympy as sp

from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, refuses
from theory.softmax import weight
from theory.symbols import family, i, k, nonnegative, sum_over

x = family("x")


@counterexample("scaling.large-scores-make-small-weights")
def a_large_score_makes_a_large_weight():
    weights = softmax(symbols.array([100, 0])).tolist()
    return Witness(
        given={"s": "(100, 0)"},
        claimed="all weights are small, below 1/2 at least",
        left=weights[0],
        op="<",
        right=sp.Rational(1, 2),
        ours=sp.N(weights[0], 10),
        instead="the first weight",
    )


def _row_of_derivatives():
    """Σ_k |∂α_i/∂s_k| = α_i (1 - α_i) + Σ over k ≠ i of α_i α_k."""
    alpha = weight(x, i)
    return alpha * (1 - alpha) + sum_over(k, alpha * weight(x, k)) - alpha**2


@derivation("scaling.gradient-vanishes-where-softmax-is-certain")
def derivatives_sum_to_twice_the_variance():
    alpha = weight(x, i)
    return Chain(_row_of_derivatives()).equals(2 * alpha * (1 - alpha), "the weights sum to 1")


refuses(
    derivatives_sum_to_twice_the_variance,
    lambda: Chain(_row_of_derivatives()).equals(weight(x, i), "as large as the weight"),
)


@derivation("scaling.gradient-vanishes-where-softmax-is-certain")
def the_largest_weight_bounds_its_own_row():
    rest = nonnegative("r")
    return Chain(2 * (1 - rest) * rest).at_most(2 * rest, "α_i = 1 - r is the largest weight")


refuses(
    the_largest_weight_bounds_its_own_row,
    lambda: Chain(2 * (1 - nonnegative("r")) * nonnegative("r")).at_most(0, "no gradient"),
)


@derivation("scaling.gradient-vanishes-where-softmax-is-certain")
def the_largest_weight_bounds_the_other_rows():
    alpha, rest = nonnegative("p"), nonnegative("r")
    return Chain(_other_row()).at_most(
        2 * (alpha + rest), "the largest weight is 1 - p - r, and p² ≥ 0"
    )


refuses(
    the_largest_weight_bounds_the_other_rows,
    lambda: Chain(_other_row()).at_most(nonnegative("r"), "without the weight itself"),
)


def _other_row():
    return 2 * nonnegative("p") * (1 - nonnegative("p"))


@counterexample("scaling.softmax-of-one-score-tells")
def one_key_has_all_the_weight():
    weights = [softmax(symbols.array([score])).tolist()[0] for score in (0, 100)]
    return Witness(
        given={"q W^q (k W^k)ᵀ": "0, then 100"},
        claimed="the weight changes",
        left=weights[0],
        op="≠",
        right=weights[1],
        ours=weights,
        instead="the weight of the only key; with K instead of k there are others to compare",
    )
