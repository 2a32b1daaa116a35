"""The score of BERT-DOT is a product of vectors: its sizes, and how it ranks."""

from fractions import Fraction

from impl import retrieval as impl
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import (
    closes,
    counterexample,
    derivation,
    formed,
    met_by,
    necessity,
    sizes,
)
from theory.letters import d, i, j, n
from theory.retrieval.words import D, best, columns, factor, q, s, scores, shift, weights
from theory.shared_words import dot
from theory.stating.families import every, numbers, total
from theory.stating.variables import nonnegative, positive

formed("retrieval.printed-product-is-a-number")


@counterexample("retrieval.product-of-rows-is-a-number")
def rows_of_two_entries_make_a_square():
    return At({d: 2})


@necessity("retrieval.printed-product-is-a-number", "columns")
def rows_make_a_matrix():
    row = expressions.array([[1, 2]])
    case = dict.fromkeys(columns, ((1, 2),))
    return At(case, (row @ row.mT).tolist()[0], "x yᵀ, the product for rows")


formed("retrieval.sizes")
formed("retrieval.sizes", duty=1)
sizes("retrieval.sizes", {"dot_score": impl.dot_score}, duty=3)


closes("retrieval.sizes", "both are x_a x_o y_b y_c", duty=2)


CLAIM = "retrieval.ranking-ignores-shift-and-scale"

closes(
    CLAIM,
    "s_i = s_j + t with t > 0: b cancels, and a t > 0",
    let={s[i]: s[j] + positive("t")},
    apart=True,
    turned=True,
)


closes(
    CLAIM,
    "s_j = s_i + t with t ≥ 0: b cancels, and a t ≥ 0",
    duty=1,
    let={s[j]: s[i] + nonnegative("t")},
    apart=True,
)


@necessity(CLAIM, "positive-factor")
def a_negative_factor_turns_the_ranking():
    return At({s: (2, 1), factor: -1, shift: 0, i: 1, j: 2})


@met_by("retrieval.dot-never-ranks-a-mixture-first")
def a_mixture_of_two_documents():
    half = Fraction(1, 2)
    return {q: (1,), D: ((1,), (2,)), scores: (1, 2), best: 2, weights: (half, half)}


BELOW = {scores[j]: best - numbers("t", n, domain="nonnegative")[j]}


@derivation("retrieval.dot-never-ranks-a-mixture-first", let=BELOW)
def a_mixture_scores_no_more_than_the_best(chain):
    return (
        chain.equals(
            total(every(j, entry=weights[j] * dot(q, D[j]))), "the score is linear in the document"
        )
        .given("", dot(q, D[j]), scores[j], "no score exceeds the best")
        .at_most(best * total(weights), "w_j t_j ≥ 0")
        .given("", total(weights), 1, "the weights sum to 1")
    )
