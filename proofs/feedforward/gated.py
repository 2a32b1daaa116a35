"""What a gate adds."""

from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation
from theory.gated import v, w, x, y

QUADRATIC = "feedforward.linear-gate-is-quadratic"


@counterexample("feedforward.linear-gate-stays-affine")
def the_square_of_a_midpoint():
    return At({x: (0,), y: (2,), w: (1,), v: (1,)})


@derivation(QUADRATIC)
def a_factor_counts_twice(chain):
    return chain.closes("once in the unit, once in the gate")


@derivation(QUADRATIC, duty=1)
def the_parallelogram_law(chain):
    return chain.closes("the mixed products cancel")
