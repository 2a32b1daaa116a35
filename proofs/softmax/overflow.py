"""The printed formula overflows in floats; with the maximum subtracted it does not."""

from impl.softmax import softmax as softmax_of
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation
from proofs.rules import cases
from proofs.softmax.in_floats import floats
from theory.letters import i, j, n
from theory.softmax.words import x
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp

s = numbers("s", n, domain="nonnegative")


@counterexample("softmax.as-printed-in-floats")
def the_printed_exponential_overflows():
    # float64's largest number has logarithm 709.78.
    return At(
        {x: (1000,)}, softmax_of(floats([1000.0])).tolist(), "impl subtracts the maximum first"
    )


LARGEST = {x[j]: x[i] - (1 - delta(i, j)) * s[j]}  # x_i is the largest


@derivation("softmax.shifted-sum-is-safe", let=LARGEST, turned=True)
def a_shifted_sum_is_at_least_one(chain):
    others = every(j, entry=(1 - delta(i, j)) * exp(-s[j]))
    return (
        chain.by(cases, "term j is that of the maximum, exp(0) = 1, or another, exp(-s_j)")
        .equals(1 + total(others), "Σ δ = 1: the term of the maximum stands apart")
        .closes("exponentials are positive")
    )


closes("softmax.shifted-sum-is-safe", "no term exceeds exp(0) = 1", duty=1, let=LARGEST)
