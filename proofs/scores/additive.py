"""Additive scores: as printed they do not depend on the query, with a tanh they do."""

import sympy as sp

from impl import scores as impl
from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.contrary import Never
from proofs.engine.evidence import closes, counterexample, derivation
from theory.letters import i, j
from theory.scores.words import W_k, W_q, keys, number, of_numbers, part_of_key, query, w_out
from theory.softmax.words import softmax
from theory.stating.families import every, total
from theory.stating.operations import exp
from theory.stating.variables import positive
from theory.symbols import real


@counterexample("scores.additive-as-printed-uses-the-query")
def every_query_attends_alike():
    queries, both = (expressions.array([[real(name)] for name in names]) for names in ("qr", "st"))
    one = expressions.array([[1]])
    weights = softmax_of(impl.additive(queries, both, one, one, one[0])).tolist()
    ours, again = (sp.simplify(row[0]) for row in weights)
    assert ours == again
    of_keys = softmax(every(j, entry=part_of_key(keys[j], W_k, w_out)))[i]
    return Never(
        lambda chain: chain.equals(
            of_keys, "multiply out: the query's part is the same for every key"
        ).closes("a constant added to all scores cancels"),
        ours,
        "the first weight of the keys s and t, for either query",
        words="all queries have the same weights: the query's part is in each score, and cancels",
    )


@derivation("scores.linear-additive-forgets-the-query")
def linear_additive_forgets_the_query(chain):
    of_keys = every(j, entry=exp(part_of_key(keys[j], W_k, w_out)))
    of_query = exp(part_of_key(query, W_q, w_out))
    return (
        chain.equals(
            of_query * of_keys[i] / total(every(j, entry=of_query * of_keys[j])),
            "exp of a sum is a product: one factor of the query, one of the key",
        )
        .equals(of_query * of_keys[i] / (of_query * total(of_keys)), "one factor of all terms")
        .closes("the query's factor is positive, and cancels")
    )


closes("scores.tanh-keeps-the-query", "the derivative of tanh is 1 - tanh²")


GREATER = {of_numbers[j]: of_numbers[i] + positive("s"), number: -of_numbers[i]}

closes(
    "scores.tanh-keeps-the-query", "tanh(0) = 0 at q = -k_i, and tanh(s) > 0", duty=1, let=GREATER
)
