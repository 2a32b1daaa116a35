"""Why the claims on attention heads hold, or fail.

Method: derivations for all n and widths; the code's own type check on symbolic sizes; exact runs of
`impl` at small sizes; witnesses in exact numbers.
"""

import sympy as sp

from impl.heads import causal_mask, multi_head_attention, scaled_dot_product_attention
from impl.scores import additive_tanh
from impl.softmax import softmax
from proofs.arrays import shapes, symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity, sizes
from theory import heads as theory
from theory.softmax import weight
from theory.symbols import (
    L,
    a,
    at,
    b,
    c,
    d,
    d_k,
    d_q,
    d_v,
    family,
    h,
    i,
    index,
    j,
    k,
    l,
    m,
    n,
    nonnegative,
    r,
    real,
    s,
    sum_over,
    sum_to,
    u,
)  # fmt: skip

X, Q, K, V, E = (family(name) for name in ("X", "Q", "K", "V", "E"))
W, W_q, W_k, W_v, W_o = (family(name) for name in ("W", "W_q", "W_k", "W_v", "W_o"))
ONE = symbols.array([[[1]]])


def _flat(array):
    return array.data.ravel().tolist()


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
        yield f"m = {rows}, n = {keys}, d_k = {width}, d_v = {values}", _flat(ours), printed


@exact_run("heads.self-attention")
def self_attention_projects_one_input_three_ways():
    for rows, width in ((1, 1), (2, 1)):
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
        yield f"n = {rows}, d = 2, d_k = d_v = {width}", _flat(ours), printed


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
        ours=_flat(output),
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


@counterexample("heads.others-lack-queries")
def the_attention_of_2015_has_a_query():
    keys, one = symbols.array([[0], [1]]), symbols.array([[1]])
    first, second = (
        _flat(softmax(additive_tanh(symbols.array([[query]]), keys, one, one, one[0])))
        for query in (0, 1)
    )
    return Witness(
        given={"f": "tanh(q + k), the additive score of 2015", "k": "(0, 1)", "q": "0, then 1"},
        claimed="there is no query: the weights stay the same",
        left=first[0],
        op="=",
        right=second[0],
        ours=[sp.N(value, 6) for value in (first[0], second[0])],
        instead="the weight of the first key for each query",
    )


@derivation(
    "heads.attention-answers-its-query",
    wrong=lambda: Chain(sp.Derivative(_log_odds(), Q[u])).equals(0, "there is no query"),
)
def log_odds_move_with_the_query():
    return Chain(sp.Derivative(_log_odds(), Q[u])).equals(
        K[i, u] - K[k, u], "a sum of multiples of q_a"
    )


def _log_odds():
    """scores.dot-log-odds: the log-odds of two keys under a dot score."""
    return sum_to(d_q, a, Q[a] * (K[i, a] - K[k, a]))


@counterexample("heads.attends-to-others-alone")
def an_element_alone_attends_to_itself():
    output = scaled_dot_product_attention(*[symbols.array([[5]])] * 3)
    return Witness(
        given={"n": "1", "v_1": "5"},
        claimed="y_1 is a sum over the other elements, which is 0 where there are none",
        left=_flat(output)[0],
        op="=",
        right=0,
        ours=_flat(output),
        instead="the element's own value",
    )


@derivation(
    "heads.every-element-takes-part",
    wrong=lambda: Chain(weight(theory.score(Q, K, i), k)).above(1, "more than all of it"),
)
def every_weight_is_positive():
    return Chain(weight(theory.score(Q, K, i), k)).above(0, "a quotient of exponentials")


@necessity("heads.every-element-takes-part", "no-mask")
def a_masked_element_takes_no_part():
    x = symbols.array([[1], [2]])
    weights = scaled_dot_product_attention(
        x, x, symbols.array([[1, 0], [0, 1]]), mask=causal_mask(2, 2, xp=symbols.xp)
    )
    return Witness(
        given={"n": "2", "mask": "causal"},
        claimed="α_12 > 0",
        left=weights.tolist()[0][1],
        op=">",
        right=0,
        ours=weights.tolist()[0],
        instead="the weights of the first row",
    )


@derivation(
    "heads.output-moves-with-every-value",
    wrong=lambda: Chain(_slope_by_a_value()).equals(1 / n, "an even share"),
)
def an_output_moves_with_every_value():
    return (
        Chain(_slope_by_a_value())
        .equals(weight(theory.score(Q, K, i), k), "weights do not contain values")
        .above(0, "a quotient of exponentials")
    )


