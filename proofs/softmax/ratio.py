"""Softmax is neither a ratio of scores nor its own softmax, with two exceptions."""

from fractions import Fraction

import numpy as np

from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, necessity
from proofs.softmax.in_floats import floats
from theory.letters import i, j, k, n
from theory.softmax.words import alpha, f
from theory.stating.families import total
from theory.stating.operations import exp, log
from theory.stating.variables import nonnegative, positive

s, r = positive("s"), nonnegative("r")


@counterexample("softmax.ratio-of-scores")
def ratio_is_not_softmax():
    return At({f: (0, 1)}, softmax_of(expressions.array([0, 1])).tolist(), "softmax(f)")


@derivation("softmax.ratio-is-softmax-of-logarithms", turned=True)
def ratio_is_softmax_of_logarithms(chain):
    undone = f.map(lambda score: exp(log(score)))
    return chain.equals(undone[i] / total(undone), "softmax, written out").closes(
        "the exponential undoes the logarithm"
    )


@necessity("softmax.ratio-is-softmax-of-logarithms", "positive-scores")
def a_negative_score_has_no_logarithm():
    with np.errstate(invalid="ignore"):
        of_logarithms = softmax_of(np.log(floats([-1.0, 2.0]))).tolist()
    return At({f: (-1, 2)}, of_logarithms, "softmax(log f)", undefined=True)


@counterexample("softmax.of-its-own-weights")
def weights_are_not_their_own_softmax():
    weights = (Fraction(1, 4), Fraction(3, 4))
    return At({alpha: weights}, softmax_of(expressions.array(weights)).tolist(), "softmax(α)")


@derivation(
    "softmax.fixed-point-is-uniform",
    let={alpha[k]: alpha[i] * exp(-s), alpha[i]: exp(-r)},
    apart=True,
)
def softmax_flattens_two_different_weights(chain):
    return (
        chain.equals(s - exp(-r) * (1 - exp(-s)), "log-odds are the differences of the scores")
        .at_least(s - (1 - exp(-s)), "the larger weight is at most 1")
        .closes("exp lies above its tangent, for s ≠ 0")
    )


closes("softmax.fixed-point-is-uniform", "n equal exponentials", duty=1, let={alpha[j]: 1 / n})
