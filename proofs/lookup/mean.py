"""Attention is a mean of values: of a table's pairs, in any order, some of them masked.

Method of the chapter: derivations for all n, in which the largest score stands apart and the n
others lie g + s_j below it (g > 0, s_j ≥ 0); exact runs of `impl` at small sizes; witnesses in
exact numbers.
"""

import sympy as sp

from impl.lookup import attention
from impl.scores import dot
from impl.softmax import softmax
from proofs.arrays import shapes, symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses, sizes
from proofs.engine.rules import reindex, sigma
from theory.lookup import output, output_of_misplaced_value
from theory.softmax import weight
from theory.symbols import at, c, d_k, d_v, family, j, k, l, m, n, real, size, sum_over, sum_to

x, v = family("x"), family("v")
p = lambda place: weight(x, place)


@exact_run("lookup.attention")
def attention_is_the_printed_mean():
    for pairs in (1, 2, 3):
        ours = attention(symbols.entries(x, pairs), symbols.entries(v, pairs, 2)).tolist()
        yield f"n = {pairs}, d_v = 2", ours, [_printed(pairs, column) for column in (1, 2)]


def _printed(pairs, column):
    return at(output(x, lambda row: v[row, column]), n=pairs)


@sizes("lookup.sizes")
def sizes_of_attention():
    K, V = shapes.array(n, d_k), shapes.array(n, d_v)
    for names, queries, weights, printed in (
        (("F = Q Kᵀ", "softmax(F)", "softmax(F) V"), (m, d_k), (m, n), (m, d_v)),
        (("f = q Kᵀ", "softmax(f)", "softmax(f) V"), (d_k,), (n,), (d_v,)),
    ):
        scores = dot(shapes.array(*queries), K)
        with shapes.counting() as cost:
            result = attention(scores, V)
        counts = {"multiply-adds": cost.multiply_adds, "exponentials": cost.exponentials}
        yield names[0], scores.shape, weights, {}
        yield names[1], softmax(scores).shape, weights, {}
        yield names[2], result.shape, printed, {**counts, "peak memory": cost.peak_memory}


@counterexample("lookup.output-is-a-score")
def an_output_has_as_many_numbers_as_a_value():
    result = attention(symbols.array([0, 0]), symbols.array([[1, 2], [3, 4]]))
    return Witness(
        given={"scores": "(0, 0)", "V": "((1, 2), (3, 4))"},
        claimed="Attention(q, K, V) is one number",
        left=len(result.tolist()),
        op="=",
        right=1,
        ours=result.tolist(),
        instead="a vector of d_v = 2 numbers",
    )


@counterexample("lookup.first-key-with-second-value")
def the_first_value_is_lost():
    case = {x[1]: 0, x[2]: 0, v[1]: 1, v[2]: 0}
    return Witness(
        given={"scores": "(0, 0)", "v": "(1, 0)"},
        claimed="the output from the pairs as printed is the output from the rows of K and V",
        left=at(output_of_misplaced_value(x, v, sp.S(1), sp.S(2)), n=2).xreplace(case),
        op="=",
        right=at(output(x, v), n=2).xreplace(case),
        ours=attention(symbols.array([0, 0]), symbols.array([[1], [0]])).tolist(),
        instead="the output from the rows; no printed pair contains v_1",
    )


@derivation("lookup.misplaced-value")
def a_misplaced_value_costs_its_weight():
    return Chain(output_of_misplaced_value(x, v, k, l)).equals(
        output(x, v) + p(k) * (v[l] - v[k]), "δ picks the pair with key k"
    )


refuses(
    a_misplaced_value_costs_its_weight,
    lambda: Chain(output_of_misplaced_value(x, v, k, l)).equals(
        output(x, v), "the output is the same"
    ),
)


@counterexample("lookup.table-is-a-set")
def a_pair_that_stands_twice():
    twice = attention(symbols.array([0, 0, 0]), symbols.array([[0], [0], [1]])).tolist()
    once = attention(symbols.array([0, 0]), symbols.array([[0], [1]])).tolist()
    return Witness(
        given={"table": "((k, 0), (k, 0), (k', 1)), equal scores"},
        claimed="the output is that of the set {(k, 0), (k', 1)}",
        left=twice[0],
        op="=",
        right=once[0],
        ours=twice,
        instead="the repeated pair counts twice",
    )


@derivation("lookup.repeating-a-pair-adds-a-logarithm")
def repeating_adds_a_logarithm():
    score, value, copies = real("f"), real("w"), size("r")
    boosted = sp.exp(score + sp.log(copies))
    return (
        Chain(_with_repeated_pair(copies))
        .equals(_mean_with(copies * sp.exp(score), value), "r equal terms, in both sums")
        .equals(_mean_with(boosted, value), "r exp(f) = exp(f + log r)")
    )


refuses(
    repeating_adds_a_logarithm,
    lambda: Chain(_with_repeated_pair(size("r"))).equals(
        _with_repeated_pair(1), "a pair counts once"
    ),
)


def _with_repeated_pair(copies):
    """Return the attention to so many copies of (f, w) and to the n pairs (x_j, v_j)."""
    each = lambda what: sum_to(copies, c, sp.exp(real("f")) * what)
    top = each(real("w")) + sum_over(j, sp.exp(x[j]) * v[j])
    return top / (each(1) + sum_over(j, sp.exp(x[j])))


def _mean_with(mass, value):
    """Return the mean of one pair of the given mass and of the n pairs (x_j, v_j)."""
    rest = sum_over(j, sp.exp(x[j]))
    return (mass * value + sum_over(j, sp.exp(x[j]) * v[j])) / (mass + rest)


@derivation("lookup.order-of-pairs-is-irrelevant")
def order_is_irrelevant():
    return (
        Chain(output(lambda q: x[sigma(q)], lambda q: v[sigma(q)]))
        .by(reindex, "both sums run over all pairs")
        .equals(output(x, v), "this is the output in the old order")
    )


refuses(
    order_is_irrelevant,
    lambda: (
        Chain(output(lambda q: x[sigma(q)], v))
        .by(reindex, "re-index")
        .equals(output(x, v), "keys permuted without their values")
    ),
)


@exact_run("lookup.mask")
def masked_is_absent():
    keep = symbols.array([True, False, True])
    ours = attention(symbols.entries(x, 3), symbols.entries(v, 3, 2), mask=keep).tolist()
    without_second = {x[2]: x[3], **{v[2, column]: v[3, column] for column in (1, 2)}}
    yield (
        "n = 3, the second dropped",
        ours,
        [_printed(2, column).xreplace(without_second) for column in (1, 2)],
    )
    b = family("b")
    ours = attention(
        symbols.entries(x, 2), symbols.entries(v, 2, 2), mask=symbols.entries(b, 2)
    ).tolist()
    added = {x[place]: x[place] + b[place] for place in (1, 2)}
    yield "n = 2, b added", ours, [_printed(2, column).xreplace(added) for column in (1, 2)]


@exact_run("lookup.masked-value-never-leaks")
def no_number_behind_a_mask():
    values = symbols.array([[v[1, 1], v[1, 2]], [sp.nan, sp.oo]])
    keep = symbols.array([[True, False], [False, False]])
    ours = attention(symbols.array([[0, 0], [0, 0]]), values, mask=keep).flat()
    yield "m = 2, n = 2, second value (NaN, ∞)", ours, [v[1, 1], v[1, 2], 0, 0]
