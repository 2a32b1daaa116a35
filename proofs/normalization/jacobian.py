"""The derivative of LayerNorm, which loses two directions."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, necessity
from proofs.normalization.layer_norm import FLAT, as_computed
from theory.letters import d
from theory.normalization.words import i, k, normal, sigma, x
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


@necessity("normalization.two-directions-are-lost", "varied")
def a_constant_row_has_no_directions():
    return At({x: FLAT}, as_computed(FLAT), "0, by convention", undefined=True)
