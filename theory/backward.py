"""The backward pass of attention: its gradients as formulas, and the laws that they keep.

The laws hold for any weights, however they were made, if the rows of A sum to one. P has the same
rows, or zeros: a row with ρ = 0 has nothing to attend to.
"""

from theory.claim import Claim, Hypothesis
from theory.letters import d_k, d_v, j, l, m, n
from theory.multi_head import product
from theory.softmax import softmax, softmax_of_kept, x
from theory.stating.families import (
    Family,
    every,
    index,
    letter,
    numbers,
    real,
    slope,
    total,
    word,
)
from theory.stating.statements import equal, line, states
from theory.stating.terms import Term, term
from theory.words import dot, variance


@word(r"\mathrm{{d}}p({p}, {g})_{{{j}}}", whole=r"\mathrm{{d}}p({p}, {g})", j="p")
def softmax_gradient(p: Family, g: Family, j):
    """The gradient by the scores of a row, from the gradients g by its weights p."""
    return p[j] * (g[j] - total(p * g))


@word(r"\mathrm{{d}}S({P}, {V}, {G})_{{{i}{j}}}", i="P", j="V")
def score_gradient(P: Family, V: Family, G: Family, i, j):
    """The gradient by the score of query i and key j, from the gradients G by the output."""
    return softmax_gradient(P[i], every(l, entry=dot(G[i], V[l])))[j]


@word(r"\mathrm{{d}}V({P}, {G})_{{{j}{c}}}", j=lambda P: P.lasts[1], c=lambda G: G.lasts[1])
def value_gradient(P: Family, G: Family, j, c):
    """The gradient by a value: Pᵀ G."""
    return dot(P.transposed()[j], G.transposed()[c])


@word(r"\mathrm{{d}}Q_{{{t}}}({P}, {K}, {V}, {G})_{{{i}{a}}}", i="P", a=lambda K: K.lasts[1])
def query_gradient(t, P: Family, K: Family, V: Family, G: Family, i, a):
    """The gradient by a query: the scale t times dS K."""
    return t * total(score_gradient(P, V, G)[i] * K.transposed()[a])


@word(r"\mathrm{{d}}K_{{{t}}}({P}, {Q}, {V}, {G})_{{{j}{a}}}", j="V", a=lambda Q: Q.lasts[1])
def key_gradient(t, P: Family, Q: Family, V: Family, G: Family, j, a):
    """The gradient by a key: the scale t times dSᵀ Q."""
    return t * total(score_gradient(P, V, G).transposed()[j] * Q.transposed()[a])


def weights(kappa, t, Q, K) -> Family:
    """Return a letter for the weights of the keys that each query sees."""
    scores = lambda i: every(l, entry=t * dot(Q[i], K[l]))
    return letter("P", every(row, j, entry=softmax_of_kept(kappa[row], scores(row))[j]))


@word(r"\operatorname{{Attention}}_{{{kappa},{t}}}({Q}, {K}, {V})_{{{i}{c}}}",
      i="Q", c=lambda V: V.lasts[1])  # fmt: skip
def attention_at_scale(kappa: Family, t, Q: Family, K: Family, V: Family, i, c):
    """Attention with the scale t, where query i sees the keys j with κ_ij = 1."""
    scores = every(l, entry=t * dot(Q[i], K[l]))
    return total(softmax_of_kept(kappa[i], scores) * V.transposed()[c])


@word(r"\partial_Q({kappa}, {t}, {Q}, {K}, {V}, {G})_{{{i}{a}}}", computed=True,
      i="Q", a=lambda Q: Q.lasts[1])  # fmt: skip
def computed_query_gradient(kappa: Family, t, Q: Family, K: Family, V: Family, G: Family, i, a):
    """What the code gives as the gradient by a query."""


@word(r"\partial_K({kappa}, {t}, {Q}, {K}, {V}, {G})_{{{j}{a}}}", computed=True,
      j="K", a=lambda K: K.lasts[1])  # fmt: skip
def computed_key_gradient(kappa: Family, t, Q: Family, K: Family, V: Family, G: Family, j, a):
    """What the code gives as the gradient by a key."""


@word(r"\partial_V({kappa}, {t}, {Q}, {K}, {V}, {G})_{{{j}{c}}}", computed=True,
      j="V", c=lambda V: V.lasts[1])  # fmt: skip
