"""Epsilon lowers the variance, the more the flatter the row."""

import sympy as sp

from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from proofs.normalization.layer_norm import as_computed, eps, mean_square, rest, x
from theory import normalization as theory
from theory.symbols import nonnegative


@derivation("normalization.variance-with-epsilon")
def epsilon_lowers_the_variance():
    return Chain(mean_square(eps)).equals(
        theory.printed_variance(x) / (theory.printed_variance(x) + eps),
        "the sum of squares is d σ²",
    )


refuses(epsilon_lowers_the_variance, lambda: Chain(mean_square(eps)).equals(1, "as without"))


@derivation("normalization.variance-with-epsilon")
def what_is_left_is_below_one():
    return _named_loss().below(1, "epsilon is positive")


refuses(what_is_left_is_below_one, lambda: _named_loss().below(sp.Rational(1, 2), "half of it"))


def _named_loss():
    variance = theory.printed_variance(x)
    return Chain(variance / (variance + eps)).equals(
        1 - eps / (variance + eps), "split off what epsilon takes"
    )


@derivation("normalization.variance-with-epsilon")
def less_is_left_of_a_flatter_row():
    return Chain(_left(0)).at_most(_left(rest), "the larger the variance, the larger the quotient")


refuses(
    less_is_left_of_a_flatter_row,
    lambda: Chain(_left(rest)).at_most(_left(0), "less is left of a larger variance"),
)


def _left(more):
    """What is left of a variance v + more."""
    variance = nonnegative("v") + more
    return variance / (variance + eps)


@necessity("normalization.variance-with-epsilon", "plain")
def a_gain_makes_up_for_epsilon():
    row = as_computed([-1, 1], gain=symbols.array([2, 2]), eps=sp.Integer(3))
    return Witness(
        given={"x": "(-1, 1), so σ² = 1", "ε": "3", "g": "(2, 2)"},
        claimed="the mean square is σ²/(σ² + ε) = 1/4",
        left=sp.Rational(1, 2) * sum(value**2 for value in row),
        op="=",
        right=sp.Rational(1, 4),
        ours=row,
        instead="the row",
    )
