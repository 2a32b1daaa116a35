"""Softmax in floats: how far rounding changes its sums, signs and shifts."""

import numpy as np
import sympy as sp

from impl.softmax import softmax as softmax_of
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from proofs.softmax.weights import p, x
from theory.softmax import fl
from theory.symbols import family, i, j, k, n, nonnegative, positive, real, sum_over

c = real("c")


@counterexample("softmax.rows-sum-to-one-in-floats")
def ten_equal_weights():
    # Ten copies of the float nearest to 1/10, added one after the other as the formula says.
    weight_of_each = softmax_of(floats([0.0] * 10)).tolist()
    added = 0.0
    for one in weight_of_each:
        added += one
    return Witness(
        given={"x": "(0, ..., 0), n = 10, float64"},
        claimed="the computed weights, added in order, give 1",
        left=sp.Rational(*added.as_integer_ratio()),
        op="=",
        right=1,
        ours=added,
        instead="the sum as printed by Python",
    )


@derivation("softmax.computed-rows-sum-to-nearly-one")
def a_computed_sum_is_at_most_one_and_the_bounds():
    return Chain(_computed_sum() - 1).at_most(
        sum_over(i, bound[i]), "the exact weights sum to 1; each error is b_i - s_i, s_i ≥ 0"
    )


refuses(
    a_computed_sum_is_at_most_one_and_the_bounds,
    lambda: Chain(_computed_sum() - 1).at_most(0, "without the bounds"),
)


@derivation("softmax.computed-rows-sum-to-nearly-one")
def a_computed_sum_is_at_least_one_less_the_bounds():
    return Chain(_computed_sum(-1) - 1).at_least(
        -sum_over(i, bound[i]), "each error is s_i - b_i, s_i ≥ 0"
    )


refuses(
    a_computed_sum_is_at_least_one_less_the_bounds,
    lambda: Chain(_computed_sum(-1) - 1).at_least(0, "without the bounds"),
)


bound, slack = family("b", nonnegative=True), family("s", nonnegative=True)


def _computed_sum(sign=1):
    """Σ p̂_i, each p̂_i being off by at most b_i."""
    return sum_over(i, p(i) + sign * (bound[i] - slack[i]))


@derivation("softmax.positive-in-floats-above-its-error")
def a_weight_is_at_least_its_share_of_the_spread():
    # p_i = 1/Σ exp(x_j - x_i), and x_j - x_i = s - s_j, how far each lies below the largest.
    return Chain(1 / sum_over(j, sp.exp(_below() - slack[j]))).at_least(
        _least(), "each of the n terms is at most exp(s)"
    )


refuses(
    a_weight_is_at_least_its_share_of_the_spread,
    lambda: Chain(1 / sum_over(j, sp.exp(_below() + x[j]))).at_least(_least(), "unbounded"),
)


def _below():
    return nonnegative("s")


def _least():
    return sp.exp(-_below()) / n


@derivation("softmax.positive-in-floats-above-its-error")
def what_exceeds_its_error_is_positive():
    error, gap = nonnegative("b"), positive("g")
    return (
        Chain(error + gap - (error - nonnegative("r")))
        .at_least(gap, "p_i = b_i + g; the error is at most b_i")
        .above(0, "g > 0")
    )


refuses(
    what_exceeds_its_error_is_positive,
    lambda: Chain(nonnegative("p") - nonnegative("b")).above(0, "for any bound"),
)


@necessity("softmax.positive-in-floats-above-its-error", "above-its-error")
def a_weight_below_its_error_may_vanish():
    return a_weight_that_underflows()


@counterexample("softmax.positive-in-floats")
def a_weight_that_underflows():
    computed = softmax_of(floats([0.0, -1000.0]))
    return Witness(
        given={"x": "(0, -1000), float64"},
        claimed="the second computed weight is positive",
        left=sp.Rational(float(computed[1])),
        op=">",
        right=0,
        ours=computed.tolist(),
        instead="exp(-1000) is about 5e-435, below the least positive float64, 4.9e-324",
    )


@counterexample("softmax.shift-invariance-in-floats")
def a_shift_that_swallows_the_scores():
    shifted = softmax_of(floats([0.0 + 1e17, 1.0 + 1e17]))
    return Witness(
        given={"x": "(0, 1), float64", "c": "1e17"},
        claimed="the first computed weight is the same with and without the shift",
        left=sp.Rational(float(shifted[0])),
        op="=",
        right=sp.Rational(float(softmax_of(floats([0.0, 1.0]))[0])),
        ours=shifted.tolist(),
        instead="1e17 + 1 rounds to 1e17, so the scores became equal before softmax saw them",
    )


@derivation("softmax.exact-shift-changes-no-bit")
def the_first_rounded_number_is_the_same():
    chain = Chain(_first_rounded_apart())
    for place in (i, k):
        shifted = x[place] + c
        chain.given("exact-shift", fl(shifted), shifted, "a shifted score is a float")
        chain.given(
            "exact-shift", fl(shifted / 2), shifted / 2, "half of the shifted score is a float"
        )
        chain.given(
            "exact-shift", fl(x[place] / 2), x[place] / 2, "half of the score itself is a float"
        )
    return chain  # c has cancelled


refuses(
    the_first_rounded_number_is_the_same,
    lambda: Chain(_first_rounded_apart()).equals(0, "for any shift"),
)


def _first_rounded_apart():
    """Compare x_i/2 - x_k/2, with c and without, x_k being the largest: impl goes on from it."""
    halves_apart = lambda one, other: fl(fl(one / 2) - fl(other / 2))
    return halves_apart(fl(x[i] + c), fl(x[k] + c)) - halves_apart(x[i], x[k])


@necessity("softmax.exact-shift-changes-no-bit", "exact-shift")
def an_inexact_shift_changes_bits():
    return a_shift_that_swallows_the_scores()


def floats(values):
    return np.asarray(values, dtype=np.float64)
