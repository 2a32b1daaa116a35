"""Many heads: the concatenation as printed is a sum over heads."""

import sympy as sp

from impl.heads import multi_head_attention, scaled_dot_product_attention
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses
from theory import heads as theory
from theory.symbols import a, at, b, c, d, d_k, d_q, d_v, family, i, sum_to, u

X, E, W = (family(name) for name in ("X", "E", "W"))
W_q, W_k, W_v, W_o = (family(name) for name in ("W_q", "W_k", "W_v", "W_o"))
ONE = symbols.array([[[1]]])


def _params(number, width, values, inputs=1, outputs=1):
    return {
        "w_q": symbols.entries(W_q, number, inputs, width),
        "w_k": symbols.entries(W_k, number, inputs, width),
        "w_v": symbols.entries(W_v, number, inputs, values),
        "w_o": symbols.entries(W_o, number * values, outputs),
    }


def _printed_head(row, width, rows, source=X):
    """Return the entries of the heads, by number and column; only the queries come from X."""

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
    # The root of d_k shows where it is 2, the order of the columns where h and d_v both are.
    for number, width, values in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 1, 2)):
        x = symbols.entries(X, 2, 1)
        ours = multi_head_attention(x, x, _params(number, width, values, outputs=2))
        printed = [
            theory.multi_head(_printed_head(row, width, 2), W_o, number, values, column)
            for row in (1, 2)
            for column in (1, 2)
        ]
        size = f"n = 2, d = 1, h = {number}, d_k = {width}, d_v = {values}"
        yield size, ours.flat(), printed
    ours = multi_head_attention(
        symbols.entries(X, 1, 1), symbols.entries(E, 2, 1), _params(2, 1, 1, outputs=2)
    )
    heads = _printed_head(1, 1, 2, source=E)
    printed = [theory.multi_head(heads, W_o, 2, 1, column) for column in (1, 2)]
    yield (
        "queries from one row of X, keys from two of E, h = 2, d_k = d_v = 1",
        ours.flat(),
        printed,
    )


def _one_head(x_query, x_key_value):
    params = {"w_q": ONE, "w_k": ONE, "w_v": ONE, "w_o": ONE[0]}
    return multi_head_attention(x_query, x_key_value, params).flat()


@counterexample("heads.multi-head-uses-its-arguments")
def the_printed_heads_never_look_at_the_arguments():
    x = symbols.array([[0], [1]])
    printed = theory.multi_head(_printed_head(1, 1, 2), W_o, 1, 1, 1)
    used = {entry.base.label.name for entry in printed.atoms(sp.Indexed)}
    return Witness(
        given={"h": "1", "n": "2", "the formula contains": ", ".join(sorted(used))},
        claimed="MultiHead(Q, K, V) as printed contains Q, K or V",
        left=len(used & {"Q", "K", "V"}),
        op=">",
        right=0,
        ours=_one_head(2 * x, x)[1],
        instead="the second row for X = (0, 1), with queries from 2X",
    )


@derivation("heads.projecting-twice-is-projecting-once")
def projections_merge():
    # The mixed derivative names the coefficient of x_b, for all b at once.
    return Chain(sp.Derivative(_twice(), X[i, u])).equals(
        sum_to(d_k, a, W[u, a] * W_q[a, c]), "the entry (u, c) of W W_i"
    )


refuses(
    projections_merge,
    lambda: Chain(_twice()).equals(sum_to(d, b, X[i, b] * W_q[b, c]), "the first is lost"),
)


def _twice():
    return sum_to(d_k, a, sum_to(d_q, b, X[i, b] * W[b, a]) * W_q[a, c])


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
        yield f"n = 1, h = {number}, d_v = {values}", ours.flat(), [total]


def _twin_heads(weights):
    """Return the output of equal heads, with the given rows of W^O."""
    x = symbols.array([[0], [1]])
    many = symbols.array([[[1]]] * len(weights))
    params = {"w_q": many, "w_k": many, "w_v": many, "w_o": symbols.array([[w] for w in weights])}
    return multi_head_attention(x, x, params).flat()


@counterexample("heads.more-heads-always-help")
def a_twin_adds_nothing():
    half = sp.Rational(1, 2)
    one, two = _twin_heads([1]), _twin_heads([half, half])
    return Witness(
        given={"X": "(0, 1)", "all projections": "1", "W^O": "(1), then (1/2, 1/2)"},
        claimed="two heads compute something that one does not",
        left=two[1],
        op="≠",
        right=one[1],
        ours=two,
        instead="the outputs with two heads",
    )


@derivation("heads.equal-heads-act-as-one")
def twins_act_as_one():
    return Chain(_of_twins()).equals(
        sum_to(d_v, c, X[c] * (W[c, a] + W_o[c, a])),
        "heads.sum-over-heads, the common head factored out",
    )


refuses(
    twins_act_as_one,
    lambda: Chain(_of_twins()).equals(2 * sum_to(d_v, c, X[c] * W[c, a]), "as W twice"),
)


def _of_twins():
    return sum_to(d_v, c, X[c] * W[c, a]) + sum_to(d_v, c, X[c] * W_o[c, a])
