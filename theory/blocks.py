"""Blocks: words for what the encoder's and the decoder's are made of, with their parameters."""

from theory.feedforward import ffn
from theory.letters import d, d_ff, d_k, d_v, h, m, n
from theory.normalization import layer_norm_as_used
from theory.softmax import softmax, softmax_of_kept
from theory.stating.families import (
    Family,
    every,
    index,
    larger,
    numbers,
    real,
    sqrt,
    total,
    word,
)
from theory.words import dot

epsilon = real("varepsilon")
x, y, M = numbers("x", n, d), numbers("y", m, d), numbers("M", n, d)
i, c, q = index("i", n), index("c", d), index("i", m)  # a row, a column, a row of the decoder
GAINS, BIASES = ([numbers(f"{name}_{k}", d) for k in (1, 2, 3)] for name in "gb")
W_1, b_1 = numbers("V_1", d, d_ff), numbers("u_1", d_ff)
W_2, b_2 = numbers("V_2", d_ff, d), numbers("u_2", d)


def of_heads(letter):
    """Return the projections of h heads, and what mixes them."""
    projections = ((f"{letter}^Q", d_k), (f"{letter}^K", d_k), (f"{letter}^V", d_v))
    return (
        *(numbers(name, h, d, width) for name, width in projections),
        numbers(f"{letter}^O", h * d_v, d),
    )


OWN, CROSSED = of_heads("W"), of_heads("U")


def mixed(parameters, X, Y, place, column, kept=None):
    """Heads side by side, mixed: each writes through its own rows of W^O."""
    W_q, W_k, W_v, W_o = parameters
    r, b = index("r", h), index("b", d_v)
    values = W_v[r].transposed()[b]
    own_row = W_o[(r - 1) * d_v + b, column]
    return total(every(r, b, entry=attended(X[place], Y, W_q[r], W_k[r], values, kept) * own_row))


def attended(row, Y, W_q, W_k, w, kept=None):
    """One entry of what one query makes of the rows Y."""
    a, j = index("a", d_k), index("j", Y.lasts[0])
    query = every(a, entry=dot(row, W_q.transposed()[a]))
    key = lambda place: every(a, entry=dot(Y[place], W_k.transposed()[a]))
    s = every(j, entry=dot(query, key(j)) / sqrt(d_k))
    weights = softmax(s) if kept is None else softmax_of_kept(kept, s)
    return total(weights * every(j, entry=dot(Y[j], w)))


@word(r"\operatorname{{MHA}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def mha(X: Family, i, c):
    """Multi-head self-attention."""
    return mixed(OWN, X, X, i, c)


@word(r"\operatorname{{MHA}}_{{{kappa}}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def masked_mha(kappa: Family, X: Family, i, c):
    """The same, where row i sees the rows j with κ_ij = 1."""
    return mixed(OWN, X, X, i, c, kappa[i])


@word(r"[{j} \le {i}]")
def no_later(j, i):
    """1 if a place is no later than another one, else 0."""
    return larger(0, 1 - larger(0, j - i))


@word(r"\operatorname{{MHA}}_{{\text{{causal}}}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def causal_mha(X: Family, i, c):
    """Each row sees itself and the rows before it."""
    j = index("j", X.lasts[0])
    return mixed(OWN, X, X, i, c, every(j, entry=no_later(j, i)))


@word(r"\operatorname{{MHA}}({X}, {Y})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def crossed_mha(X: Family, Y: Family, i, c):
    """Attention of rows to other rows."""
    return mixed(CROSSED, X, Y, i, c)


@word(r"\operatorname{{FFN}}({x})_{{{c}}}", c="x")
def net(x: Family, c):
    """The feed-forward net of one row."""
    return ffn(x, W_1, b_1, W_2, b_2)[c]


@word(r"\operatorname{{LN}}_1({x})_{{{c}}}", c="x")
def norm_1(x: Family, c):
    """LayerNorm with the gains and biases of the first sublayer."""
    return layer_norm_as_used(epsilon, GAINS[0], BIASES[0], x)[c]


@word(r"\operatorname{{LN}}_2({x})_{{{c}}}", c="x")
def norm_2(x: Family, c):
    """LayerNorm with those of the second."""
    return layer_norm_as_used(epsilon, GAINS[1], BIASES[1], x)[c]


@word(r"\operatorname{{LN}}_3({x})_{{{c}}}", c="x")
def norm_3(x: Family, c):
    """LayerNorm with those of the third."""
    return layer_norm_as_used(epsilon, GAINS[2], BIASES[2], x)[c]


def rows(entry, of=x) -> Family:
    """Return the table whose row at each place is a function of that place."""
    at = index("i", of.lasts[0])
    return every(at, c, entry=entry(at)[c])


def after_attention(X, attend=mha) -> Family:
    """004:36-44: LN(X + MHA(X))."""
    return rows(lambda at: norm_1(X[at] + attend(X)[at]), X)


def after_net(Z) -> Family:
    """004:36-44: LN(Z + FFN(Z))."""
    return rows(lambda at: norm_2(Z[at] + net(Z[at])), Z)


@word(r"\operatorname{{Block}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def block(X: Family, i, c):
    """001:442 and 004:36-44; Vaswani et al. (2017), section 3.1: LN(x + layer(x)), twice."""
    return after_net(after_attention(X))[i, c]
