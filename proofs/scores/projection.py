"""Queries and keys of any widths, projected to one: parametric attention."""

from impl import scores as impl
from impl.lookup import attention
from proofs.arrays import expressions, shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, exact_run, sizes
from theory import symbols as theory
from theory.letters import d_attn, d_k, d_q, d_v, m, n
from theory.scores import d_out
from theory.symbols import family, size

D_OUT = size("d_out")


@counterexample("scores.equal-input-widths")
def widths_may_differ():
    query, key = expressions.array([[2]]), expressions.array([[1, 3]])
    score = impl.dot(query @ expressions.array([[1]]), key @ expressions.array([[1], [1]]))
    why = "the score of a query of width 1 and a key of width 2"
    return At({d_q: query.shape[-1], d_k: key.shape[-1], d_attn: 1}, score.tolist(), why)


def _scores():
    queries = shapes.array(theory.m, theory.d_q) @ shapes.array(theory.d_q, theory.d_attn)
    keys = shapes.array(theory.n, theory.d_k) @ shapes.array(theory.d_k, theory.d_attn)
    return impl.scaled_dot(queries, keys)


@sizes("scores.parametric-sizes")
def sizes_of_the_scores():
    with shapes.counting() as cost:
        scores = _scores()
    yield "Q W^q (K W^k)ᵀ / √d_attn", scores.shape, {"multiply-adds": cost.multiply_adds}


@sizes("scores.parametric-sizes", duty=1)
def sizes_of_parametric_attention():
    values = shapes.array(theory.n, theory.d_v) @ shapes.array(theory.d_v, D_OUT)
    yield "softmax(...) V W^v", attention(_scores(), values).shape, {}


@exact_run("scores.parametric-attention")
def parametric_attention_is_the_printed_product():
    # The matrices are projected by @ and put through the same functions as everywhere.
    Q, K, V, W_q, W_k, W_v = (family(x) for x in ("Q", "K", "V", "W^q", "W^k", "W^v"))
    for of_query, of_key, common, of_value in ((1, 2, 1, 1), (2, 1, 1, 2), (1, 1, 2, 1)):
        queries = expressions.entries(Q, 1, of_query) @ expressions.entries(W_q, of_query, common)
        keys = expressions.entries(K, 2, of_key) @ expressions.entries(W_k, of_key, common)
        values = expressions.entries(V, 2, of_value) @ expressions.entries(W_v, of_value, 2)
        ours = attention(impl.scaled_dot(queries, keys), values).flat()
        yield (
            {m: 1, n: 2, d_q: of_query, d_k: of_key, d_attn: common, d_v: of_value, d_out: 2},
            ours,
        )


@derivation("scores.only-the-product-of-projections-counts")
def only_the_product_counts(chain):
    return chain.closes("multiply out, and sum over the common width first")