def _slope_by_a_value():
    output = sum_over(l, weight(theory.score(Q, K, i), l) * V[l, c])
    return sp.Derivative(output, V[k, c])


@necessity("heads.output-moves-with-every-value", "no-mask")
def a_masked_value_moves_nothing():
    x = symbols.array([[1], [2]])
    output = scaled_dot_product_attention(
        x, x, symbols.entries(V, 2, 1), mask=causal_mask(2, 2, xp=symbols.xp)
    )
    return Witness(
        given={"n": "2", "mask": "causal"},
        claimed="∂y_1/∂v_2 > 0",
        left=sp.diff(_flat(output)[0], V[2, 1]),
        op=">",
        right=0,
        ours=_flat(output)[0],
        instead="y_1",
    )


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
        ours=_flat(output),
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
        ours=_flat(y),
        instead="Y, of one column",
    )


def _params(number, width, values, inputs=1, outputs=1):
    return {
        "w_q": symbols.entries(W_q, number, inputs, width),
        "w_k": symbols.entries(W_k, number, inputs, width),
        "w_v": symbols.entries(W_v, number, inputs, values),
        "w_o": symbols.entries(W_o, number * values, outputs),
    }


def _printed_head(row, width, rows, source=X):
    """Return the entries of the heads, by number and column: queries from X, the rest not."""

    def head(number, column):
        first, second, third = (
            theory.projected(given, lambda p, q, weights=weights: weights[number, p, q])
            for given, weights in ((X, W_q), (source, W_k), (source, W_v))
        )
        return at(
            theory.scaled_dot_product_attention(first, second, third, row, column),
            n=rows, d=1, d_k=width,
        )  # fmt: skip

    return head


@exact_run("heads.multi-head")
def multi_head_attention_is_the_printed_concatenation():
    for number, values in ((1, 1), (2, 1), (1, 2)):
        x = symbols.entries(X, 2, 1)
        ours = multi_head_attention(x, x, _params(number, 1, values, outputs=2))
        printed = [
            theory.multi_head(_printed_head(row, 1, 2), W_o, number, values, column)
            for row in (1, 2)
            for column in (1, 2)
        ]
        yield f"n = 2, d = 1, h = {number}, d_v = {values}", _flat(ours), printed
    ours = multi_head_attention(
        symbols.entries(X, 1, 1), symbols.entries(E, 2, 1), _params(2, 1, 1, outputs=2)
    )
    heads = _printed_head(1, 1, 2, source=E)
    printed = [theory.multi_head(heads, W_o, 2, 1, column) for column in (1, 2)]
    yield "one row of X asks two rows of E, h = 2", _flat(ours), printed


def _one_head(x_query, x_key_value):
    params = {"w_q": ONE, "w_k": ONE, "w_v": ONE, "w_o": ONE[0]}
    return _flat(multi_head_attention(x_query, x_key_value, params))


@counterexample("heads.multi-head-uses-its-arguments")
def the_printed_heads_never_look_at_the_arguments():
    x = symbols.array([[0], [1]])
    printed = theory.multi_head(_printed_head(1, 1, 2), W_o, 1, 1, 1)
    used = {entry.base.label.name for entry in printed.atoms(sp.Indexed)}
    return Witness(
        given={"h": "1", "n": "2", "the formula contains": ", ".join(sorted(used))},
        claimed="Q, K or V stands in MultiHead(Q, K, V) as printed",
        left=len(used & {"Q", "K", "V"}),
        op=">",
        right=0,
        ours=_one_head(2 * x, x)[1],
        instead="the second row for X = (0, 1), with queries from 2X",
    )


@derivation(
    "heads.projecting-twice-is-projecting-once",
    wrong=lambda: Chain(_twice()).equals(sum_to(d, b, X[i, b] * W_q[b, c]), "the first is lost"),
)
def projections_merge():
    # The mixed derivative names the coefficient of x_b, for all b at once.
    return Chain(sp.Derivative(_twice(), X[i, u])).equals(
        sum_to(d_k, a, W[u, a] * W_q[a, c]), "the entry (u, c) of W W_i"
    )


def _twice():
    return sum_to(d_k, a, sum_to(d_q, b, X[i, b] * W[b, a]) * W_q[a, c])


