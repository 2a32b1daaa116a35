"""Blocks: words for what the encoder's and the decoder's are made of, with their parameters."""

from theory.feedforward.words import ffn
from theory.heads.multi_head import at_most, product, scaled
from theory.letters import N, d, d_ff, d_k, h, m, n
from theory.normalization.layer_norm import layer_norm_as_used
from theory.softmax.words import softmax, softmax_of_kept
from theory.stating.families import Family, every, numbers, total
from theory.stating.variables import index, real
from theory.stating.vocabulary import letter, word

epsilon = real("varepsilon")
x, y, M = numbers("x", n, d), numbers("y", m, d), numbers("M", n, d)
i, c, q = index("i", n), index("c", d), index("i", m)  # a row, a column, a row of the decoder
GAINS, BIASES = ([numbers(f"{name}_{k}", d) for k in (1, 2, 3)] for name in ("gamma", "beta"))
W_1, b_1, W_2, b_2 = NET = (
    numbers("W_1", d, d_ff), numbers("b_1", d_ff), numbers("W_2", d_ff, d), numbers("b_2", d),
)  # fmt: skip


def of_heads(letter):
    """Return the projections of h heads, and the rows of W^O through which each head writes."""
    return (
        *(numbers(f"{letter}^{kind}", h, d, d_k) for kind in "QKV"),
        numbers(f"{letter}^O", h, d_k, d),
    )


OWN, CROSSED = of_heads("W"), of_heads("U")


def of_layers(*families: Family) -> list[Family]:
    """Return the same parameters for each of N layers, which come first among the indices."""
    return [numbers(each.base.name, N, *each.base.lasts) for each in families if each.base]


LAYERED = of_layers(*OWN, *NET, *GAINS[:2], *BIASES[:2])


def mixed(parameters, X, Y, i, c, kept=None):
    """Return the sum of what the heads make of row i of X, which asks the rows of Y."""
    r, b = index("r", h), index("b", d_k)
    W_q, W_k, W_v, W_o = (each[r] for each in parameters)
    made = attended(kept, product(X, W_q)[i], product(Y, W_k), product(Y, W_v))
    return total(every(r, b, entry=made[b] * W_o[b, c]))


def attended(kept, q, K, V) -> Family:
    """Return the row that one query takes from the keys and values that are kept, or from all."""
    s = scaled(q, K)
    weights = softmax(s) if kept is None else softmax_of_kept(kept, s)
    return Family(lambda b: total(weights * V.transposed()[b]), V.lasts[1:])


@word(r"\operatorname{{MHA}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def mha(X: Family, i, c):
    """Multi-head self-attention."""
    return mixed(OWN, X, X, i, c)


@word(r"\operatorname{{MHA}}_{{{kappa}}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def masked_mha(kappa: Family, X: Family, i, c):
    """The same, where row i sees the rows j with κ_ij = 1."""
    return mixed(OWN, X, X, i, c, kappa[i])


@word(r"\operatorname{{MHA}}_{{\text{{causal}}}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def causal_mha(X: Family, i, c):
    """Each row sees itself and the rows before it."""
    j = index("j", X.lasts[0])
    return mixed(OWN, X, X, i, c, every(j, entry=at_most(j, i)))


@word(r"\operatorname{{MHA}}({X}, {Y})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def crossed_mha(X: Family, Y: Family, i, c):
    """Attention of rows to other rows."""
    return mixed(CROSSED, X, Y, i, c)


@word(r"\operatorname{{MHA}}_{{{kappa}}}({Y}, {M})_{{{i}{c}}}", i="Y", c=lambda Y: Y.lasts[1])
def masked_crossed(kappa: Family, Y: Family, M: Family, i, c):
    """The same, where the rows j with κ_j = 1 are seen."""
    return mixed(CROSSED, Y, M, i, c, kappa)


@word(r"\operatorname{{FFN}}({x})_{{{c}}}", c="x")
def net(x: Family, c):
    """The feed-forward net of one row."""
    return ffn(x, *NET)[c]


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
    """001:442, 004:36-44: LN(X + MHA(X))."""
    return rows(lambda at: norm_1(X[at] + attend(X)[at]), X)


@word(r"({X} + \operatorname{{MHA}}_{{{kappa}}}({X}))_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def with_attention(kappa: Family, X: Family, i, c):
    """What the first norm is given, where row i sees the rows j with κ_ij = 1."""
    return X[i, c] + masked_mha(kappa, X)[i, c]


@word(r"\operatorname{{Block}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def block(X: Family, i, c):
    """001:442, 004:36-44; Vaswani et al. (2017), section 3.1: LN(x + layer(x)), twice."""
    Z = letter("z", after_attention(X))
    return norm_2(Z[i] + net(Z[i]))[c]


@word(r"\operatorname{{Block}}_{{\text{{pre}}}}({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def pre_block(X: Family, i, c):
    """Xiong et al. (2020): x + layer(LN(x)), twice."""
    Z = letter("z", before_attention(X))
    return Z[i, c] + net(norm_2(Z[i]))[c]


@word(r"\operatorname{{MHA}}_{{{k}}}({kappa}, {X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def mha_of_layer(kappa: Family, k, X: Family, i, c):
    """Self-attention with the parameters of layer k, where row i sees the rows j with κ_ij = 1."""
    return mixed([each[k] for each in LAYERED[:4]], X, X, i, c, kappa[i])


@word(r"\operatorname{{Block}}_{{{k}}}({kappa}, {X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def block_of_layer(kappa: Family, k, X: Family, i, c):
    """The block with the parameters of layer k."""
    W_1, b_1, W_2, b_2, gain_1, gain_2, bias_1, bias_2 = (each[k] for each in LAYERED[4:])
    norm = lambda row, gain, bias: layer_norm_as_used(epsilon, gain, bias, row)
    attended = mha_of_layer(kappa, k, X)
    Z = letter("z", rows(lambda at: norm(X[at] + attended[at], gain_1, bias_1), X))
    return norm(Z[i] + ffn(Z[i], W_1, b_1, W_2, b_2), gain_2, bias_2)[c]


def before_attention(X) -> Family:
    """Xiong et al. (2020): X + MHA(LN(X))."""
    return X + mha(letter("u", rows(lambda at: norm_1(X[at]), X)))


@word(r"\operatorname{{Block}}_{{\text{{printed}}}}({X})_{{{i}{c}}}",
      i="X", c=lambda X: X.lasts[1])  # fmt: skip
def printed_block(X: Family, i, c):
    """001:441-442: FFN(LN(Z) + Z) with Z = LN(MHA(X) + X)."""
    Z = letter("z", after_attention(X))
    return net(norm_2(Z[i]) + Z[i])[c]


@word(r"\operatorname{{Block}}({Y}, {M})_{{{i}{c}}}", i="Y", c=lambda Y: Y.lasts[1])
def decoder_block(Y: Family, M: Family, i, c):
    """004:67-78; Vaswani et al. (2017), section 3.1: three layers, LN(y + layer(y)) each."""
    B = letter("g", after_crossed(Y, M))
    return norm_3(B[i] + net(B[i]))[c]


def after_crossed(Y, M) -> Family:
    """Causal self-attention, then attention to the encoder's rows."""
    A = letter("a", after_attention(Y, causal_mha))
    return rows(lambda at: norm_2(A[at] + crossed_mha(A, M)[at]), Y)
