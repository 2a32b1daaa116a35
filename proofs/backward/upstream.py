"""Upstream gradients that are equal along a row see nothing of softmax's backward pass."""

from fractions import Fraction

from impl.backward import softmax_gradient
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, necessity
from theory.backward.words import g, p, u
from theory.letters import j, l
from theory.stating.families import total

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
SEES_NOTHING = "backward.equal-upstream-sees-nothing"


def gradient(weights, upstream):
    """Return what the code gives for one row of exact numbers."""
    return softmax_gradient(expressions.array(weights), expressions.array(upstream)).flat()


@counterexample("backward.any-upstream-tests-softmax")
def ones_are_passed_on_as_zeros():
    ours = gradient([HALF, HALF], [1, 1])
    return At({p: (HALF, HALF), g: (1, 1), u: 1}, ours, "the gradients by the two scores")


@derivation(SEES_NOTHING)
def equal_gradients_are_their_own_mean(chain):
    return (
        chain.given("", g[l], u, "the gradients are equal")
        .equals(p[j] * u * (1 - total(p)), "take u out of the sum")
        .given("weights-sum-to-one", total(p), 1, "the weights sum to one")
        .closes("nothing remains")
    )


closes(SEES_NOTHING, "open the bracket", duty=1)


@necessity(SEES_NOTHING, "weights-sum-to-one")
def weights_that_sum_to_less_pass_something_on():
    ours = gradient([QUARTER, QUARTER], [1, 1])
    return At({p: (QUARTER, QUARTER), g: (1, 1), u: 1}, ours, "the gradients by the two scores")
