"""Weights among many keys ignore distance, lose information, and dilute."""

from fractions import Fraction

import sympy as sp

from impl.lookup import attention
from impl.scores import dot, scaled_dot
from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by, necessity
from proofs.rules import reindex
from theory.letters import i, j, k, l, n
from theory.scaling.dilution import at_place, kept, lead, others, v, w
from theory.scaling.saturation import D, K, eps
from theory.scaling.words import C, plain_q
from theory.softmax.words import x
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp, log
from theory.stating.variables import positive

below, g = numbers("t", n, domain="nonnegative"), positive("g")


@counterexample("scaling.division-keeps-weights-off-zero")
def two_opposite_keys_of_width_four():
    query = (1,) * 4
    keys = (query, tuple(-each for each in query))
    ours = softmax(scaled_dot(*map(expressions.array, (query, keys)))).tolist()[1]
    values = {plain_q: query, K: keys, eps: Fraction(1, 9), i: 2}
    return At(values, ours, "α_2, of the divided scores 2 and -2")


@derivation("scaling.weights-ignore-distance", let={at_place[k, l]: others[l], kept[j]: 1})
def a_key_weighs_alike_anywhere(chain):
    return chain.by(reindex, "σ runs over all keys").closes("this is the weight of key σ(i)")


@met_by("scaling.weights-ignore-distance")
def two_keys_change_places():
    values = {at_place: ((0, 1), (0, 1)), others: (0, 1), kept: (1, 1)}
    return {"sigma": (2, 1), **values}


@necessity("scaling.weights-ignore-distance", "scores-without-place")
def a_place_that_is_added_changes_the_weight():
    """Let a key's score be its token plus its place; exchange the tokens 0 and 1."""
    keys = expressions.array([[1 + 0], [0 + 1]])
    return At(
        {"sigma": (2, 1), at_place: ((0, 1), (1, 2)), others: (0, 1), kept: (1, 1)},
        softmax(dot(expressions.array([1]), keys)).tolist(),
        "the weights of the tokens (1, 0) at the places (0, 1), which are added",
    )


@necessity("scaling.weights-ignore-distance", "no-mask")
def a_causal_mask_hides_what_comes_later():
    first_only = expressions.xp.asarray([True, False])
    scores = dot(expressions.array([1]), expressions.array([[1], [0]]))
    return At(
        {"sigma": (2, 1), at_place: ((0, 1), (0, 1)), others: (0, 1), kept: (1, 0)},
        softmax(scores, where=first_only).tolist(),
        "the weights of the tokens (1, 0) for the query that stands first, under a causal mask",
    )


@counterexample("scaling.no-information-is-lost")
def different_values_have_one_mean():
    scores, pair = expressions.array([0, 0]), ((1, 3), (2, 2))
    outputs = [
        attention(scores, expressions.array([[e] for e in each])).tolist()[0] for each in pair
    ]
    return At({x: (0, 0), v: pair[0], w: pair[1]}, outputs, "both outputs")


NEAR = {others[j]: lead - D + below[j]}
REST = total(every(j, entry=exp(below[j] - D)))  # the others, next to the leading one


@derivation("scaling.weights-dilute", let=NEAR)
def weights_dilute(chain):
    return chain.equals(1 + REST, "divide by the numerator").closes(
        "each other score is at most D below"
    )


@derivation("scaling.weights-dilute", duty=1, let={**NEAR, eps: exp(D) / n + g})
def a_share_falls_below_every_number(chain):
    return (
        chain.equals(1 / (1 + REST), "divide by the numerator")
        .at_most(1 / (1 + n * exp(-D)), "each other score is at most D below")
        .closes("1 + n exp(-D) is more than n exp(-D)")
    )


@derivation("scaling.weights-dilute", duty=2, let={x[j]: C})
def equal_weights_forget_the_order(chain):
    return chain.by(reindex, "a sum over all entries does not depend on their order").closes(
        "all weights are 1/n"
    )


@met_by("scaling.weights-dilute", supposed_by=2)
def two_equal_scores_change_places():
    scores = {lead: 0, others: (0, 0), D: 0, eps: 1, x: (3, 3), C: 3}
    return {**scores, v: (0, 1), "sigma": (2, 1)}


@necessity("scaling.weights-dilute", "bounded-lead")
def a_leading_score_stays_sharp():
    weights = softmax(expressions.array([sp.log(8), 0])).tolist()
    return At({lead: sp.log(8), others: (0,), D: 0, eps: 2}, weights, "the weights")


FOCUS = "scaling.focus-needs-a-logarithm"

closes(FOCUS, "exp(log n) = n, as much as the n others together", let={others[j]: lead - log(n)})


s = numbers("s_below", n, domain="positive")


@derivation(FOCUS, duty=1, let={others[j]: lead - log(n) + s[j]})
def a_smaller_lead_keeps_less(chain):
    return (
        chain.equals(1 / (1 + total(s.map(exp)) / n), "divide by the numerator")
        .at_most(1 / (1 + total(1 + s) / n), "exp(t) ≥ 1 + t")
        .closes("each lead is smaller, by s_below,j > 0")
    )