def computed_value_gradient(kappa: Family, t, Q: Family, K: Family, V: Family, G: Family, j, c):
    """What the code gives as the gradient by a value."""


@word(r"\partial_Q^{{b}}({b}, {t}, {Q}, {K}, {V}, {G})_{{{i}{a}}}", computed=True,
      i="Q", a=lambda Q: Q.lasts[1])  # fmt: skip
def biased_query_gradient(b: Family, t, Q: Family, K: Family, V: Family, G: Family, i, a):
    """What the code gives as the gradient by a query, under a mask of numbers."""


@word(r"\partial_K^{{b}}({b}, {t}, {Q}, {K}, {V}, {G})_{{{j}{a}}}", computed=True,
      j="K", a=lambda K: K.lasts[1])  # fmt: skip
def biased_key_gradient(b: Family, t, Q: Family, K: Family, V: Family, G: Family, j, a):
    """What the code gives as the gradient by a key, under a mask of numbers."""


@word(r"\partial_V^{{b}}({b}, {t}, {Q}, {K}, {V}, {G})_{{{j}{c}}}", computed=True,
      j="V", c=lambda V: V.lasts[1])  # fmt: skip
def biased_value_gradient(b: Family, t, Q: Family, K: Family, V: Family, G: Family, j, c):
    """What the code gives as the gradient by a value, under a mask of numbers."""


any_row = index("r", m)
row, c, a, b, o = (
    index(*each) for each in (("i", m), ("c", d_v), ("a", d_k), ("b", d_k), ("o", d_v))
)
t = real("t")
Q, K, V = numbers("Q", m, d_k), numbers("K", n, d_k), numbers("V", n, d_v)
G = numbers("G", m, d_v)
kappa = numbers("kappa", m, n, domain="bit")
seen = weights(kappa, t, Q, K)
added = numbers("b", m, n)
raised = letter(
    "P",
    every(row, j, entry=softmax(every(l, entry=t * dot(Q[row], K[l]) + added[row, l]))[j]),
)
BIASED = (added, t, Q, K, V, G)
SOME_KEPT = line(total(every(j, entry=kappa[any_row, j])), ">", 0)
INPUTS = (kappa, t, Q, K, V, G)
loss = letter("L", total(every(row, c, entry=G[row, c] * attention_at_scale(*INPUTS[:-1])[row, c])))

A, rho = numbers("A", m, n), numbers("rho", m, domain="bit")
P = letter("P", every(row, j, entry=rho[row] * A[row, j]))
by_keys, by_queries = P.transposed().permuted().transposed(), P.permuted("tau")
O = letter("O", every(row, c, entry=total(P[row] * V.transposed()[c])))  # noqa: E741
one = index("b", term(1))
by_query = letter("G'", every(row, c, entry=Q[row, a] * G[row, c]))
by_output = letter("h", every(row, one, entry=Q[row, a] * dot(G[row], O[row])))
p, g, u = numbers("p", n), numbers("g", n), real("u")
ONES = {"weights-sum-to-one": Hypothesis("the rows of A sum to one", line(total(A[row]), "=", 1))}
ONE = {"weights-sum-to-one": Hypothesis("the weights sum to one", line(total(p), "=", 1))}


def averaged(values: Family) -> Term:
    """Return what attention gives for values of one column, at one query."""
    return total(P[row] * values)


