"""Shifts, permutations and masks of the scores, and their effect on the weights."""

from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from proofs.rules import reindex
from theory.letters import i, j
from theory.softmax.words import c, kappa, x
from theory.stating.families import every, total
from theory.stating.operations import exp


@derivation("softmax.shift-invariance")
def a_shift_cancels(chain):
    shifted = every(j, entry=exp(c) * exp(x[j]))
    return (
        chain.equals(shifted[i] / total(shifted), "exp of a sum is a product")
        .equals(exp(c) * exp(x[i]) / (exp(c) * total(x.map(exp))), "one factor of all terms")
        .closes("exp(c) is positive, and cancels")
    )


@derivation("softmax.permutation-equivariance")
def permuted_scores_have_permuted_weights(chain):
    return chain.by(reindex, "a sum over all entries does not depend on their order").closes(
        "this is entry σ(i) of the softmax of x"
    )


@derivation("softmax.masking-renormalises", turned=True)
def masking_renormalises(chain):
    whole = total(x.map(exp))
    kept = total(every(j, entry=kappa[j] * exp(x[j])))
    return chain.equals(
        (kappa[i] * exp(x[i]) / whole) / (kept / whole), "the weights have one denominator"
    ).closes("it is positive, and cancels")


@necessity("softmax.masking-renormalises", "something-kept")
def nothing_kept():
    zero = softmax_of(expressions.array([0, 0]), where=expressions.array([False, False])).tolist()
    return At({x: (0, 0), kappa: (0, 0)}, zero, "impl's convention", undefined=True)
