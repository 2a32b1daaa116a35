"""Queries and keys of any widths, projected to one: parametric attention."""

from impl import scores as impl
from impl.lookup import attention
from proofs.arrays import expressions, shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, sizes
from theory import symbols as theory
from theory.letters import d_attn, d_k, d_q
from theory.symbols import size

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


@derivation("scores.only-the-product-of-projections-counts")
def only_the_product_counts(chain):
    return chain.closes("multiply out, and sum over the common width first")
