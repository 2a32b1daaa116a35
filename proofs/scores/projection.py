"""Queries and keys of any widths, projected to one: parametric attention."""

from impl import scores as impl
from impl.lookup import attention
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, sizes
from theory.letters import d_attn, d_k, d_q
from theory.scores.words import W_k, W_q, c, one_key, query, u, w
from theory.stating.families import every, total


@counterexample("scores.equal-input-widths")
def widths_may_differ():
    query, key = expressions.array([[2]]), expressions.array([[1, 3]])
    score = impl.dot(query @ expressions.array([[1]]), key @ expressions.array([[1], [1]]))
    why = "the score of a query of width 1 and a key of width 2"
    return At({d_q: query.shape[-1], d_k: key.shape[-1], d_attn: 1}, score.tolist(), why)


def _scores(queries, w_q, keys, w_k):
    return impl.dot(queries @ w_q, keys @ w_k)


def _attended(queries, w_q, keys, w_k, values, w_v):
    return attention(impl.scaled_dot(queries @ w_q, keys @ w_k), values @ w_v)


sizes("scores.parametric-sizes", {"compared": _scores})
sizes("scores.parametric-sizes", {"projected_attention": _attended}, duty=1)


@derivation("scores.only-the-product-of-projections-counts")
def only_the_product_counts(chain):
    product = query[u] * W_q[u, c] * (one_key[w] * W_k[w, c])
    return chain.equals(total(every(c, u, w, entry=product)), "multiply out").closes(
        "sum over the common width first"
    )
