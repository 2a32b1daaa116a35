"""Attention is a mean of values: of a table's pairs, in any order, some of them masked.

Method of the chapter: derivations for all n, in which the other scores lie g + s_j below the
largest (g > 0, s_j ≥ 0); general runs of `impl`; witnesses in exact numbers.
"""

import sympy as sp

from impl.lookup import attention as attend
from impl.scores import dot
from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions, shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, exact_run, sizes
from proofs.rules import reindex
from theory.lookup import V, q, r, s_0, w_0
from theory.softmax import kappa, v, x
from theory.stating.families import exp, total
from theory.symbols import d_k, d_v, family, m
from theory.symbols import n as pairs

ROWS = {name: family(name) for name in "xbvV"}


def row(name, size):
    """Return the entries of a family, as a case has them and as `impl` does."""
    return expressions.entries(ROWS[name], size)


def tables(*queries):
    """Return queries and a table of symbolic sizes, run: scores, output, and what it costs."""
    scores = dot(shapes.array(*queries, d_k), shapes.array(pairs, d_k))
    with shapes.counting() as cost:
        result = attend(scores, shapes.array(pairs, d_v))
    counts = {"multiply-adds": cost.multiply_adds, "exponentials": cost.exponentials}
    return scores, result, {**counts, "peak memory": cost.peak_memory}


@sizes("lookup.sizes")
def each_query_has_a_weight_for_each_pair():
    yield "softmax(Q Kᵀ)", softmax_of(tables(m)[0]).shape, {}


@sizes("lookup.sizes", duty=1)
def each_query_has_an_output():
    _, result, cost = tables(m)
    yield "softmax(Q Kᵀ) V", result.shape, cost


@sizes("lookup.sizes", duty=2)
def one_query_has_one_output():
    _, result, cost = tables()
    yield "softmax(q Kᵀ) V", result.shape, cost


@counterexample("lookup.output-is-a-score")
def an_output_has_as_many_numbers_as_a_value():
    table = [[1, 2], [3, 4]]
    ours = attend(expressions.array([0, 0]), expressions.array(table)).tolist()
    return At(
        {V: table, q: (0,)},
        ours,
        "a vector of d_v = 2 numbers",
        words="with values of two numbers the output is two numbers, and a score is one",
    )


@counterexample("lookup.first-key-with-second-value")
def the_first_value_is_lost():
    ours = attend(expressions.array([0, 0]), expressions.array([[1], [0]])).tolist()
    return At(
        {x: (0, 0), v: (1, 0)}, ours, "the output from the rows; no printed pair contains v_1"
    )


@derivation("lookup.misplaced-value")
def a_misplaced_value_costs_its_weight(chain):
    return chain.closes("δ picks the pair with key k")


@derivation("lookup.misplaced-value", duty=1)
def the_value_that_is_not_carried_has_no_influence(chain):
    return chain.closes("the pair with key k has v_l, and no other pair has v_k")


@counterexample("lookup.table-is-a-set")
def a_pair_that_stands_twice():
    twice = attend(expressions.array([0, 0, 0]), expressions.array([[0], [0], [1]])).tolist()
    return At({r: 2, s_0: 0, w_0: 0, x: (0,), v: (1,)}, twice, "the repeated pair counts twice")


@derivation("lookup.repeating-a-pair-adds-a-logarithm")
def repeating_adds_a_logarithm(chain):
    mass = r * exp(s_0)
    whole = mass + total(x.map(exp))
    return chain.equals(
        (mass * w_0 + total(x.map(exp) * v)) / whole, "r equal terms, in both sums"
    ).closes("r exp(f) = exp(f + log r)")


@derivation("lookup.order-of-pairs-is-irrelevant")
def order_is_irrelevant(chain):
    return chain.by(reindex, "both sums run over all pairs").closes(
        "this is the output in the old order"
    )


@exact_run("lookup.masked-value-never-leaks")
def no_number_behind_a_mask():
    scores, values = row("x", 3), row("v", 3).tolist()
    for keep, behind in (([1, 0, 0], sp.oo), ([1, 0, 1], sp.nan), ([0, 1, 1], -sp.oo)):
        seen = [[each if bit else behind] for bit, each in zip(keep, values, strict=True)]
        mask = expressions.array([bit == 1 for bit in keep])
        ours = attend(scores, expressions.array(seen), mask=mask).tolist()
        yield {kappa: keep, x: scores.tolist(), v: values}, ours
