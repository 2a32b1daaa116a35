"""The laws that the gradients keep, for any weights whose rows sum to one, or are empty.

Method of the chapter: the code itself, run at symbolic sizes, gives the formulas; derivations for
all sizes go from the formulas to the laws.
"""

from proofs.engine.evidence import closes, derivation
from proofs.rules import reindex
from theory.backward.words import A, G, Q, V, a, c, rho, row, t
from theory.letters import j
from theory.shared_words import dot
from theory.stating.families import every, total

ONE = "weights-sum-to-one"
SUM = "the rows of A sum to one"
BIT = "a row attends or it does not: ρ² = ρ"
PAIRS = "both are one sum over pairs of a query and a key, in two orders"


def mean(query):
    """Return the mean of what the values are worth to a query, under its row of A."""
    return total(every(j, entry=A[query, j] * dot(G[query], V[j])))


def both_parts(query):
    """Return the sum of its gradients by scores: what is gained, and what is taken off all."""
    return rho[query] * mean(query) - rho[query] ** 2 * total(A[query]) * mean(query)


@derivation("backward.score-gradients-sum-to-zero")
def scores_of_a_query_shift_alike(chain):
    return (
        chain.equals(both_parts(row), "open the bracket")
        .given(ONE, total(A[row]), 1, SUM)
        .closes(BIT)
    )


@derivation("backward.key-gradients-sum-to-zero")
def keys_shift_alike(chain):
    return (
        chain.equals(
            t * total(every(row, entry=Q[row, a] * both_parts(row))), "sum over the keys first"
        )
        .given(ONE, total(A[row]), 1, SUM)
        .closes(BIT)
    )


@derivation("backward.value-gradients-sum-to-the-upstream")
def values_shift_the_outputs(chain):
    return (
        chain.equals(
            total(every(row, entry=rho[row] * G[row, c] * total(A[row]))), "sum over the keys first"
        )
        .given(ONE, total(A[row]), 1, SUM)
        .closes("the same sum")
    )


closes("backward.queries-and-keys-share-a-gauge", PAIRS)
closes("backward.values-answer-outputs", PAIRS)
closes("backward.query-gradient-is-a-covariance", "open the bracket; P V is the output")
closes("backward.key-gradient-is-made-of-value-gradients", "open the bracket; P V is the output")


ORDER = "backward.permuted-inputs-have-permuted-gradients"
OTHER = "a sum over all, in another order"


@derivation(ORDER)
def queries_do_not_see_the_order_of_keys(chain):
    return chain.by(reindex, OTHER)


@derivation(ORDER, duty=1)
def keys_take_their_gradients_along(chain):
    return chain.by(reindex, OTHER).closes("this is the row of key σ(j)")


@derivation(ORDER, duty=2)
def keys_do_not_see_the_order_of_queries(chain):
    return chain.by(reindex, OTHER)


@derivation(ORDER, duty=3)
def values_do_not_see_the_order_of_queries(chain):
    return chain.by(reindex, OTHER)
