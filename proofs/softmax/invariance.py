"""Shifts, permutations and masks of the scores, and their effect on the weights."""

from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from proofs.rules import reindex
from theory.softmax.words import kappa, x


@derivation("softmax.shift-invariance")
def a_shift_cancels(chain):
    return chain.closes("exp of a sum is a product; exp(c) cancels")


@derivation("softmax.permutation-equivariance")
def permuted_scores_have_permuted_weights(chain):
    return chain.by(reindex, "a sum over all entries does not depend on their order").closes(
        "this is entry σ(i) of the softmax of x"
    )


@derivation("softmax.masking-renormalises", turned=True)
def masking_renormalises(chain):
    return chain.closes("the weights have a common denominator, which cancels")


@necessity("softmax.masking-renormalises", "something-kept")
def nothing_kept():
    zero = softmax_of(expressions.array([0, 0]), where=expressions.array([False, False])).tolist()
    return At({x: (0, 0), kappa: (0, 0)}, zero, "impl's convention", undefined=True)