CLAIMS = (
    Claim(
        id="backward.attention-gradients",
        kind="definition",
        states=states(
            equal(computed_value_gradient(*INPUTS)[j, c], value_gradient(seen, G)[j, c]),
            equal(
                computed_query_gradient(*INPUTS)[row, a], query_gradient(t, seen, K, V, G)[row, a]
            ),
            equal(computed_key_gradient(*INPUTS)[j, a], key_gradient(t, seen, Q, V, G)[j, a]),
            given=SOME_KEPT,
        ),
        says="The backward pass: with the weights P and the gradients G by the output, dV = Pᵀ G, "
        "dS = P∘(G Vᵀ - rowsum(P∘G Vᵀ)), dQ = t dS K and dK = t dSᵀ Q, t being the scale.",
        builds_on=("heads.scaled-dot-product-attention", "lookup.mask"),
    ),
    Claim(
        id="backward.added-mask",
        kind="convention",
        states=states(
            equal(biased_value_gradient(*BIASED)[j, c], value_gradient(raised, G)[j, c]),
            equal(
                biased_query_gradient(*BIASED)[row, a], query_gradient(t, raised, K, V, G)[row, a]
            ),
            equal(biased_key_gradient(*BIASED)[j, a], key_gradient(t, raised, Q, V, G)[j, a]),
        ),
        says="A mask of numbers is added to the scores, after the scale; the backward pass is the "
        "same, with the weights that this gives.",
        builds_on=("backward.attention-gradients", "lookup.mask"),
    ),
    Claim(
        id="backward.gradients-are-derivatives",
        states=states(
            equal(slope(loss, V[j, c]), value_gradient(seen, G)[j, c]),
            equal(slope(loss, Q[row, a]), query_gradient(t, seen, K, V, G)[row, a]),
            equal(slope(loss, K[j, a]), key_gradient(t, seen, Q, V, G)[j, a]),
            given=SOME_KEPT,
        ),
        says="The gradients of the backward pass are the derivatives of Σ G∘O, O being the output "
        "of attention, by values, queries and keys.",
        builds_on=("backward.attention-gradients", "softmax.jacobian"),
    ),
    Claim(
        id="backward.softmax-gradient",
        kind="definition",
        states=states(equal(softmax_gradient(p, g)[j], p[j] * (g[j] - total(p * g)))),
        says="The backward pass of softmax: each weight times what its gradient has above their "
        "mean under the weights.",
        builds_on=("softmax.jacobian",),
    ),
    Claim(
        id="backward.softmax-gradient-is-a-derivative",
        states=states(
            equal(slope(total(g * softmax(x)), x[j]), softmax_gradient(softmax(x), g)[j])
        ),
        says="The backward pass of softmax gives the derivatives of Σ g_i p_i by the scores.",
        builds_on=("backward.softmax-gradient",),
    ),
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
        says="With keys and values in another order, and their weights with them, the queries keep "
        "their gradients, and the keys have theirs in that order. With queries and upstream "
        "gradients in another order, keys and values keep theirs.",
        builds_on=("backward.attention-gradients", "softmax.permutation-equivariance"),
    ),
    Claim(
        id="backward.score-gradients-sum-to-zero",
        states=states(
            equal(total(score_gradient(P, V, G)[row]), 0),
            hypotheses=ONES,
        ),
        says="The gradients by the scores of one query sum to zero: a number added to all of them "
        "changes nothing.",
        builds_on=("backward.attention-gradients", "softmax.shift-invariance"),
    ),
    Claim(
        id="backward.key-gradients-sum-to-zero",
        states=states(
            equal(total(key_gradient(t, P, Q, V, G).transposed()[a]), 0), hypotheses=ONES
        ),
        says="The gradients by the keys sum to zero: a vector added to all keys moves the scores "
        "of each query alike.",
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
        says="The gradient by a query is the scale times the covariance, under its weights, of the "
        "keys and of what the values are worth: three outputs of attention give it, without a "
        "gradient. It holds for any weights.",
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
        "output: G times a coordinate of the query, and its row sums with the output. It holds "
        "for any weights.",
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
    Claim(
        id="backward.any-upstream-tests-softmax",
        states=states(
            line(total(softmax_gradient(p, g) ** 2), ">", 0, when=line(g[j], "=", u)),
            given=line(p[j], ">", 0),
            hypotheses=ONE,
        ),
        says="Any upstream gradients test the backward pass of softmax.",
        builds_on=("backward.attention-gradients",),
    ),
    Claim(
        id="backward.equal-upstream-sees-nothing",
        states=states(
            equal(softmax_gradient(p, g)[j], 0, when=line(g[l], "=", u)),
            equal(total(softmax_gradient(p, g) * g), variance(p, g)),
            hypotheses=ONE,
        ),
        says="Upstream gradients that are equal along a row give softmax's gradient zero, whatever "
        "the weights are: a test with ones, or with the sum of the weights as the loss, sees "
        "nothing. In general the gradient along them is their variance under the weights.",
        builds_on=("backward.score-gradients-sum-to-zero", "softmax.jacobian-is-a-variance"),
        repairs=("backward.any-upstream-tests-softmax",),
    ),
)
