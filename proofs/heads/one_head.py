"""One head: scaled dot-product attention, of an input to itself or to another, or masked.

Method of the chapter: derivations for all n and widths; the code's own type check on symbolic
sizes; exact runs of `impl` at small sizes; witnesses in exact numbers.
"""

from impl.heads import causal_mask, scaled_dot_product_attention
from proofs.arrays import expressions, shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, exact_run, necessity, sizes
from proofs.heads.exact_inputs import of_symbols
from theory import letters
from theory.heads import (
    ONE_HEAD,
    K,
    Q,
    V,
    X,
    row,
)
from theory.symbols import d, d_k, d_v, m, n


@exact_run("heads.scaled-dot-product-attention")
def attention_is_the_printed_product():
    for rows, keys, width, values in ((1, 2, 1, 2), (2, 1, 2, 1), (2, 2, 2, 1)):
        case, arrays = of_symbols({Q: (rows, width), K: (keys, width), V: (keys, values)})
        yield case, scaled_dot_product_attention(*arrays).flat()


@exact_run("heads.self-attention")
def self_attention_projects_one_input_three_ways():
    for rows, width in ((1, 1), (2, 1), (2, 2)):
        case, (x, *projections) = of_symbols({X: (rows, 2), **dict.fromkeys(ONE_HEAD, (2, width))})
        yield case, scaled_dot_product_attention(*(x @ each for each in projections)).flat()


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


@exact_run("heads.causal-mask")
def causal_order_is_the_printed_rule():
    yield from masks("end")


@exact_run("heads.causal-mask", duty=1)
def causal_order_from_the_start_is_the_printed_rule():
    yield from masks("start")


def masks(align):
    for queries, keys in ((2, 2), (2, 3), (3, 2)):
        kept = causal_mask(queries, keys, align=align, xp=expressions.xp)
        yield {letters.m: queries, letters.n: keys}, [int(each) for each in kept.flat()]
