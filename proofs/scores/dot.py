"""Dot scores, also divided: they reach every number, and their differences are the log-odds.

Method of the chapter: derivations for all n, d_q, d_k and d_attn; general runs of `impl`;
witnesses in exact numbers.
"""

from impl import scores as impl
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from theory.letters import i, k
from theory.scores.words import K, q, t
from theory.shared_words import dot, length_squared


@derivation("scores.every-number-is-a-score")
def every_number_is_a_score(chain):
    return chain.equals(
        t * length_squared(q) / length_squared(q), "the key is a multiple of the query"
    ).closes("the squared length is not 0, and cancels")


@necessity("scores.every-number-is-a-score", "nonzero-query")
def the_zero_query_scores_nothing():
    score = impl.dot(expressions.array([0]), expressions.array([[5]])).tolist()[0]
    return At({q: (0,), t: 1}, score, "the score of every key", undefined=True)


@derivation("scores.dot-log-odds")
def dot_log_odds(chain):
    return chain.equals(dot(q, K[i]) - dot(q, K[k]), "softmax.log-odds").closes("combine both sums")
