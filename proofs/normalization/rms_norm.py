"""RMSNorm: LayerNorm without the mean."""

from impl.rms_norm import rms_norm
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, computes, counterexample, derivation, necessity
from theory.normalization.rms_norm import c, epsilon, t, x
from theory.stating.families import total

CENTRED = "normalization.rms-norm-is-layer-norm-of-centred-rows"
SCALE, ONE = (
    "normalization.rms-norm-ignores-the-scale",
    "normalization.rms-norm-has-mean-square-one",
)
SHIFT = "normalization.rms-norm-ignores-a-shift"

computes(
    "normalization.rms-norm",
    {"rms_norm_as_used": lambda epsilon, g, x: rms_norm(x, g, epsilon)},
    "the largest entry cancels",
)


closes("normalization.layer-norm-is-rms-norm-of-deviations", "as both are written")


@derivation(CENTRED, turned=True)
def nothing_is_subtracted(chain):
    return chain.given("centred", total(x), 0, "the mean is 0").closes("as both are written")


@necessity(CENTRED, "centred")
def of_a_row_with_a_mean():
    return At({x: (1, 1), epsilon: 1})


@counterexample(SHIFT)
def a_shift_of_a_unit_row():
    ours = rms_norm(expressions.array([2, 1]))
    return At({x: (1, 0), t: 1}, ours.tolist(), "the row (2, 1)")


closes(SCALE, "√(c²) = c for c > 0")


@necessity(SCALE, "not-zero")
def a_row_of_zeros():
    return At({x: (0,), c: 2}, [], "0/0", undefined=True)


closes(ONE, "the root squared is the mean square")


@necessity(ONE, "not-zero")
def a_row_of_zeros_has_no_mean_square_one():
    return At({x: (0,)}, [], "0/0", undefined=True)
