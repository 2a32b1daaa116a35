"""Why the laws of sums need weights that sum to one."""

from fractions import Fraction

from impl.backward import softmax_gradient
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import necessity
from theory.backward.words import A, G, Q, V, rho, t

HALF = Fraction(1, 2)
# one query and one key of weight 1/2, as if another key were left out after the softmax
HALVED = {A: [[HALF]], V: [[1]], G: [[1]], rho: (1,)}


def halved():
    """Return the gradients of scores and values that such a weight gets from the code."""
    weights, worth = expressions.array([[HALF]]), expressions.array([[1]])
    return softmax_gradient(weights, worth), weights.mT @ worth


@necessity("backward.score-gradients-sum-to-zero", "weights-sum-to-one")
def half_a_weight_leaves_a_gradient():
    return At(HALVED, halved()[0].flat(), "the gradient by the only score")


@necessity("backward.key-gradients-sum-to-zero", "weights-sum-to-one")
def half_a_weight_leaves_its_key_a_gradient():
    ours = halved()[0].mT @ expressions.array([[1]])
    return At({**HALVED, Q: [[1]], t: 1}, ours.flat(), "the gradient by the only key")


@necessity("backward.value-gradients-sum-to-the-upstream", "weights-sum-to-one")
def half_a_weight_passes_half_on():
    return At(HALVED, halved()[1].flat(), "the gradient by the only value")
