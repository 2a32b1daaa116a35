"""The printed formula overflows in floats; with the maximum subtracted it does not."""

import sympy as sp

from impl.softmax import softmax as softmax_of
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, refuses
from proofs.softmax.floats import floats, slack
from proofs.softmax.weights import x
from theory.symbols import i, j, n, sum_over


@counterexample("softmax.as-printed-in-floats")
def the_printed_exponential_overflows():
    # float64's largest number has logarithm 709.78.
    largest = sp.Integer(int(floats([0.0]).dtype.type(1.7976931348623157e308)))
    return Witness(
        given={"x": "(1000), float64"},
        claimed="exp(1000) is at most the largest float64",
        left=sp.exp(1000),
        op="≤",
        right=largest,
        ours=softmax_of(floats([1000.0])).tolist(),
        instead="impl subtracts the maximum first",
    )


@derivation("softmax.shifted-sum-is-safe")
def a_shifted_sum_is_at_most_n():
    return Chain(_shifted_sum()).at_most(n, "every exponential is at most 1")


refuses(
    a_shifted_sum_is_at_most_n,
    lambda: Chain(sum_over(j, sp.exp(x[j]))).at_most(n, "without the maximum subtracted"),
)


@derivation("softmax.shifted-sum-is-safe")
def a_shifted_sum_is_at_least_one():
    others = sum_over(j, (1 - sp.KroneckerDelta(i, j)) * sp.exp(-slack[j]))
    return (
        Chain(_shifted_sum())
        .equals(1 + others, "the term of the maximum is exp(0)")
        .at_least(1, "exponentials are positive")
    )


refuses(
    a_shifted_sum_is_at_least_one,
    lambda: Chain(sum_over(j, sp.exp(-slack[j]))).at_least(1, "none is the maximum"),
)


def _shifted_sum():
    """Σ_j exp(x_j - m), score j lying s_j ≥ 0 below the maximum, score i, whose term is 1."""
    largest = sp.KroneckerDelta(i, j)
    return sum_over(j, largest + (1 - largest) * sp.exp(-slack[j]))
