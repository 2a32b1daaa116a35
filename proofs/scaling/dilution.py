"""Weights among many keys ignore distance, lose information, and dilute."""

import sympy as sp

from impl.lookup import attention
from impl.scores import dot, scaled_dot
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from proofs.engine.rules import reindex, sigma
from theory.softmax import weight
from theory.symbols import family, i, j, n, real, sum_over

S = family("S")


@counterexample("scaling.division-keeps-weights-off-zero")
def equal_scores_of_many_keys_are_near_zero():
    size = sp.Symbol("N", integer=True, positive=True)
    keys = symbols.array([[1]] * 10)
    return Witness(
        given={"keys": "N + 1, all alike", "ε": "1/N"},
        claimed="1/α_1 ≤ 1/ε",
        left=size + 1,
        op="≤",
        right=size,
        ours=softmax(scaled_dot(symbols.array([1]), keys)).tolist()[0],
        instead="α_1 for N = 9",
    )


@derivation("scaling.weights-ignore-distance")
def a_key_weighs_alike_anywhere():
    return (
        Chain(_moved())
        .by(reindex, "σ runs over all keys")
        .equals(weight(S, sigma(i)), "this is the weight of key σ(i)")
    )


refuses(
    a_key_weighs_alike_anywhere,
    lambda: Chain(_moved()).by(reindex, "re-index").equals(weight(S, i), "the weight of i"),
)


def _moved():
    return weight(lambda place: S[sigma(place)], i)


@necessity("scaling.weights-ignore-distance", "scores-without-place")
def a_place_that_is_added_changes_the_weight():
    def weight_of_one(tokens):
        keys = symbols.array([[token + place] for place, token in enumerate(tokens)])
        return softmax(dot(symbols.array([1]), keys)).tolist()[tokens.index(1)]

    return Witness(
        given={"q": "1", "tokens": "(0, 1), then (1, 0)", "positions": "(0, 1), added"},
        claimed="token 1 has the same weight",
        left=weight_of_one([1, 0]),
        op="=",
        right=weight_of_one([0, 1]),
    )


@necessity("scaling.weights-ignore-distance", "no-mask")
def a_causal_mask_hides_what_comes_later():
    def weight_of_one(tokens):  # for the query that stands first
        first_only = symbols.xp.asarray([True, False])
        scores = dot(symbols.array([1]), symbols.array([[token] for token in tokens]))
        return softmax(scores, where=first_only).tolist()[tokens.index(1)]

    return Witness(
        given={"q": "1, at the first place", "tokens": "(0, 1), then (1, 0)", "mask": "causal"},
        claimed="token 1 has the same weight",
        left=weight_of_one([1, 0]),
        op="=",
        right=weight_of_one([0, 1]),
    )


@counterexample("scaling.no-information-is-lost")
def different_values_have_one_mean():
    scores = symbols.array([0, 0])
    outputs = [attention(scores, symbols.array(v)).tolist()[0] for v in ([[1], [3]], [[2], [2]])]
    return Witness(
        given={"s": "(0, 0)", "V": "(1, 3), then (2, 2)"},
        claimed="the outputs differ",
        left=outputs[0],
        op="≠",
        right=outputs[1],
        ours=outputs,
        instead="both outputs",
    )


@derivation("scaling.weights-dilute")
def weights_dilute():
    return Chain(_reciprocal()).at_least(
        1 + n * sp.exp(-real("D")), "each other score is at most D below"
    )


refuses(weights_dilute, lambda: Chain(_reciprocal()).at_least(1 + n, "as if all scores were equal"))


def _reciprocal():
    """1/α of score 0 among n others, which are t_j - D with t_j ≥ 0."""
    return 1 + sum_over(j, sp.exp(family("t", nonnegative=True)[j] - real("D")))


@necessity("scaling.weights-dilute", "bounded-lead")
def a_leading_score_stays_sharp():
    weights = softmax(symbols.array([sp.log(8), 0])).tolist()
    return Witness(
        given={"s": "(log(8), 0)", "D": "0", "n": "1"},
        claimed="1/α_1 ≥ 1 + n",
        left=1 / weights[0],
        op="≥",
        right=2,
        ours=weights,
        instead="the weights",
    )


@derivation("scaling.focus-needs-a-logarithm")
def a_lead_of_log_n_keeps_half():
    return Chain(_leading(sp.log(n))).equals(
        sp.Rational(1, 2), "exp(log n) = n, as much as the n others together"
    )


refuses(
    a_lead_of_log_n_keeps_half,
    lambda: Chain(_leading(0)).equals(sp.Rational(1, 2), "without a lead"),
)


def _leading(lead):
    s = real("s")
    return sp.exp(s + lead) / (sp.exp(s + lead) + sum_over(j, sp.exp(s)))
