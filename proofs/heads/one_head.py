"""One head: scaled dot-product attention, of an input to itself or to another, or masked.

Method of the chapter: derivations for all n and widths; the code's own type check on symbolic
sizes; general runs of `impl`; witnesses in exact numbers.
"""

from impl.heads import scaled_dot_product_attention
from proofs.arrays import expressions, shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, necessity, sizes
from theory import letters
from theory.heads import (
    K,
    Q,
    V,
    row,
)
from theory.symbols import d, d_k, d_v, m, n


@counterexample("heads.transformers-attend-to-themselves-alone")
def a_decoder_attends_to_its_encoder():
    target, source = [[1]], [[1], [2]]
    ours = attend(target, source, source)
    return At(
        {Q: target, K: source},
        ours,
        "the output, one row for the one query",
        words="one query of the decoder attends to two keys of the encoder",
    )


def attend(*rows, **options):
    return scaled_dot_product_attention(*map(expressions.array, rows), **options).tolist()


@sizes("heads.sizes")
def sizes_of_the_scores():
    queries, keys, _ = projected()
    yield "Q Kᵀ", (queries @ keys.mT).shape, {}


@sizes("heads.sizes", duty=1)
def sizes_of_attention():
    rows = projected()
    with shapes.counting() as cost:
        output = scaled_dot_product_attention(*rows)
    counts = {"multiply-adds": cost.multiply_adds, "exponentials": cost.exponentials}
    yield "Attention(Q, K, V)", output.shape, counts


def projected():
    """Return the shapes of queries from m rows, and of keys and values from n rows."""
    x, y = shapes.array(m, d), shapes.array(n, d)
    return x @ shapes.array(d, d_k), y @ shapes.array(d, d_k), y @ shapes.array(d, d_v)


@counterexample("heads.output-of-one-element-is-a-matrix")
def an_output_is_a_row():
    x = [[1], [2]]
    return At(
        {Q: x, K: x, V: x, row: 1},
        attend(x, x, x),
        "Y, one row for each element",
        words="the output of one element is a row of d_v numbers, and Y is a matrix of n by d_v",
    )


@sizes("heads.layers-compose")
def the_next_layer_takes_the_output():
    x, weights = shapes.array(n, d), (shapes.array(d, d_k), shapes.array(d, d_k))
    for _ in range(2):
        x = scaled_dot_product_attention(x @ weights[0], x @ weights[1], x @ shapes.array(d, d))
    yield "two layers with d_v = d", x.shape, {}


@necessity("heads.layers-compose", "values-as-wide-as-inputs")
def a_narrower_output_does_not_fit():
    x = [[1, 2]]
    ours = attend(x, x, (expressions.array(x) @ expressions.array([[1], [1]])).tolist())
    return At({letters.n: 1, letters.d: 2, letters.d_v: 1}, ours, "Y, which has one column")
