"""The backward pass of attention: its gradients as formulas, and the laws that they keep.

The laws hold for any weights, however they were made, if the rows of A sum to one. P has the same
rows, or zeros: a row with ρ = 0 has nothing to attend to.
"""

from theory.backward.derivative import CLAIMS as DERIVATIVE
from theory.backward.upstream import CLAIMS as UPSTREAM
from theory.backward.words import (
    INPUTS,
    A,
    G,
    K,
    P,
    Q,
    V,
    a,
    b,
    c,
    computed_key_gradient,
    computed_query_gradient,
    computed_value_gradient,
    kappa,
    key_gradient,
    o,
    query_gradient,
    rho,
    row,
    score_gradient,
    t,
    value_gradient,
)
from theory.claim import Claim, Hypothesis
from theory.heads.multi_head import product
from theory.letters import j
from theory.shared_words import dot
from theory.stating.families import Family, every, total
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import Term, term
from theory.stating.variables import index
from theory.stating.vocabulary import letter

by_keys, by_queries = P.transposed().permuted().transposed(), P.permuted("tau")
O = letter("O", every(row, c, entry=total(P[row] * V.transposed()[c])))  # noqa: E741
one = index("b", term(1))
by_query = letter("G'", every(row, c, entry=Q[row, a] * G[row, c]))
by_output = letter("h", every(row, one, entry=Q[row, a] * dot(G[row], O[row])))
ONES = {"weights-sum-to-one": Hypothesis("the rows of A sum to one", line(total(A[row]), "=", 1))}


def averaged(values: Family) -> Term:
    """Return what attention gives for values of one column, at one query."""
    return total(P[row] * values)


CLAIMS = (
    *DERIVATIVE,
    Claim(
        id="backward.permuted-inputs-have-permuted-gradients",
        states=states(
            equal(
                query_gradient(t, by_keys, K.permuted(), V.permuted(), G)[row, a],
                query_gradient(t, P, K, V, G)[row, a],
            ),
            equal(
                key_gradient(t, by_keys, Q, V.permuted(), G)[j, a],
                key_gradient(t, P, Q, V, G).permuted()[j, a],
            ),
            equal(
                key_gradient(t, by_queries, Q.permuted("tau"), V, G.permuted("tau"))[j, a],
                key_gradient(t, P, Q, V, G)[j, a],
            ),
            equal(value_gradient(by_queries, G.permuted("tau"))[j, c], value_gradient(P, G)[j, c]),
        ),
        says="With keys and values in another order, and their weights with them, the queries "
        "keep their gradients, and the keys have theirs in that order. With queries and upstream "
        "gradients in another order, and the rows of weights with them, keys and values keep "
        "theirs.",
        builds_on=("backward.attention-gradients", "softmax.permutation-equivariance"),
    ),
    Claim(
        id="backward.score-gradients-sum-to-zero",
        states=states(
            equal(total(score_gradient(P, V, G)[row]), 0),
            hypotheses=ONES,
        ),
        says="The gradients by the scores of one query sum to zero: a number added to all these "
        "scores changes no weight.",
        builds_on=("backward.attention-gradients", "softmax.shift-invariance"),
    ),
    Claim(
        id="backward.key-gradients-sum-to-zero",
        states=states(
            equal(total(key_gradient(t, P, Q, V, G).transposed()[a]), 0), hypotheses=ONES
        ),
        says="The gradients by the keys sum to zero: a vector added to all keys moves all scores "
        "of a query by one number.",
        builds_on=("backward.score-gradients-sum-to-zero",),
    ),
    Claim(
        id="backward.value-gradients-sum-to-the-upstream",
        states=states(
            equal(
                total(value_gradient(P, G).transposed()[c]),
                total(every(row, entry=rho[row] * G[row, c])),
            ),
            hypotheses=ONES,
        ),
        says="The gradients by the values sum to those by the outputs, over the queries that have "
        "something to attend to: a vector added to all values is added to their outputs.",
        builds_on=("backward.attention-gradients",),
    ),
    Claim(
        id="backward.queries-and-keys-share-a-gauge",
        states=states(
            equal(
                product(Q.transposed(), query_gradient(t, P, K, V, G))[a, b],
                product(K.transposed(), key_gradient(t, P, Q, V, G))[b, a],
            )
        ),
        says="Qᵀ dQ is the transpose of Kᵀ dK: queries Q M and keys K M⁻ᵀ have the same scores, so "
        "what one gains the other loses. It holds for any weights.",
        builds_on=("backward.attention-gradients",),
    ),
    Claim(
        id="backward.values-answer-outputs",
        states=states(
            equal(
                product(V.transposed(), value_gradient(P, G))[c, o],
                product(O.transposed(), G)[c, o],
            )
        ),
        says="Vᵀ dV is Oᵀ G, as the output is linear in the values; the traces say that the inner "
        "products ⟨V, dV⟩ and ⟨O, G⟩ are one number. It holds for any weights.",
        builds_on=("backward.attention-gradients",),
    ),
    Claim(
        id="backward.query-gradient-is-a-covariance",
        states=states(
            equal(
                query_gradient(t, P, K, V, G)[row, a],
                t
                * total(
                    every(
                        c,
                        entry=G[row, c]
                        * (
                            averaged(every(j, entry=V[j, c] * K[j, a]))
                            - O[row, c] * averaged(K.transposed()[a])
                        ),
                    )
                ),
            )
        ),
        says="The gradient by a query is the scale times the covariance, by its weights, of the "
        "keys and of the products of the values with its row of G: three outputs of attention and "
        "G give it, without a backward pass. The formula holds for any weights; it is a "
        "covariance where they sum to one.",
        builds_on=("backward.attention-gradients",),
    ),
    Claim(
        id="backward.key-gradient-is-made-of-value-gradients",
        states=states(
            equal(
                key_gradient(t, P, Q, V, G)[j, a],
                t
                * (
                    total(every(c, entry=V[j, c] * value_gradient(P, by_query)[j, c]))
                    - value_gradient(P, by_output)[j, one]
                ),
            )
        ),
        says="The gradient by a key is made of gradients by values, for other gradients by the "
        "output: G times a coordinate of the query, and the row sums of its products with the "
        "output. It holds for any weights.",
        builds_on=("backward.attention-gradients",),
    ),
    Claim(
        id="backward.masked-has-no-gradient",
        states=states(
            equal(computed_value_gradient(*INPUTS)[j, c], 0),
            equal(computed_key_gradient(*INPUTS)[j, a], 0),
            given=equal(kappa[row, j], 0),
        ),
        kind="convention",
        beyond="that the key, the value, or what belongs to a query that attends to nothing may "
        "be NaN or infinite",
        says="A key and a value that every query masks get gradient zero, exactly, even if they "
        "are NaN.",
        note="In several libraries zero times NaN leaks through the mask.",
        builds_on=("backward.attention-gradients", "lookup.masked-value-never-leaks"),
    ),
    Claim(
        id="backward.nothing-to-attend-to",
        states=states(
            equal(computed_query_gradient(*INPUTS)[row, a], 0), given=equal(kappa[row, j], 0)
        ),
        kind="convention",
        says="A query with nothing to attend to gets gradient zero.",
        note="Where softmax divides zero by zero, its gradients are NaN, also those by what other "
        "queries use.",
        builds_on=("backward.attention-gradients", "softmax.nothing-to-attend-to"),
    ),
    *UPSTREAM,
)
