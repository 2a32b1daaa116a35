"""LayerNorm gives mean 0 and mean square 1 to a row that varies.

Method of the chapter: derivations for all widths d; general runs of `impl`; witnesses.
"""

import sympy as sp

from impl.normalization import layer_norm
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by, necessity
from theory.normalization.layer_norm import row_variance
from theory.normalization.words import F, biases, epsilon, gains, j, positive_epsilon, u, v, x
from theory.stating.variables import positive

FLAT = (5, 5)
s = positive("s")


def as_computed(row, **options):
    """Run `impl` on a row of exact numbers or symbols."""
    return [sp.simplify(value) for value in layer_norm(expressions.array(row), **options).tolist()]


@counterexample("normalization.every-row-gets-variance-one")
def a_constant_row_has_no_variance():
    return At({x: FLAT, epsilon: 1}, as_computed(FLAT, eps=sp.Integer(1)), "the row")


closes(
    "normalization.mean-zero-and-mean-square-one",
    "Σ x_i = d μ; dividing by σ keeps the 0",
    "σ² cancels, as it is not 0",
)


@necessity("normalization.mean-zero-and-mean-square-one", "varied")
def a_constant_row_is_divided_by_zero():
    return At({x: FLAT}, as_computed(FLAT), "0, by convention", undefined=True)


PLAIN = {gains[j]: 1, biases[j]: 0}

closes("normalization.variance-with-epsilon", "the sum of squares is d σ²", let=PLAIN)


@derivation("normalization.variance-with-epsilon", duty=1)
def what_is_left_is_below_one(chain):
    left = 1 - positive_epsilon / (row_variance(x) + positive_epsilon)
    return chain.equals(left, "split off what epsilon takes").closes("epsilon is positive")


closes(
    "normalization.variance-with-epsilon",
    "Σ x_i = d μ; dividing by √(σ² + ε) keeps the 0",
    duty=2,
    let=PLAIN,
)
closes(
    "normalization.variance-with-epsilon",
    "the larger the variance, the larger the quotient",
    duty=3,
    let={v: u + s},
)


@met_by("normalization.variance-with-epsilon", supposed_by=3)
def one_variance_is_larger():
    return {x: (-1, 1), positive_epsilon: 3, gains: (1, 1), biases: (0, 0), u: 1, v: 2}


@necessity("normalization.variance-with-epsilon", "plain")
def a_gain_makes_up_for_epsilon():
    row = as_computed([-1, 1], gain=expressions.array([2, 2]), eps=sp.Integer(3))
    return At({x: (-1, 1), positive_epsilon: 3, gains: (2, 2), biases: (0, 0)}, row, "the row")


closes(
    "normalization.add-then-normalise",
    "σ² cancels, as it is not 0",
    "1 + c times a row of mean square 1",
)


@necessity("normalization.add-then-normalise", "varied")
def a_layer_may_cancel_its_input():
    row = layer_norm(expressions.array([1, 2]) + expressions.array([-1, -2])).tolist()
    return At({x: (1, 2), F: (-1, -2)}, row, "0, by convention", undefined=True)
