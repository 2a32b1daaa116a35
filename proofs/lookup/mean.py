"""Attention is a mean of values: of a table's pairs, in any order, some of them masked.

Method of the chapter: derivations for all n, in which the other scores lie g + s_j below the
largest (g > 0, s_j ≥ 0); general runs of `impl`; witnesses in exact numbers.
"""

import sympy as sp

from impl.lookup import attention as attend
from impl.scores import dot
from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, exact_run, sizes
from proofs.rules import reindex
from theory.lookup.words import V, q, r, s_0, w_0
from theory.softmax.words import kappa, v, x
from theory.stating.families import total
from theory.stating.operations import exp
from theory.symbols import family

ROWS = {name: family(name) for name in "xbvV"}


def row(name, size):
    """Return the entries of a family, as a case has them and as `impl` does."""
    return expressions.entries(ROWS[name], size)


OF_COLUMNS = {"attention": lambda scores, columns: attend(scores, columns.mT), "dot": dot}
sizes("lookup.sizes", {"softmax": softmax_of, "dot": dot})
sizes("lookup.sizes", OF_COLUMNS, duty=1)
sizes("lookup.sizes", OF_COLUMNS, duty=2)


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


closes(
    "lookup.misplaced-value",
    "δ picks the pair with key k",
    "the pair with key k has v_l, and no other pair has v_k",
)


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
    ).closes("r exp(s) = exp(s + log r)")


@derivation("lookup.order-of-pairs-is-irrelevant")
def order_is_irrelevant(chain):
    return chain.by(reindex, "both sums run over all pairs").closes(
        "this is the output in the old order"
    )


def _behind_a_mask(hidden):
    """Register the runs in which no masked value is a number."""

    def attends(keep, scores, values):
        seen = expressions.xp.where(keep, values, hidden)
        return attend(scores, seen[:, None], mask=keep)[0]

    @exact_run("lookup.masked-value-never-leaks", {"masked_attention": attends})
    def some_are_masked():
        for keep in ([0, 1], [1, 0, 0], [1, 0, 1], [0, 1, 1]):
            scores, values = (row(name, len(keep)).tolist() for name in "xv")
            yield {kappa: keep, x: scores, v: values}


for _hidden in (sp.oo, -sp.oo, sp.nan):
    _behind_a_mask(_hidden)
