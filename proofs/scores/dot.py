"""Dot scores, also divided: they reach every number, and their differences are the log-odds.

Method of the chapter: derivations for all n, d_q, d_k and d_attn; exact runs of `impl` on symbols
at small sizes; witnesses in exact numbers.
"""

from impl import scores as impl
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, exact_run, necessity
from theory.letters import d, i, k, m, n
from theory.scores import K, q, t
from theory.symbols import family
from theory.words import dot

Q_, K_ = family("Q"), family("K")


@exact_run("scores.dot")
def dot_is_the_printed_sum():
    for queries, width in ((1, 1), (1, 2), (1, 3), (2, 2)):
        ours = impl.dot(expressions.entries(Q_, queries, width), expressions.entries(K_, 2, width))
        yield {m: queries, n: 2, d: width}, ours.flat()


@exact_run("scores.scaled-dot")
def scaled_dot_divides_by_the_root():
    for width in (1, 2, 4):
        ours = impl.scaled_dot(expressions.entries(Q_, 1, width), expressions.entries(K_, 2, width))
        yield {m: 1, n: 2, d: width}, ours.flat()


@derivation("scores.every-number-is-a-score")
def every_number_is_a_score(chain):
    return chain.closes("the squared length cancels")


@necessity("scores.every-number-is-a-score", "nonzero-query")
def the_zero_query_scores_nothing():
    score = impl.dot(expressions.array([0]), expressions.array([[5]])).tolist()[0]
    return At({q: (0,), t: 1}, score, "the score of every key", undefined=True)


@derivation("scores.dot-log-odds")
def dot_log_odds(chain):
    return chain.equals(dot(q, K[i]) - dot(q, K[k]), "softmax.log-odds").closes("combine both sums")
