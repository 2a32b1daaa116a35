"""What does not change a prediction: a factor, a stretch, a translation."""

from impl.kernel import gaussian as gaussian_of
from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, necessity
from theory.kernel.words import beta, c, u, values
from theory.letters import i
from theory.stating.families import total
from theory.stating.variables import nonnegative

s = nonnegative("s")


@derivation("kernel.constant-factor-cancels")
def constant_factor_cancels(chain):
    return chain.equals(
        c * values[i] / (c * total(values)), "c is the same in all terms of the sum"
    ).closes("c is not 0, and cancels")


@necessity("kernel.constant-factor-cancels", "nonzero-factor")
def the_zero_kernel():
    ours = softmax(expressions.array([0, 0])).tolist()
    return At({values: (1, 1), c: 0}, ours, "the weights of K = (1, 1)", undefined=True)


closes("kernel.beta-is-inverse-width", "only the product of distance and β counts")


closes(
    "kernel.beta-is-inverse-width",
    "the exponent falls by β² ‖u‖² (2s + s²)/2",
    duty=1,
    let={c: 1 + s},
)


@necessity("kernel.beta-is-inverse-width", "nonzero-factor")
def no_stretch_by_zero():
    ours = gaussian_of(expressions.array([0]), 1).tolist()
    return At({beta: 1, c: 0, u: (0,)}, ours, "K_β(0)", undefined=True)


closes("kernel.translation-invariance", "only differences enter")
