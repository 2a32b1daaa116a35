"""Sums of floats in two orders, and weights without a division: where bits change."""

from fractions import Fraction

import numpy as np

from impl.softmax import logsumexp
from impl.softmax import softmax as softmax_of
from proofs.engine.at_case import At
from proofs.engine.elsewhere import stands_for
from proofs.engine.evidence import counterexample, derivation
from proofs.floats.sums import added, added_backwards, by_halves, padded
from theory.floats.computed_attention import L_hat, x
from theory.floats.order import normaliser, p, t
from theory.letters import i
from theory.stating.operations import exp
from theory.stating.variables import nonnegative

HALF_AN_ULP = Fraction(1, 2**53)
THREE = (1, HALF_AN_ULP, HALF_AN_ULP)  # two additions commute: no shorter row would do


@stands_for("computed_without_division")
def without_division(scores):
    scores = np.asarray(scores, dtype=float)
    return np.exp(scores - logsumexp(scores)).tolist()


RUNS = {
    "computed_sum": added,
    "computed_sum_backwards": added_backwards,
    "computed_sum_by_halves": by_halves,
    "computed_padded_sum": padded,
    "computed_softmax": lambda row: softmax_of(np.asarray(row, dtype=float)).tolist(),
    "computed_without_division": without_division,
}


@counterexample("floats.order-keeps-bits")
def the_small_ones_first():
    # from the left each half unit is rounded away; from the right they make a whole one
    return At({x: THREE}, added(THREE), "the sum as Python computes it", runs=RUNS)


@counterexample("floats.padding-keeps-bits")
def one_zero_behind_three_numbers():
    return At({x: THREE}, by_halves([*THREE, 0.0]), "the padded sum", runs=RUNS)


@counterexample("floats.division-free-is-the-quotient")
def two_scores_of_ten_thousand():
    scores = (10_000, 10_000)
    return At({x: scores, i: 1}, RUNS["computed_softmax"](scores)[0], "the quotient", runs=RUNS)


s = nonnegative("s")
HIGH, LOW = {L_hat: normaliser - t + s}, {L_hat: normaliser + t - s}


@derivation("floats.division-free-weight", let=LOW, apart=True)
def a_large_logarithm_makes_weights_at_least_so_much_smaller(chain):
    return chain.equals(
        p[i] * exp(-t) * (exp(s) - 1), "the sum is the exponential of its logarithm"
    ).closes("s ≥ 0")


@derivation("floats.division-free-weight", duty=1, let=HIGH, apart=True)
def a_small_logarithm_makes_weights_at_most_so_much_larger(chain):
    return chain.equals(
        p[i] * exp(t) * (1 - exp(-s)), "the sum is the exponential of its logarithm"
    ).closes("s ≥ 0")