@sizes("heads.divisor-is-the-root-of-the-width")
def a_head_compares_in_the_width_of_its_divisor():
    d_attn = h * d_k
    projected = shapes.array(m, d) @ shapes.array(d, d_k)
    yield "Q W_i^q", projected.shape, (m, d_attn / h), {}


@necessity("heads.divisor-is-the-root-of-the-width", "narrow-heads")
def wide_heads_are_divided_by_too_little():
    projected = symbols.array([[1]]) @ symbols.array([[1, 1]])
    return Witness(
        given={"d_attn": "2", "h": "2", "W_i^q": "1 × d_attn, as for the single head"},
        claimed="the divisor √(d_attn/h) = 1 is the root of the width",
        left=1,
        op="=",
        right=sp.sqrt(projected.shape[1]),
        ours=projected.shape[1],
        instead="the width in which this head compares",
    )


@counterexample("heads.concatenation-may-start-anywhere")
def the_first_head_is_left_out():
    x = symbols.array([[1]])
    head = scaled_dot_product_attention(x, x, x)
    return Witness(
        given={"h": "2", "i": "2", "d_token": "2", "W^O": "2 × 2"},
        claimed="Concat(head_2) has as many columns as W^O has rows",
        left=head.shape[1],
        op="=",
        right=2,
        ours=_flat(head),
        instead="head_2, alone in the concatenation",
    )


@counterexample("heads.projections-are-as-small-as-heads")
def a_whole_row_does_not_fit_a_small_projection():
    return Witness(
        given={"E": "1 × 2, so d_token = 2", "h": "2", "W_i^q": "1 × 1"},
        claimed="E W_i^q exists: E has as many columns as W_i^q has rows",
        left=symbols.array([[1, 1]]).shape[1],
        op="=",
        right=symbols.array([[1]]).shape[0],
    )


@sizes("heads.multi-head-sizes")
def sizes_of_multi_head_attention():
    d_token = h * d_k
    e = shapes.array(L, d_token)
    projection = shapes.array(d_token, d_k)
    head = scaled_dot_product_attention(e @ projection, e @ projection, e @ projection)
    yield "head_i", head.shape, (L, d_token / h), {}
    params = {name: shapes.array(h, d_token, d_k) for name in ("w_q", "w_k", "w_v")}
    with shapes.counting() as cost:
        output = multi_head_attention(e, e, {**params, "w_o": shapes.array(d_token, d_token)})
    counts = {"multiply-adds": cost.multiply_adds, "exponentials": cost.exponentials}
    yield "MHSA(E)", output.shape, (L, d_token), counts


@derivation(
    "heads.small-projections-see-one-slice",
    wrong=lambda: Chain(_of_the_whole()).equals(
        sum_over(s, sum_to(d_k, b, E[s, b] * W[b, c])), "all slices alike"
    ),
)
def a_small_projection_sees_one_slice():
    return Chain(_of_the_whole()).equals(
        sum_to(d_k, b, E[r, b] * W[b, c]), "δ picks slice i, which is r here"
    )


def _of_the_whole():
    """E W' for a row of h slices: entry (slice, place), and W' zero outside one slice."""
    return sum_over(s, sum_to(d_k, b, E[s, b] * sp.KroneckerDelta(s, r) * W[b, c]))


@exact_run("heads.sum-over-heads")
def each_head_writes_through_its_own_rows():
    for number, values in ((2, 1), (1, 2), (2, 2)):
        x = symbols.entries(X, 1, 1)
        params = _params(number, 1, values)
        ours = multi_head_attention(x, x, params)
        total = 0
        for head in range(number):
            output = scaled_dot_product_attention(
                *(x @ params[name][head, ...] for name in ("w_q", "w_k", "w_v"))
            ).tolist()[0]
            block = params["w_o"].tolist()[head * values : (head + 1) * values]
            total += sum(p * q[0] for p, q in zip(output, block, strict=True))
        yield f"n = 1, h = {number}, d_v = {values}", _flat(ours), [total]


def _twin_heads(weights):
    """Return the output of heads that are all alike, with the given rows of W^O."""
    x = symbols.array([[0], [1]])
    many = symbols.array([[[1]]] * len(weights))
    params = {"w_q": many, "w_k": many, "w_v": many, "w_o": symbols.array([[w] for w in weights])}
    return _flat(multi_head_attention(x, x, params))


