"""The derivative of LayerNorm, which loses two directions."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, met_by, necessity
from proofs.normalization.layer_norm import FLAT, as_computed
from theory.letters import d
from theory.normalization.words import i, k, normal, sigma, w, x
from theory.stating.families import every, total
from theory.stating.operations import delta


@necessity("normalization.jacobian", "varied")
def a_constant_row_has_no_derivative():
    moved = as_computed([5, 5 + sp.Rational(1, 1000)])
    why = "the row after a change of 1/1000 in the second entry: it jumps to (-1, 1)"
    return At({x: FLAT}, moved, why, undefined=True)


closes("normalization.jacobian", "the slope of the mean is 1/d, that of the deviation y/d")


SLOPE = (delta(i, k) - 1 / d - normal[i] * normal[k] / d) / sigma


@derivation("normalization.two-directions-are-lost")
def a_common_shift_is_lost(chain):
    return chain.equals(total(every(k, entry=SLOPE)), "the derivative of LayerNorm").closes(
        "Σ (δ - 1/d) = 0, and Σ y = 0"
    )


@derivation("normalization.two-directions-are-lost", duty=1)
def the_row_itself_is_lost(chain):
    along = total(every(k, entry=SLOPE * normal[k]))
    return chain.equals(along, "the derivative of LayerNorm").closes(
        "split into three sums: Σ y = 0 and Σ y² = d"
    )


@derivation("normalization.two-directions-are-lost", duty=2)
def what_is_perpendicular_to_both_stays(chain):
    along = w[i] - total(w) / d - normal[i] * total(w * normal) / d
    return (
        chain.equals(total(every(k, entry=SLOPE * w[k])), "the derivative of LayerNorm")
        .equals(along / sigma, "split into three sums")
        .given("", total(w), 0, "w is perpendicular to (1, ..., 1)")
        .given("", total(w * normal), 0, "and to y")
        .closes("w_i/σ remains")
    )


@met_by("normalization.two-directions-are-lost", supposed_by=2)
def a_direction_perpendicular_to_both():
    return {x: (-1, 0, 1), w: (1, -2, 1)}


@necessity("normalization.two-directions-are-lost", "varied")
def a_constant_row_has_no_directions():
    return At({x: FLAT}, as_computed(FLAT), "0, by convention", undefined=True)
