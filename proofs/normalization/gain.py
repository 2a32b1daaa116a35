"""Gain and bias: of a normalised row they become the deviation and the mean."""

from fractions import Fraction

import sympy as sp

from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, met_by, necessity
from proofs.normalization.layer_norm import as_computed
from theory.letters import d
from theory.normalization.words import bias, biases, gain, gains, j, x, y
from theory.stating.families import total


@counterexample("normalization.gain-is-the-variance")
def a_gain_of_two_has_variance_four():
    row = as_computed([-1, 1], gain=expressions.array([2, 2]))
    return At({x: (-1, 1), gain: 2, bias: 0}, row, "the row")


ONE_PAIR = {gains[j]: gain, biases[j]: bias}


@derivation("normalization.gain-is-a-deviation", let=ONE_PAIR)
def the_bias_is_the_mean(chain):
    return (
        chain.equals(gain / d * total(y) + bias, "all columns share a and b; the mean is linear")
        .given("normalised", total(y), 0, "Σ y = 0")
        .closes("b remains")
    )


@derivation("normalization.gain-is-a-deviation", duty=1, let=ONE_PAIR)
def the_gain_is_the_deviation(chain):
    return (
        chain.equals(gain**2 / d * total(y**2), "all columns share a and b; b cancels")
        .given("normalised", total(y**2), d, "Σ y² = d")
        .closes("a² remains")
    )


@met_by("normalization.gain-is-a-deviation")
def a_normalised_row_with_one_pair():
    return {y: (-1, 1), gains: (2, 2), biases: (3, 3), gain: 2, bias: 3}


@necessity("normalization.gain-is-a-deviation", "normalised")
def an_epsilon_lowers_the_deviation():
    half = Fraction(1, 2)
    row = as_computed([-1, 1], gain=expressions.array([2, 2]), eps=sp.Integer(3))
    why = "the row with a = 2 for x = (-1, 1), normalised with ε = 3: y = (-1/2, 1/2)"
    return At({y: (-half, half), gains: (2, 2), biases: (0, 0), gain: 2, bias: 0}, row, why)


@necessity("normalization.gain-is-a-deviation", "one-pair")
def gains_of_their_own_move_the_mean():
    row = as_computed([-1, 1], gain=expressions.array([2, 0]))
    return At({y: (-1, 1), gains: (2, 0), biases: (0, 0), gain: 2, bias: 0}, row, "the row")
