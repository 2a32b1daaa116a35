"""The gradients are derivatives: of attention, of softmax, under any mask that is added."""

from theory.backward.words import (
    INPUTS,
    G,
    K,
    Q,
    V,
    a,
    attention_at_scale,
    biased_key_gradient,
    biased_query_gradient,
    biased_value_gradient,
    c,
    computed_key_gradient,
    computed_query_gradient,
    computed_value_gradient,
    g,
    kappa,
    key_gradient,
    p,
    query_gradient,
    row,
    softmax_gradient,
    t,
    value_gradient,
)
from theory.claim import Claim
from theory.letters import j, l, m, n
from theory.shared_words import dot
from theory.softmax.words import softmax, softmax_of_kept, x
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import slope
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index
from theory.stating.vocabulary import letter


def weights(kappa, t, Q, K) -> Family:
    """Return a letter for the weights of the keys that each query sees."""
    scores = lambda i: every(l, entry=t * dot(Q[i], K[l]))
    return letter("P", every(row, j, entry=softmax_of_kept(kappa[row], scores(row))[j]))


any_row = index("r", m)
seen = weights(kappa, t, Q, K)
added = numbers("b", m, n)
raised = letter(
    "P",
    every(row, j, entry=softmax(every(l, entry=t * dot(Q[row], K[l]) + added[row, l]))[j]),
)
BIASED = (added, t, Q, K, V, G)
SOME_KEPT = line(total(every(j, entry=kappa[any_row, j])), ">", 0)
loss = letter("L", total(every(row, c, entry=G[row, c] * attention_at_scale(*INPUTS[:-1])[row, c])))


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
        says="The backward pass of softmax: each weight times the excess of its gradient over the "
        "mean of all gradients, by the weights.",
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
)
