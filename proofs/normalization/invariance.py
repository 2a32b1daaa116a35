"""LayerNorm removes a shift and a positive factor; a second LayerNorm changes nothing."""

import numpy as np
import sympy as sp

from impl.normalization import layer_norm
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by, necessity
from proofs.normalization.layer_norm import PLAIN, as_computed
from theory.letters import d
from theory.normalization.words import biases, c, epsilon, gains, i, t, x, y
from theory.stating.families import total
from theory.stating.operations import sqrt

closes(
    "normalization.shift-invariance",
    "the mean is shifted by t as well: t cancels in every deviation",
)


@counterexample("normalization.shift-invariance-in-floats")
def a_large_shift_swallows_the_row():
    ours = computed([0.0 + 2.0**60, 1.0 + 2.0**60])
    why = "2^60 + 1 rounds to 2^60, so the row was constant before LayerNorm saw it"
    return At({x: (0, 1), t: 2**60}, ours, why, runs={"computed_layer_norm": computed})


def computed(row):
    return layer_norm(np.asarray(row, dtype=np.float64)).tolist()


closes(
    "normalization.scale-invariance",
    "mean and deviation are multiplied by c as well, as c > 0",
    "the mean is multiplied by -c, the deviation by c",
    let={epsilon: 0},
)


@necessity("normalization.scale-invariance", "no-epsilon")
def an_epsilon_feels_the_scale():
    return At({x: (-1, 1), c: 2, epsilon: 3}, as_computed([-2, 2], eps=sp.Integer(3)), "of c x")


@necessity("normalization.scale-invariance", "positive-factor")
def a_negative_factor_does_not_cancel():
    return At({x: (-1, 1), c: -1, epsilon: 0}, as_computed([1, -1]), "of c x")


@derivation("normalization.idempotence", let={epsilon: 0, **PLAIN})
def normalising_twice_is_normalising_once(chain):
    deviation = sqrt(total(y**2) / d - total(y) ** 2 / d**2)
    return (
        chain.equals((y[i] - total(y) / d) / deviation, "σ² = Σ y²/d - μ²")
        .given("normalised", total(y**2), d, "Σ y² = d")
        .given("normalised", total(y), 0, "Σ y = 0; the deviation is 1")
    )


closes("normalization.idempotence", "LayerNorm(x) has mean 0 and mean square 1", duty=1)


@met_by("normalization.idempotence")
@met_by("normalization.idempotence", supposed_by=1)
def a_normalised_row():
    return {x: (1, 3), y: (-1, 1), epsilon: 0, gains: (1, 1), biases: (0, 0)}


@necessity("normalization.idempotence", "plain")
def an_epsilon_shrinks_even_a_normalised_row():
    values = {y: (-1, 1), epsilon: 3, gains: (1, 1), biases: (0, 0)}
    return At(values, as_computed([-1, 1], eps=sp.Integer(3)), "the row")


@necessity("normalization.idempotence", "normalised")
def a_row_that_is_not_normal_changes():
    values = {y: (-2, 2), epsilon: 0, gains: (1, 1), biases: (0, 0)}
    return At(values, as_computed([-2, 2]), "the row")
