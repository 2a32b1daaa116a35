"""Ratios of scores as weights: conditions to lie between 0 and 1, and to sum to 1."""

from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, necessity
from theory.letters import i, j
from theory.softmax.words import f
from theory.stating.families import every, total
from theory.stating.operations import delta


@counterexample("lookup.ratio-weights-lie-between-zero-and-one")
def a_negative_weight():
    # Say the dot products of q = 1 with k = -1 and k = 2.
    ours = softmax_of(expressions.array([-1, 2])).tolist()
    return At({f: (-1, 2)}, ours, "the weights with exponentials")


closes(
    "lookup.ratio-weights-of-positive-scores", "numerator and denominator are positive", turned=True
)


@derivation("lookup.ratio-weights-of-positive-scores", duty=1)
def positive_ratios_are_at_most_one(chain):
    rest = total(every(j, entry=f[j] * (1 - delta(i, j))))
    return chain.equals(1 - rest / total(f), "split the sum into term i and the others").closes(
        "the other terms are not negative"
    )


@necessity("lookup.ratio-weights-of-positive-scores", "positive-scores")
def without_positive_scores():
    return At({f: (-1, 2)})


closes("lookup.ratio-weights-of-scores-that-do-not-cancel", "the sum cancels, as it is not 0")


@necessity("lookup.ratio-weights-of-scores-that-do-not-cancel", "nonzero-sum")
def without_a_sum_to_divide_by():
    ours = softmax_of(expressions.array([0])).tolist()
    why = "the weight with exponentials; the ratio divides by zero"
    return At({f: (0,)}, ours, why, undefined=True)
