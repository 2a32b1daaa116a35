"""Gain and bias: of a normalised row they become the deviation and the mean."""

import sympy as sp

from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from proofs.normalization.layer_norm import SQUARES, SUM, as_computed, y
from theory.symbols import a, d, real, sum_over


@counterexample("normalization.gain-is-the-variance")
def a_gain_of_two_has_variance_four():
    row = as_computed([-1, 1], gain=symbols.array([2, 2]))
    return Witness(
        given={"x": "(-1, 1)", "a": "2", "b": "0"},
        claimed="the variance is a = 2",
        left=sp.Rational(1, 2) * sum(value**2 for value in row),
        op="=",
        right=2,
        ours=row,
        instead="the row",
    )


def _affine(place):
    return real("a") * y[place] + real("b")


@derivation("normalization.gain-is-a-deviation")
def the_bias_is_the_mean():
    chain = Chain(sum_over(a, _affine(a)) / d).equals(
        real("a") * SUM / d + real("b"), "the mean is linear"
    )
    return chain.given("normalised", SUM, 0, "Σ y = 0").equals(real("b"), "b remains")


refuses(
    the_bias_is_the_mean,
    lambda: Chain(sum_over(a, _affine(a)) / d).equals(real("b"), "for any row"),
)


@derivation("normalization.gain-is-a-deviation")
def the_gain_is_the_deviation():
    chain = Chain(_spread()).equals(real("a") ** 2 * SQUARES / d, "b cancels")
    return chain.given("normalised", SQUARES, d, "Σ y² = d").equals(real("a") ** 2, "a² remains")


refuses(
    the_gain_is_the_deviation,
    lambda: (
        Chain(_spread()).given("normalised", SQUARES, d, "Σ y² = d").equals(real("a"), "a itself")
    ),
)


def _spread():
    return sum_over(a, (_affine(a) - real("b")) ** 2) / d


@necessity("normalization.gain-is-a-deviation", "normalised")
def an_epsilon_lowers_the_deviation():
    row = as_computed([-1, 1], gain=symbols.array([2, 2]), eps=sp.Integer(3))
    return Witness(
        given={"x": "(-1, 1)", "a": "2", "ε": "3, so the row is not normalised"},
        claimed="the variance is a² = 4",
        left=sp.Rational(1, 2) * sum(value**2 for value in row),
        op="=",
        right=4,
    )


@necessity("normalization.gain-is-a-deviation", "one-pair")
def gains_of_their_own_move_the_mean():
    row = as_computed([-1, 1], gain=symbols.array([2, 0]))
    return Witness(
        given={"x": "(-1, 1)", "a": "(2, 0)", "b": "0"},
        claimed="the mean is b = 0",
        left=sp.Rational(1, 2) * sum(row),
        op="=",
        right=0,
    )
