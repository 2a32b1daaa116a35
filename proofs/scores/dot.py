"""Dot scores, also divided: they reach every number, and their differences are the log-odds.

Method of the chapter: derivations for all n, d_q, d_k and d_attn; exact runs of `impl` at small
sizes, the cosine on whole numbers, as its nested roots do not cancel on symbols; witnesses in exact
numbers.
"""

import sympy as sp

from impl import scores as impl
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from theory.scores import dot
from theory.softmax import weight
from theory.symbols import a, at, b, d_q, family, i, k, positive, real, sum_to

q, K, Q = family("q"), family("K"), family("Q")


def key_row(place):
    return lambda column: K[place, column]


@exact_run("scores.dot")
def dot_is_the_printed_sum():
    for width in (1, 2, 3):
        ours = impl.dot(symbols.entries(q, width), symbols.entries(K, 2, width)).tolist()
        yield f"n = 2, d = {width}", ours, [at(dot(q, key_row(row)), d_q=width) for row in (1, 2)]
    ours = impl.dot(symbols.entries(Q, 2, 2), symbols.entries(K, 2, 2)).flat()
    printed = [
        at(dot(lambda col, row=row: Q[row, col], key_row(place)), d_q=2)
        for row in (1, 2)
        for place in (1, 2)
    ]
    yield "m = n = d = 2", ours, printed


@exact_run("scores.scaled-dot")
def scaled_dot_divides_by_the_root():
    for width in (1, 2, 4):
        ours = impl.scaled_dot(symbols.entries(q, width), symbols.entries(K, 2, width)).tolist()
        printed = [at(dot(q, key_row(row)), d_q=width) / sp.sqrt(width) for row in (1, 2)]
        yield f"n = 2, d = {width}", ours, printed


@derivation("scores.every-number-is-a-score")
def every_number_is_a_score():
    return Chain(_score_of_multiple()).equals(real("t"), "the squared length cancels")


refuses(
    every_number_is_a_score,
    lambda: Chain(_score_of_multiple()).equals(positive("t") ** 2, "quadratic"),
)


def _score_of_multiple():
    length_squared = sum_to(d_q, b, q[b] ** 2)
    return dot(q, lambda column: real("t") * q[column] / length_squared)


@necessity("scores.every-number-is-a-score", "nonzero-query")
def the_zero_query_scores_nothing():
    score = impl.dot(symbols.array([0]), symbols.array([[5]])).tolist()[0]
    return Witness(
        given={"q": "0", "t": "1"},
        claimed="some key, 5 for instance, has score 1",
        left=score,
        op="=",
        right=1,
        ours=score,
        instead="the score of every key",
    )


@derivation("scores.dot-log-odds")
def dot_log_odds():
    return (
        Chain(_dot_log_odds())
        .equals(dot(q, key_row(i)) - dot(q, key_row(k)), "softmax.log-odds")
        .equals(sum_to(d_q, a, q[a] * (K[i, a] - K[k, a])), "combine both sums")
    )


refuses(dot_log_odds, lambda: Chain(_dot_log_odds()).equals(0, "equal weights"))


def _dot_log_odds():
    weights = [weight(lambda place: dot(q, key_row(place)), place) for place in (i, k)]
    return sp.log(weights[0] / weights[1])
