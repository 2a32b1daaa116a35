"""Words and letters of the chapter on the encoder."""

from theory.claim import Hypothesis
from theory.encoder.blocks import (
    OWN,
    M,
    after_attention,
    after_crossed,
    before_attention,
    causal_mha,
    epsilon,
    x,
    y,
)
from theory.letters import N, d, d_ff, d_k, h, k, l, n, o
from theory.stating.families import Family, numbers
from theory.stating.relations import line
from theory.stating.variables import index, real
from theory.stating.vocabulary import letter, word


@word(r"X_{{{i}{c}}}", computed=True, i="t", c=lambda E: E.lasts[1])
def embedded(E: Family, P: Family, t: Family, i, c):
    """What the library computes of tokens, a table of embeddings and one of positions."""


rows_of, moved = numbers("X", N + 1, n, d), numbers("Y", N + 1, n, d)  # after each layer
layer, depth = index("r", N), index("s", N + 1)
x_, e, p = numbers("x'", n, d), numbers("e", n, d), numbers("p", n, d)
kappa = numbers("kappa", n, n, domain="bit")
z, before = letter("z", after_attention(x)), letter("z", before_attention(x))
b, A = letter("g", after_crossed(y, M)), letter("a", after_attention(y, causal_mha))
row = numbers("z", d)  # a row after attention, whatever it is
r, head_column, unit = index("r", h), index("b", d_k), index("k", d_ff)
PARTED = line(epsilon, ">", 0)

alpha, v = numbers("alpha", n, n), numbers("v", n)
least, small, large = real("varepsilon"), real("m"), real("M")
queries, keys, values = numbers("Q", n, d_k), numbers("K", n, d_k), numbers("V", n, d)
at_b = index("b", d_k)

NO_ATTENTION = {
    "attention-gives-nothing": Hypothesis(
        "W^O is 0, so attention adds nothing", line(OWN[3][r, head_column, o], "=", 0)
    )
}

EPSILON = line(epsilon, ">", 0)
anywhere = numbers("u", d)  # what is added to each row
NO_POSITIONS = Hypothesis("a row holds nothing about its place", line(p[l, o], "=", anywhere[o]))
NO_MASK = Hypothesis("nothing is masked", line(kappa[k, l], "=", 1))
