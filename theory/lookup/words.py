"""Words and letters of the chapter on lookup tables."""

from theory.letters import d_k, d_v, i, l, m, n
from theory.lookup.attending import attention
from theory.shared_words import dot
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import exp
from theory.stating.variables import index, real, size
from theory.stating.vocabulary import letter, word


@word(r"\operatorname{{Attention}}_{{{kappa}}}({x}, {v})", computed=True)
def masked_attention(kappa: Family, x: Family, v: Family):
    """What the code makes of a boolean mask, True being 1."""


@word(r"\operatorname{{Attention}}^{{{b}}}({x}, {v})", computed=True)
def biased_attention(b: Family, x: Family, v: Family):
    """What the code makes of a mask of numbers."""


@word(r"\operatorname{{Attention}}({r} \times ({s}, {w}), ({x}, {v}))")
def attention_to_copies(r, s, w, x: Family, v: Family):
    """Attention to r copies of a pair with score s and value w, and to the pairs (x_j, v_j)."""
    copies = lambda each: total(every(index("c", r), entry=exp(s) * each))
    return (copies(w) + total(x.map(exp) * v)) / (copies(1) + total(x.map(exp)))


u, w, y, b = (numbers(name, n) for name in ("u", "w", "y", "b"))
c, s_0, w_0 = real("c"), real("s"), real("w")
low, high, r = real("L"), real("H"), size("r")

Q, K, V, q = numbers("Q", m, d_k), numbers("K", n, d_k), numbers("V", n, d_v), numbers("q", d_k)
a, o, s = index("a", d_v), index("r", m), index("s", m)
column = every(l, entry=V[l, a])
scores = lambda query: every(l, entry=dot(query, K[l]))
A = letter("A", every(o, i, entry=softmax(scores(Q[o]))[i]))
outputs = letter("O", every(o, a, entry=attention(scores(Q[o]), column)))
output = letter("o", every(a, entry=attention(scores(q), column)))
