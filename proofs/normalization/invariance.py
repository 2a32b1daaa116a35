"""LayerNorm removes a shift and a positive factor; a second LayerNorm changes nothing."""

import numpy as np
import sympy as sp

from impl.normalization import layer_norm
from proofs.arrays import digits
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from proofs.normalization.layer_norm import SQUARES, SUM, as_computed, eps, use_normalised, x, y
from theory import normalization as theory
from theory.symbols import d, o, positive, real


def _shifted(column):
    return x[column] + real("t")


@derivation("normalization.shift-invariance")
def a_shift_leaves_the_deviations():
    return Chain(_shifted(o) - theory.printed_mean(_shifted)).equals(
        x[o] - theory.printed_mean(x), "the mean is shifted by t as well"
    )


refuses(
    a_shift_leaves_the_deviations,
    lambda: Chain(theory.printed_mean(_shifted)).equals(theory.printed_mean(x), "the mean stays"),
)


@derivation("normalization.shift-invariance")
def a_shift_leaves_the_variance():
    return Chain(theory.printed_variance(_shifted)).equals(
        theory.printed_variance(x), "t cancels in every deviation"
    )


refuses(
    a_shift_leaves_the_variance,
    lambda: Chain(theory.printed_variance(_shifted)).equals(
        theory.printed_variance(x) + 1, "one more"
    ),
)


@counterexample("normalization.shift-invariance-in-floats")
def a_large_shift_swallows_the_row():
    row, shift = np.asarray([0.0, 1.0]), 2.0**60
    shifted, plain = (layer_norm(each).tolist() for each in (row + shift, row))
    return Witness(
        given={"x": "(0, 1)", "t": "2^60", "type": "float64"},
        claimed="the second entry stays 1",
        left=sp.Integer(round(shifted[1])),
        op="=",
        right=sp.Integer(round(plain[1])),
        ours=[float(value) for value in digits.floats(layer_norm(digits.array(row + shift)))],
        instead="the same floats at fifty digits: x + t is constant already",
    )


def _scaled(column):
    return positive("c") * x[column]


def _square(row, place, epsilon=0):
    """The square of a normalised entry; its sign is that of the deviation."""
    return (row(place) - theory.printed_mean(row)) ** 2 / (theory.printed_variance(row) + epsilon)


def _plain(column):
    return x[column]


@derivation("normalization.scale-invariance")
def a_factor_leaves_the_squares():
    return Chain(_square(_scaled, o)).equals(_square(_plain, o), "c² cancels")


refuses(
    a_factor_leaves_the_squares,
    lambda: Chain(_square(_scaled, o, eps)).equals(_square(_plain, o, eps), "with epsilon"),
)


@derivation("normalization.scale-invariance")
def a_positive_factor_leaves_the_signs():
    return Chain(_scaled(o) - theory.printed_mean(_scaled)).equals(
        positive("c") * (x[o] - theory.printed_mean(x)), "the mean is multiplied by c as well"
    )


refuses(
    a_positive_factor_leaves_the_signs,
    lambda: Chain(_scaled(o) - theory.printed_mean(_scaled)).equals(
        x[o] - theory.printed_mean(x), "the deviations themselves"
    ),
)


@necessity("normalization.scale-invariance", "no-epsilon")
def an_epsilon_feels_the_scale():
    one, two = (as_computed(row, eps=sp.Integer(3)) for row in ([-1, 1], [-2, 2]))
    return Witness(
        given={"x": "(-1, 1)", "c": "2", "ε": "3"},
        claimed="the second entry stays",
        left=two[1],
        op="=",
        right=one[1],
    )


@necessity("normalization.scale-invariance", "positive-factor")
def a_negative_factor_turns_the_sign():
    return Witness(
        given={"x": "(-1, 1)", "c": "-1"},
        claimed="the second entry stays",
        left=as_computed([1, -1])[1],
        op="=",
        right=as_computed([-1, 1])[1],
    )


@derivation("normalization.idempotence")
def normalising_twice_is_normalising_once():
    opened = (y[o] - SUM / d) ** 2 / (SQUARES / d - SUM**2 / d**2)
    return use_normalised(Chain(_again()).equals(opened, "σ² = Σ y²/d - μ²")).equals(
        y[o] ** 2, "the sign is that of y_i, so LN(y)_i = y_i"
    )


refuses(
    normalising_twice_is_normalising_once, lambda: Chain(_again()).equals(y[o] ** 2, "for any row")
)


def _again():
    return _square(lambda column: y[column], o)


@necessity("normalization.idempotence", "plain")
def an_epsilon_shrinks_even_a_normalised_row():
    return Witness(
        given={"y": "(-1, 1)", "ε": "3"},
        claimed="LayerNorm(y) = y",
        left=as_computed([-1, 1], eps=sp.Integer(3))[1],
        op="=",
        right=1,
    )


@necessity("normalization.idempotence", "normalised")
def a_row_that_is_not_normal_changes():
    return Witness(
        given={"y": "(-2, 2)"},
        claimed="LayerNorm(y) = y",
        left=as_computed([-2, 2])[1],
        op="=",
        right=2,
    )
