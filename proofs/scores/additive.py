"""Additive scores: as printed they do not depend on the query, with a tanh they do."""

import sympy as sp

from impl import scores as impl
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses
from proofs.scores.projection import K, W_k, W_q, key, query
from theory.scores import additive, additive_tanh, projected
from theory.softmax import weight
from theory.symbols import at, c, d_attn, d_q, family, i, real, sum_to

Q, x, w_out = family("Q"), family("x"), family("w_out")


def _hidden_entries(widths):
    q_width, k_width, hidden = widths
    return (
        symbols.entries(Q, 1, q_width), symbols.entries(K, 2, k_width),
        symbols.entries(W_q, q_width, hidden), symbols.entries(W_k, k_width, hidden),
        symbols.entries(w_out, hidden),
    )  # fmt: skip


def _printed_additive(formula, widths, place):
    first = projected(lambda column: Q[1, column], W_q, d_q)
    return at(formula(first, key(place), w_out), d_q=widths[0], d_k=widths[1], d_attn=widths[2])


WIDTHS = ((1, 1, 1), (1, 2, 1), (2, 1, 2))


@exact_run("scores.additive-as-printed")
def additive_is_the_printed_product():
    for widths in WIDTHS:
        ours = impl.additive(*_hidden_entries(widths)).flat()
        yield (
            f"d_q, d_k, d_attn = {widths}",
            ours,
            [_printed_additive(additive, widths, place) for place in (1, 2)],
        )


@exact_run("scores.additive-tanh")
def additive_tanh_is_the_authors_network():
    for widths in WIDTHS:
        ours = impl.additive_tanh(*_hidden_entries(widths)).flat()
        yield (
            f"d_q, d_k, d_attn = {widths}",
            ours,
            [_printed_additive(additive_tanh, widths, place) for place in (1, 2)],
        )


@counterexample("scores.additive-as-printed-uses-the-query")
def two_queries_attend_alike():
    queries, keys = (symbols.array([[real(name)] for name in names]) for names in ("ab", "st"))
    w_q, w_k, w_out = (real(name) for name in ("w_q", "w_k", "w_out"))
    scores = impl.additive(
        queries, keys, symbols.array([[w_q]]), symbols.array([[w_k]]), symbols.array([w_out])
    )
    weights = sp.Matrix(softmax(scores).tolist()).applyfunc(sp.simplify)
    return Witness(
        given={"q": "a, then b, any numbers", "k": "(s, t), any", "W": "any numbers"},
        claimed="two queries have different first weights",
        left=sp.simplify(weights[0, 0] - weights[1, 0]),
        op="≠",
        right=0,
        ours=weights[0, 0],
        instead="the first weight, for either query",
    )


@derivation("scores.linear-additive-forgets-the-query")
def linear_additive_forgets_the_query():
    nothing = lambda column: sp.S.Zero
    of_query = sum_to(d_attn, c, query(c) * w_out[c])
    return (
        Chain(weight(lambda place: additive(query, key(place), w_out), i))
        .equals(
            weight(lambda place: of_query + additive(nothing, key(place), w_out), i),
            "multiply out: the query's part is the same for every key",
        )
        .equals(
            weight(lambda place: additive(nothing, key(place), w_out), i),
            "a constant added to all scores cancels",
        )
    )


refuses(
    linear_additive_forgets_the_query,
    lambda: Chain(weight(lambda p: sp.tanh(x[p] + real("t")), i)).equals(
        weight(lambda p: sp.tanh(x[p]), i), "with a tanh"
    ),
)


@derivation("scores.tanh-keeps-the-query")
def tanh_keeps_the_query():
    t, one, two = real("t"), real("k_1"), real("k_2")
    return Chain(sp.Derivative(_log_odds(), t)).equals(
        sp.tanh(t + two) ** 2 - sp.tanh(t + one) ** 2, "the derivative of tanh is 1 - tanh²"
    )


refuses(
    tanh_keeps_the_query,
    lambda: Chain(sp.Derivative(_log_odds(), real("t"))).equals(0, "the query cancels"),
)


def _log_odds():
    return sp.tanh(real("t") + real("k_1")) - sp.tanh(real("t") + real("k_2"))
