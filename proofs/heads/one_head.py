"""One head: scaled dot-product attention, of an input to itself or to another, or masked.

Method of the chapter: derivations for all n and widths; the code's own type check on symbolic
sizes; exact runs of `impl` at small sizes; witnesses in exact numbers.
"""

from impl.heads import causal_mask, scaled_dot_product_attention
from proofs.arrays import shapes, symbols
from proofs.engine.evidence import Witness, counterexample, exact_run, necessity, sizes
from theory import heads as theory
from theory.symbols import at, d, d_k, d_v, family, m, n

X, Q, K, V = (family(name) for name in ("X", "Q", "K", "V"))
W_q, W_k, W_v = (family(name) for name in ("W_q", "W_k", "W_v"))


@exact_run("heads.scaled-dot-product-attention")
def attention_is_the_printed_product():
    for rows, keys, width, values in ((1, 2, 1, 2), (2, 1, 2, 1), (2, 2, 2, 1)):
        ours = scaled_dot_product_attention(
            symbols.entries(Q, rows, width),
            symbols.entries(K, keys, width),
            symbols.entries(V, keys, values),
        )
        printed = [
            at(
                theory.scaled_dot_product_attention(Q, K, V, row, column),
                n=keys, d_k=width,
            )
            for row in range(1, rows + 1)
            for column in range(1, values + 1)
        ]  # fmt: skip
        yield f"m = {rows}, n = {keys}, d_k = {width}, d_v = {values}", ours.flat(), printed


@exact_run("heads.self-attention")
def self_attention_projects_one_input_three_ways():
    for rows, width in ((1, 1), (2, 1), (2, 2)):
        x = symbols.entries(X, rows, 2)
        ours = scaled_dot_product_attention(
            *(x @ symbols.entries(weights, 2, width) for weights in (W_q, W_k, W_v))
        )
        projections = [theory.projected(X, weights) for weights in (W_q, W_k, W_v)]
        printed = [
            at(
                theory.scaled_dot_product_attention(*projections, row, column),
                n=rows, d=2, d_k=width,
            )
            for row in range(1, rows + 1)
            for column in range(1, width + 1)
        ]  # fmt: skip
        yield f"n = {rows}, d = 2, d_k = d_v = {width}", ours.flat(), printed


@counterexample("heads.transformers-attend-to-themselves-alone")
def a_decoder_attends_to_its_encoder():
    target, source = symbols.array([[1]]), symbols.array([[1], [2]])
    output = scaled_dot_product_attention(target, source, source)
    scores = target @ source.mT
    return Witness(
        given={"decoder's rows": "1", "encoder's rows": "2"},
        claimed="there are as many queries as keys",
        left=scores.shape[0],
        op="=",
        right=scores.shape[1],
        ours=output.flat(),
        instead="the output, one row for the one query",
    )


@sizes("heads.sizes")
def sizes_of_attention():
    x, y = shapes.array(m, d), shapes.array(n, d)
    queries, keys = x @ shapes.array(d, d_k), y @ shapes.array(d, d_k)
    values = y @ shapes.array(d, d_v)
    yield "Q Kᵀ", (queries @ keys.mT).shape, (m, n), {}
    with shapes.counting() as cost:
        output = scaled_dot_product_attention(queries, keys, values)
    counts = {"multiply-adds": cost.multiply_adds, "exponentials": cost.exponentials}
    yield "Attention(Q, K, V)", output.shape, (m, d_v), counts


@counterexample("heads.output-of-one-element-is-a-matrix")
def an_output_is_a_row():
    x = symbols.array([[1], [2]])
    output = scaled_dot_product_attention(x, x, x)
    return Witness(
        given={"n": "2", "d_v": "1"},
        claimed="the output of the first element has n d_v = 2 entries",
        left=len(output.tolist()[0]),
        op="=",
        right=2,
        ours=output.flat(),
        instead="Y, one row for each element",
    )


@sizes("heads.layers-compose")
def the_next_layer_takes_the_output():
    x, weights = shapes.array(n, d), (shapes.array(d, d_k), shapes.array(d, d_k))
    for _ in range(2):
        x = scaled_dot_product_attention(x @ weights[0], x @ weights[1], x @ shapes.array(d, d))
    yield "two layers with d_v = d", x.shape, (n, d), {}


@necessity("heads.layers-compose", "values-as-wide-as-inputs")
def a_narrower_output_does_not_fit():
    x = symbols.array([[1, 2]])
    y = scaled_dot_product_attention(x, x, x @ symbols.array([[1], [1]]))
    return Witness(
        given={"d": "2", "d_v": "1"},
        claimed="Y W^Q exists: Y has as many columns as W^Q has rows",
        left=y.shape[1],
        op="=",
        right=2,
        ours=y.flat(),
        instead="Y, which has one column",
    )


@exact_run("heads.causal-mask")
def causal_order_is_the_printed_rule():
    for queries, keys in ((2, 2), (2, 3), (3, 2)):
        for align, offset in (("end", keys - queries), ("start", 0)):
            ours = causal_mask(queries, keys, align=align, xp=symbols.xp)
            printed = [
                int(place <= row + offset)
                for row in range(1, queries + 1)
                for place in range(1, keys + 1)
            ]
            size = f"{queries} queries, {keys} keys, aligned at the {align}"
            yield size, list(map(int, ours.flat())), printed
