"""Words and letters of the chapter on heads."""

from theory.heads.multi_head import hidden
from theory.letters import d, d_attn, d_k, d_v, i, j, m, n
from theory.shared_words import dot
from theory.softmax.words import softmax
from theory.stating.families import every, numbers
from theory.stating.operations import sqrt
from theory.stating.variables import index, real
from theory.stating.vocabulary import letter

row, c = index("i", m), index("c", d_v)  # a query, a column
column, p, other = index("c", d), index("p", n), index("r", n)
b, a, u = (index(name, last) for name, last in zip("bau", (d_k, d_attn, d_k), strict=True))
X, asking, asked = numbers("X", n, d), numbers("X", m, d), numbers("X'", n, d)
Q, K, V = numbers("Q", m, d_k), numbers("K", n, d_k), numbers("V", n, d_v)
W_q, W_k, W_v = numbers("W^Q", d, d_k), numbers("W^K", d, d_k), numbers("W^V", d, d_v)


def scores(Q, K, row=i, width=d_k):
    """Return a letter for the scaled scores."""
    return letter("s", every(row, j, entry=dot(Q[row], K[j]) / sqrt(width)))


def weights(s, row=i):
    """Return a letter for the weights of a head."""
    return letter("alpha", every(row, j, entry=softmax(s[row])[j]))


ONE_HEAD = (W_q, W_k, W_v)
s, alpha = scores(Q, K, row), weights(scores(Q, K, row), row)
alpha_x = weights(scores(X, X, width=d))  # of an input with itself
Q_own = numbers("Q", n, d_k)  # as many queries as keys
s_own = scores(Q_own, K)
kappa = numbers("kappa", n, n, domain="bit")
q = numbers("q", d_k)
of_query, of_key = numbers("W", d_k, d_attn), numbers("U", d_k, d_attn)
out = numbers("w", d_attn)
NET = (of_query, of_key, out)  # the hidden layer of 2015
z = letter("z", hidden(q, K, of_query, of_key))
t, queries, keys = real("q"), numbers("q", n), numbers("k", n)  # of a head of width 1
