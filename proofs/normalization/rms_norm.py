"""RMSNorm: LayerNorm without the mean."""

from impl.rms_norm import rms_norm
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, general_run, necessity
from theory.normalization.rms_norm import c, epsilon, t, x
from theory.stating.families import total

CENTRED = "normalization.rms-norm-is-layer-norm-of-centred-rows"
SCALE, ONE = (
    "normalization.rms-norm-ignores-the-scale",
    "normalization.rms-norm-has-mean-square-one",
)
SHIFT = "normalization.rms-norm-ignores-a-shift"


@general_run(
    "normalization.rms-norm",
    {"rms_norm_as_used": lambda epsilon, g, x: rms_norm(x, g, epsilon)},
)
def a_row_is_divided_by_its_root_mean_square(chain):
    return chain.closes("the largest entry cancels")


@derivation("normalization.layer-norm-is-rms-norm-of-deviations")
def the_variance_is_the_mean_square_of_the_deviations(chain):
    return chain.closes("as both are written")


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


@derivation(SCALE)
def a_positive_factor_cancels(chain):
    return chain.closes("√(c²) = c for c > 0")


@necessity(SCALE, "not-zero")
def a_row_of_zeros():
    return At({x: (0,), c: 2}, [], "0/0", undefined=True)


@derivation(ONE)
def squares_are_divided_by_their_mean(chain):
    return chain.closes("the root squared is the mean square")


@necessity(ONE, "not-zero")
def a_row_of_zeros_has_no_mean_square_one():
    return At({x: (0,)}, [], "0/0", undefined=True)
