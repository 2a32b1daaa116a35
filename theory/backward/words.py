"""Words and letters of the chapter on the backward pass."""

from theory.letters import d_k, d_v, j, l, m, n
from theory.shared_words import dot
from theory.softmax.words import softmax_of_kept
from theory.stating.families import Family, every, numbers, total
from theory.stating.variables import index, real
from theory.stating.vocabulary import letter, word


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


row, c, a, b, o = (
    index(*each) for each in (("i", m), ("c", d_v), ("a", d_k), ("b", d_k), ("o", d_v))
)
t = real("t")
Q, K, V = numbers("Q", m, d_k), numbers("K", n, d_k), numbers("V", n, d_v)
G = numbers("G", m, d_v)
kappa = numbers("kappa", m, n, domain="bit")
INPUTS = (kappa, t, Q, K, V, G)
A, rho = numbers("A", m, n), numbers("rho", m, domain="bit")
P = letter("P", every(row, j, entry=rho[row] * A[row, j]))
p, g, u = numbers("p", n), numbers("g", n), real("u")
