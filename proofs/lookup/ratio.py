"""Ratios of scores as weights: conditions to lie between 0 and 1, and to sum to 1."""

import sympy as sp

from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from theory.softmax import ratio
from theory.symbols import at, family, i, j, sum_over

x, f = family("x"), family("f", positive=True)


@counterexample("lookup.ratio-weights-lie-between-zero-and-one")
def a_negative_weight():
    return Witness(
        given={"f": "(-1, 2), say the dot products of q = 1 with k = -1 and k = 2"},
        claimed="0 ≤ f_1 / (f_1 + f_2)",
        left=at(ratio(x, i), n=2, i=1).xreplace({x[1]: -1, x[2]: 2}),
        op="≥",
        right=0,
        ours=softmax(symbols.array([-1, 2])).tolist(),
        instead="the weights with exponentials",
    )


@counterexample("lookup.ratio-weights-sum-to-one")
def scores_that_cancel():
    score = sp.S.Zero
    return Witness(
        given={"f": "(0)"},
        claimed="the only ratio is 1",
        left=score / sum([score]),
        op="=",
        right=1,
        ours=softmax(symbols.array([0])).tolist(),
        instead="the weight with exponentials; the ratio divides by zero",
    )


@derivation("lookup.ratio-weights-of-positive-scores")
def positive_ratios_are_at_most_one():
    rest = sum_over(j, f[j] * (1 - sp.KroneckerDelta(i, j)))
    return (
        Chain(sp.Integer(1))
        .equals(ratio(f, i) + rest / sum_over(j, f[j]), "split the sum into term i and the others")
        .at_least(ratio(f, i), "the other terms are not negative")
    )


refuses(
    positive_ratios_are_at_most_one, lambda: Chain(ratio(x, i)).at_most(1, "scores of any sign")
)


@derivation("lookup.ratio-weights-of-positive-scores")
def positive_ratios_are_positive():
    return Chain(ratio(f, i)).above(0, "numerator and denominator are positive")


refuses(positive_ratios_are_positive, lambda: Chain(ratio(x, i)).above(0, "scores of any sign"))


@necessity("lookup.ratio-weights-of-positive-scores", "positive-scores")
def without_positive_scores():
    return Witness(
        given={"f": "(-1, 2)"},
        claimed="f_1 / (f_1 + f_2) > 0",
        left=at(ratio(x, i), n=2, i=1).xreplace({x[1]: -1, x[2]: 2}),
        op=">",
        right=0,
    )


@derivation("lookup.ratio-weights-of-scores-that-do-not-cancel")
def ratios_sum_to_one():
    return Chain(sum_over(i, ratio(x, i))).equals(1, "the sum cancels, as it is not 0")


refuses(
    ratios_sum_to_one,
    lambda: Chain(sum_over(i, x[i] / sum_over(j, x[j] ** 2))).equals(1, "wrong normaliser"),
)


@necessity("lookup.ratio-weights-of-scores-that-do-not-cancel", "nonzero-sum")
def without_a_sum_to_divide_by():
    return scores_that_cancel()
