"""Words and letters of the chapter on scores."""

from theory.letters import d, d_attn, d_k, d_q, d_v, j, m, n
from theory.shared_words import dot, length
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import exp, sqrt, tanh
from theory.stating.relations import line
from theory.stating.variables import index, real, size
from theory.stating.vocabulary import letter, word


@word(r"f({q}, {k})")
def scaled(q: Family, k: Family):
    """001:179: the dot product, divided by the root of the width."""
    return dot(q, k) / sqrt(q.lasts[0])


@word(r"\cos({q}, {k})")
def cosine(q: Family, k: Family):
    """The cosine of the angle between two rows."""
    return dot(q, k) / (length(q) * length(k))


@word(r"({x} {W})_{{{c}}}", whole=r"{x} {W}", c=lambda W: W.lasts[1])
def projection(x: Family, W: Family, c):
    """001:159: a row times a matrix."""
    return total(x * W.transposed()[c])


@word(r"({Q} {W_q} ({K} {W_k})^\top)_{{{r}{j}}}", whole=r"{Q} {W_q} ({K} {W_k})^\top", r="Q", j="K")
def compared(Q: Family, W_q: Family, K: Family, W_k: Family, r, j):
    """001:172: the dot products of projected queries and keys."""
    return dot(projection(Q[r], W_q), projection(K[j], W_k))


def hidden(q, W_q, k, W_k):
    """001:166: q W^q + k W^k."""
    return projection(q, W_q) + projection(k, W_k)


@word(r"({q} {W_q} + {k} {W_k})\, {w_out}")
def printed_additive(q: Family, W_q: Family, k: Family, W_k: Family, w_out: Family):
    """001:166: the additive score, without a bend."""
    return total(hidden(q, W_q, k, W_k) * w_out)


@word(r"{k} {W_k}\, {w_out}")
def part_of_key(k: Family, W_k: Family, w_out: Family):
    """What is left of the printed additive score without its query."""
    return total(projection(k, W_k) * w_out)


@word(r"\tanh({q} {W_q} + {k} {W_k})\, {w_out}")
def bent_additive(q: Family, W_q: Family, k: Family, W_k: Family, w_out: Family):
    """Bahdanau, Cho and Bengio (2015), A.1.2: v tanh(W s + U h)."""
    return total(hidden(q, W_q, k, W_k).map(tanh) * w_out)


@word(r"\operatorname{{softmax}}({x_0}, {x})_{{0}}")
def first_of(x_0, x: Family):
    """The weight of a score beside n others."""
    return exp(x_0) / (exp(x_0) + total(x.map(exp)))


@word(r"\operatorname{{Attention}}({Q}, {K}, {V})_{{{r}{o}}}", r="Q", o=lambda W_v: W_v.lasts[1])
def projected_attention(
    Q: Family, W_q: Family, K: Family, W_k: Family, V: Family, W_v: Family, r, o
):
    """001:190: the mean of projected values, by the dot products of projected rows."""
    scores = every(j, entry=compared(Q, W_q, K, W_k)[r, j] / sqrt(W_q.lasts[1]))
    return total(softmax(scores) * every(j, entry=projection(V[j], W_v)[o]))


d_out = size("d_out")
r, o = index("r", m), index("o", d_out)  # a query; a coordinate of the output
u, w, c = index("u", d_q), index("w", d_k), index("c", d_attn)

q, other_key, key, K = numbers("q", d), numbers("k'", d), numbers("k", d), numbers("K", n, d)
Q = numbers("Q", m, d)
first, cosines = real("c_0"), numbers("c", n)  # of one key, and of n others
t, s = real("t"), real("s")
NONZERO = (line(length(q), "≠", 0), line(length(key), "≠", 0))
query, other = numbers("q", d_q), numbers("q'", d_q)
one_key, keys = numbers("k", d_k), numbers("K", n, d_k)
queries, values = numbers("Q", m, d_q), numbers("V", n, d_v)
W_q, W_k = numbers("W^q", d_q, d_attn), numbers("W^k", d_k, d_attn)
W_v, w_out = numbers("W^v", d_v, d_out), numbers("w^out", d_attn)
scores = letter("s", every(r, j, entry=compared(queries, W_q, keys, W_k)[r, j] / sqrt(d_attn)))
of_numbers, number = numbers("k", n), real("q")  # keys of width 1, and their query