@counterexample("heads.more-heads-always-help")
def a_twin_adds_nothing():
    half = sp.Rational(1, 2)
    one, two = _twin_heads([1]), _twin_heads([half, half])
    return Witness(
        given={"X": "(0, 1)", "all projections": "1", "W^O": "(1), then (1/2, 1/2)"},
        claimed="two heads compute something that one did not",
        left=two[1],
        op="≠",
        right=one[1],
        ours=two,
        instead="the output of both",
    )


@derivation(
    "heads.equal-heads-act-as-one",
    wrong=lambda: Chain(_of_twins()).equals(2 * sum_to(d_v, c, X[c] * W[c, a]), "as W twice"),
)
def twins_act_as_one():
    return Chain(_of_twins()).equals(
        sum_to(d_v, c, X[c] * (W[c, a] + W_o[c, a])), "heads.sum-over-heads, one head factored out"
    )


def _of_twins():
    return sum_to(d_v, c, X[c] * W[c, a]) + sum_to(d_v, c, X[c] * W_o[c, a])


@derivation(
    "heads.width-limits-the-rank",
    wrong=lambda: Chain(_odds(i, j) * _odds(k, j)).equals(0, "rank zero"),
)
def minors_of_log_odds_vanish():
    other = index("p")
    return (
        Chain(_odds(i, j) * _odds(k, other))
        .equals(Q[i] * (K[j] - K[l]) * Q[k] * (K[other] - K[l]), "log-odds of products q k")
        .equals(_odds(i, other) * _odds(k, j), "the four factors again, paired otherwise")
    )


def _odds(row, place):
    """Return the log-odds of a place against l, for the query of a row of width 1."""
    score = lambda at_: Q[row] * K[at_]  # noqa: E731
    return sp.log(weight(score, place) / weight(score, l))


@derivation(
    "heads.width-one-overlooks-the-middle",
    wrong=lambda: Chain(_differences()).at_least(0, "both differences have one sign"),
)
def the_middle_key_is_overlooked():
    below, above = nonnegative("g"), nonnegative("t")
    return (
        Chain(_differences())
        .equals(-(real("q") ** 2) * below * above, "k_1 = k_2 - g, k_3 = k_2 + t")
        .at_most(0, "a square, and two lengths")
    )


def _differences():
    query, middle = real("q"), real("k_2")
    below, above = nonnegative("g"), nonnegative("t")
    return (query * (middle - below) - query * middle) * (query * (middle + above) - query * middle)


@counterexample("heads.weights-are-a-kernel-matrix")
def the_weights_are_not_symmetric():
    x = symbols.array([[0], [1]])
    weights = scaled_dot_product_attention(x, x, symbols.array([[1, 0], [0, 1]])).tolist()
    return Witness(
        given={"Q = K": "(0, 1)"},
        claimed="α_12 = α_21",
        left=weights[0][1],
        op="=",
        right=weights[1][0],
        ours=weights[0] + weights[1],
        instead="the weights, row by row",
    )


@derivation(
    "heads.weights-are-a-normalised-kernel",
    wrong=lambda: Chain(weight(theory.score(Q, Q, i), k)).equals(
        weight(theory.score(Q, Q, k), i), "without the sums"
    ),
)
def weights_are_a_normalised_kernel():
    def scaled_weight(row, place):
        score = theory.score(Q, Q, row)
        return sum_over(l, sp.exp(score(l))) * weight(score, place)

    return (
        Chain(scaled_weight(i, k))
        .equals(sp.exp(theory.score(Q, Q, i)(k)), "the sum cancels")
        .equals(sp.exp(theory.score(Q, Q, k)(i)), "q_i · q_k = q_k · q_i")
        .equals(scaled_weight(k, i), "the sum of row k put back")
    )


@necessity("heads.weights-are-a-normalised-kernel", "equal-projections")
def other_keys_break_the_symmetry():
    queries = symbols.array([[0], [1]])
    keys = symbols.array([[1], [0]])
    kernel = [[sp.exp(value) for value in row] for row in (queries @ keys.mT).tolist()]
    return Witness(
        given={"Q": "(0, 1)", "K": "(1, 0)"},
        claimed="Z_1 α_12 = Z_2 α_21, that is, exp(s_12) = exp(s_21)",
        left=kernel[0][1],
        op="=",
        right=kernel[1][0],
        ours=_flat(scaled_dot_product_attention(queries, keys, symbols.array([[0], [1]]))),
        instead="the weights of the second key",
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
            yield size, list(map(int, _flat(ours))), printed
