"""Softmax in floats: how far rounding changes its sums, signs and shifts."""

from fractions import Fraction

import numpy as np

from impl.softmax import softmax as softmax_of
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by, necessity
from proofs.floats.sums import added
from theory.letters import i, j, k, n
from theory.softmax.words import bound, c, p_hat, softmax, spread, x
from theory.stating.families import numbers, total
from theory.stating.operations import exp, fl
from theory.stating.variables import nonnegative, positive


@counterexample("softmax.rows-sum-to-one-in-floats")
def two_weights():
    # Two numbers are added in one order alone, and one weight is 1. With any of the three floats
    # about exp(-5) the sum is not 1, so it is no matter whose exponential rounds better.
    return At({x: (0, -5)}, added(computed([0.0, -5.0])), "the sum of the two", runs=RUNS)


def computed(scores):
    return softmax_of(floats(scores)).tolist()


s = numbers("s", n, domain="nonnegative")
RUNS = {"computed_softmax": computed, "computed_sum": added}
ABOVE = {p_hat[i]: softmax(x)[i] + bound[i] - s[i]}
BELOW = {p_hat[i]: softmax(x)[i] - bound[i] + s[i]}

closes(
    "softmax.computed-rows-sum-to-nearly-one",
    "the exact weights sum to 1; each error is s_i - b_i, s_i ≥ 0",
    let=BELOW,
    apart=True,
)


closes(
    "softmax.computed-rows-sum-to-nearly-one",
    "the exact weights sum to 1; each error is b_i - s_i, s_i ≥ 0",
    duty=1,
    let=ABOVE,
    apart=True,
)


r, t, g = numbers("r", n, domain="nonnegative"), nonnegative("t"), positive("g")
SPREAD = {x[j]: x[i] + spread - r[j]}
SUNK = (0, -1000)  # the second weight is below every float


@derivation("softmax.positive-in-floats-above-its-error", let=SPREAD)
def a_weight_is_at_least_its_share_of_the_spread(chain):
    return chain.equals(
        1 / total((spread - r).map(exp)), "each score lies below x_i + s, by r_j"
    ).closes("each of the n terms is at most exp(s)")


@derivation(
    "softmax.positive-in-floats-above-its-error",
    duty=1,
    let={p_hat[i]: softmax(x)[i] - bound[i] + t, **SPREAD, bound[i]: exp(-spread) / n - g},
)
def what_exceeds_its_error_is_positive(chain):
    return chain.at_least(
        g + t, "the weight is at least exp(-s)/n = b_i + g, and its error is t - b_i"
    ).closes("g > 0, t ≥ 0")


@necessity("softmax.positive-in-floats-above-its-error", "above-its-error")
def a_weight_below_its_error_may_vanish():
    return At(
        {x: SUNK, i: 2, spread: 1000, p_hat: (1, 0), bound: (Fraction(1, 100),) * 2},
        computed(SUNK),
    )


@met_by("softmax.positive-in-floats-above-its-error")
def two_even_weights():
    half, off = Fraction(1, 2), Fraction(1, 100)
    return {x: (0, 0), i: 1, spread: 0, p_hat: (half, half), bound: (off, off)}


@counterexample("softmax.positive-in-floats")
def a_weight_that_underflows():
    ours = computed(SUNK)
    why = "exp(-1000) is about 5e-435, below the least positive float64, 4.9e-324"
    return At({x: SUNK}, ours, why, runs=RUNS)


@counterexample("softmax.shift-invariance-in-floats")
def a_shift_that_swallows_the_scores():
    ours = computed([0.0 + 1e17, 1.0 + 1e17])
    why = "1e17 + 1 rounds to 1e17, so the scores became equal before softmax saw them"
    return At({x: (0, 1), c: 10**17}, ours, why, runs=RUNS)


@derivation("softmax.exact-shift-changes-no-bit", apart=True)
def the_first_rounded_number_is_the_same(chain):
    for place in (i, k):
        shifted = x[place] + c
        chain.given("exact-shift", fl(shifted), shifted, "a shifted score is a float")
    return chain.closes("c has cancelled")


@necessity("softmax.exact-shift-changes-no-bit", "exact-shift")
def an_inexact_shift_changes_bits():
    return At({x: (0, 1), c: 10**17}, computed([1e17, 1e17 + 1]), "1e17 + 1 rounds to 1e17")


def floats(values):
    return np.asarray(values, dtype=np.float64)
