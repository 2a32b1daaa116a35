"""Queries and keys of any widths, projected to one: parametric attention."""

import sympy as sp

from impl import scores as impl
from impl.lookup import attention
from proofs.arrays import shapes, symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses, sizes
from theory.scores import dot, projected
from theory.softmax import weight
from theory.symbols import (
    at,
    b,
    c,
    d_attn,
    d_k,
    d_q,
    d_v,
    family,
    i,
    m,
    n,
    size,
    sum_over,
    sum_to,
    u,
    w,
)  # fmt: skip

q, K, Q, V = (family(name) for name in ("q", "K", "Q", "V"))
W_q, W_k, W_v = (family(name) for name in ("W_q", "W_k", "W_v"))
query = projected(q, W_q, d_q)
key = lambda place: projected(lambda row: K[place, row], W_k, d_k)


@counterexample("scores.equal-input-widths")
def widths_may_differ():
    query_, key_ = symbols.array([[2]]), symbols.array([[1, 3]])
    score = impl.dot(query_ @ symbols.array([[1]]), key_ @ symbols.array([[1], [1]]))
    return Witness(
        given={"q": "(2), of size 1", "k": "(1, 3), of size 2", "d_attn": "1"},
        claimed="the sizes of q and k are equal, as both are projected to d_attn",
        left=query_.shape[-1],
        op="=",
        right=key_.shape[-1],
        ours=score.tolist(),
        instead="their score, which exists nevertheless",
    )


@sizes("scores.parametric-sizes")
def sizes_of_parametric_attention():
    queries, keys = shapes.array(m, d_q) @ shapes.array(d_q, d_attn), shapes.array(n, d_k)
    with shapes.counting() as cost:
        scores = impl.scaled_dot(queries, keys @ shapes.array(d_k, d_attn))
    counts = {"multiply-adds": cost.multiply_adds}
    yield "Q W^q (K W^k)ᵀ / √d_attn", scores.shape, (m, n), counts
    d_out = size("d_out")
    output = attention(scores, shapes.array(n, d_v) @ shapes.array(d_v, d_out))
    yield "softmax(...) V W^v", output.shape, (m, d_out), {}


@exact_run("scores.parametric-attention")
def parametric_attention_is_the_printed_product():
    # The matrices are projected by @ and put through the same functions as everywhere.
    for widths in ((1, 2, 1, 1), (2, 1, 1, 2), (1, 1, 2, 1)):
        of_query, of_key, common, of_value = widths
        queries = symbols.entries(Q, 1, of_query) @ symbols.entries(W_q, of_query, common)
        keys = symbols.entries(K, 2, of_key) @ symbols.entries(W_k, of_key, common)
        values = symbols.entries(V, 2, of_value) @ symbols.entries(W_v, of_value, 2)
        ours = attention(impl.scaled_dot(queries, keys), values).flat()
        printed = [
            at(
                _printed_attention(column),
                n=2, d_q=of_query, d_k=of_key, d_attn=common, d_v=of_value,
            )
            for column in (1, 2)
        ]  # fmt: skip
        yield f"m = 1, n = 2, d_q, d_k, d_attn, d_v = {widths}", ours, printed


def _printed_attention(column):
    first = projected(lambda place: Q[1, place], W_q, d_q)
    score = lambda row: dot(first, key(row), d_attn) / sp.sqrt(d_attn)
    return sum_over(i, weight(score, i) * sum_to(d_v, b, V[i, b] * W_v[b, column]))


@derivation("scores.only-the-product-of-projections-counts")
def only_the_product_counts():
    return Chain(_mixed_slope()).equals(
        sum_to(d_attn, c, W_q[u, c] * W_k[w, c]), "the score is linear in q and in k"
    )


refuses(
    only_the_product_counts,
    lambda: Chain(_mixed_slope()).equals(sp.KroneckerDelta(u, w), "without projections"),
)


def _mixed_slope():
    """Return the coefficient of q_u k_w: the derivative by both."""
    slope = sp.Derivative(dot(query, key(i), d_attn), q[u]).doit()
    return sp.Derivative(slope, K[i, w])
