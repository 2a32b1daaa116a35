"""Words of the chapter on heads: products, attention of rows, heads side by side, causal order."""

from theory.shared_words import dot
from theory.softmax.words import softmax, softmax_of_kept
from theory.stating.families import Family, total
from theory.stating.operations import delta, larger, sqrt, tanh
from theory.stating.terms import TermError
from theory.stating.unfolding import unfolded
from theory.stating.variables import is_whole
from theory.stating.vocabulary import word


@word(r"({X} {W})_{{{i}{c}}}", whole="{X} {W}", i="X", c=lambda W: W.lasts[1])
def product(X: Family, W: Family, i, c):
    """000:52-54, 002:29-31: an entry of the product of two matrices."""
    return total(X[i] * W.transposed()[c])


@word(r"({Q} {K}^\top)_{{{i}{j}}}", whole=r"{Q} {K}^\top", i="Q", j="K")
def products(Q: Family, K: Family, i, j):
    """000:48: the dot product of each query and each key."""
    return dot(Q[i], K[j])


def scaled(q: Family, K: Family) -> Family:
    """000:62, 004:25: the scaled scores of one query, at every key."""
    return Family(lambda j: dot(q, K[j]) / sqrt(K.lasts[1]), K.lasts[:1], ("j",))


@word(r"\operatorname{{Attention}}({Q}, {K}, {V})_{{{i}{c}}}", i="Q", c=lambda V: V.lasts[1])
def attention(Q: Family, K: Family, V: Family, i, c):
    """000:62, 004:25: softmax(Q Kᵀ/√d_k) V."""
    return total(softmax(scaled(Q[i], K)) * V.transposed()[c])


@word(r"\operatorname{{Attention}}_{{{kappa}}}({Q}, {K}, {V})_{{{i}{c}}}",
      i="Q", c=lambda V: V.lasts[1])  # fmt: skip
def attention_of_kept(kappa: Family, Q: Family, K: Family, V: Family, i, c):
    """003:74-76: the same, where query i sees the keys j with κ_ij = 1."""
    return total(softmax_of_kept(kappa[i], scaled(Q[i], K)) * V.transposed()[c])


def heads(X: Family, Y: Family, W_q: Family, W_k: Family, W_v: Family) -> Family:
    """000:81-83, 001:240-244: head_r = Attention(X W_r^Q, Y W_r^K, Y W_r^V), for every r."""

    def entry(r, i, b):
        return attention(product(X, W_q[r]), product(Y, W_k[r]), product(Y, W_v[r]))[i, b]

    return Family(entry, (W_q.lasts[0], X.lasts[0], W_v.lasts[2]))


@word(
    r"\mathrm{{head}}({X}, {Y})_{{{r}{i}{b}}}",
    r="W_q",
    i="X",
    b=lambda W_v: W_v.lasts[2],
)
def head_of(X: Family, Y: Family, W_q: Family, W_k: Family, W_v: Family, r, i, b):
    """Heads without their weights in sight."""
    return heads(X, Y, W_q, W_k, W_v)[r, i, b]


def stacked(H: Family, first, i, c):
    """001:231: entry (i, c) of [head_first | ... | head_h], all of one width."""
    entry = lambda r, b: delta(c, (r - first) * H.lasts[2] + b) * H[r, i, b]
    return total(Family(entry, (H.lasts[0], H.lasts[2]), ("r", "b")))


@word(r"\operatorname{{Concat}}({H}_1, \dots, {H}_{{{h}}})_{{{i}{c}}}",
      i=lambda H: H.lasts[1], c=lambda H: H.lasts[0] * H.lasts[2])  # fmt: skip
def concat(h, H: Family, i, c):
    """000:79, 001:231: the h heads side by side."""
    return stacked(H, 1, i, c)


@word(r"\operatorname{{Concat}}({H}_{{{r}}}, \dots, {H}_{{{h}}})_{{{i}{c}}}",
      i=lambda H: H.lasts[1], c=lambda H, r: (H.lasts[0] - r + 1) * H.lasts[2])  # fmt: skip
def concat_from(h, r, H: Family, i, c):
    """001:254: the heads from head r on, side by side."""
    return stacked(H, r, i, c)


@word(r"\operatorname{{MultiHead}}({X}, {Y})_{{{i}{o}}}", i="X", o=lambda W_o: W_o.lasts[1])
def multi_head(X: Family, Y: Family, W_q: Family, W_k: Family, W_v: Family, W_o: Family, i, o):
    """000:79, 001:224, 004:50: Concat(head_1, ..., head_h) W^O."""
    return product(concat(W_q.lasts[0], head_of(X, Y, W_q, W_k, W_v)), W_o)[i, o]


@word(r"\operatorname{{MultiHead}}_{{{X}}}({Q}, {K}, {V})_{{{i}{o}}}",
      i="X", o=lambda W_o: W_o.lasts[1])  # fmt: skip
def multi_head_as_printed(
    Q: Family, K: Family, V: Family, X: Family,
    W_q: Family, W_k: Family, W_v: Family, W_o: Family, i, o,
):  # fmt: skip
    """000:79: heads from X, whatever the arguments are."""
    return multi_head(X, X, W_q, W_k, W_v, W_o)[i, o]


@word(r"\operatorname{{SelfAttention}}({X})_{{{i}{c}}}", i="X", c=lambda W_v: W_v.lasts[1])
def self_attention(X: Family, W_q: Family, W_k: Family, W_v: Family, i, c):
    """000:50-56: queries, keys and values from the same rows."""
    return attention(product(X, W_q), product(X, W_k), product(X, W_v))[i, c]


@word(r"(\tanh({q} {W} + {K} {U})\, {w})_{{{j}}}", whole=r"\tanh({q} {W} + {K} {U})\, {w}", j="K")
def additive(q: Family, K: Family, W: Family, U: Family, w: Family, j):
    """Bahdanau, Cho and Bengio (2015), A.1.2: the score of a query and a key."""
    return total(hidden(q, K, W, U)[j].map(tanh) * w)


def hidden(q: Family, K: Family, W: Family, U: Family) -> Family:
    """What the tanh is taken of, for key j and hidden unit a."""
    return Family(
        lambda j, a: total(q * W.transposed()[a]) + product(K, U)[j, a], (K.lasts[0], W.lasts[1])
    )


@word(r"[{x} \le {y}]")
def at_most(x, y):
    """1 if a whole number is at most another one, else 0."""
    if not (is_whole(unfolded(x)) and is_whole(unfolded(y))):  # between them it is a ramp
        raise TermError(f"at_most: {x!r} or {y!r} may be no whole number; expected two that are")
    return larger(0, 1 - larger(0, x - y))


@word(r"\operatorname{{causal}}({m}, {n})_{{{i}{j}}}", computed=True,
      i=lambda m: m, j=lambda n: n)  # fmt: skip
def causal(m, n, i, j):
    """Whether the library lets query i of m see key j of n."""


@word(r"\operatorname{{causal}}^{{\text{{start}}}}({m}, {n})_{{{i}{j}}}", computed=True,
      i=lambda m: m, j=lambda n: n)  # fmt: skip
def causal_from_the_start(m, n, i, j):
    """The same, where the first query sees the first key alone."""
