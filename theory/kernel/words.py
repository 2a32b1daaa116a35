"""Words and letters of the chapter on kernel regression."""

from theory.letters import d, d_attn, d_k, d_q, i, j, n
from theory.shared_words import dot, length_squared
from theory.softmax.words import share, softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import exp
from theory.stating.variables import index, nonnegative, positive, real
from theory.stating.vocabulary import letter, word


@word(r"\mathcal K_{{{beta}}}({u})")
def gaussian(beta, u: Family):
    """001:131: exp(-‖u‖² β² / 2)."""
    return exp(-length_squared(u) * beta**2 / 2)


@word(r"\hat y({query};\, {x})")
def regression(beta, query: Family, x: Family, y: Family):
    """001:119-123, 137: the mean of the targets, weighted by their shares of the kernels."""
    return total(share(every(j, entry=gaussian(beta, query - x[j]))) * y)


@word(r"{q} {W_q} ({k} {W_k})^\top")
def projected_dot(q: Family, W_q: Family, k: Family, W_k: Family):
    """001:159: the dot product of a projected query and a projected key."""
    column = index("c", W_q.lasts[1])
    product = lambda row, W: every(column, entry=total(row * W.transposed()[column]))
    return dot(product(q, W_q), product(k, W_k))


@word(r"\mathrm{{fl}}\left(\sum_j \mathcal K_{{{beta}}}({query} - {x}_j)\right)", computed=True)
def computed_sum_of_kernels(beta, query: Family, x: Family):
    """Kernels, computed and added in floats as they are printed."""


x, y, query, u = numbers("x", n, d), numbers("y", n), numbers("x_*", d), numbers("u", d)
t, values, K_0 = numbers("t", d), numbers("K", n), real("K_0")  # K: the values of any kernel
beta, c, R, D = real("beta"), real("c"), real("R"), nonnegative("D")
K = letter("K", every(i, entry=gaussian(beta, query - x[i])))
alpha = letter("alpha", share(K))
prediction = regression(beta, query, x, y)
ahead = real("h")  # how far the query lies on one side of a bisector

q, keys, v = numbers("q", d_k), numbers("k", n, d_k), numbers("v", n)
by_distance = letter("alpha", softmax(every(j, entry=-(beta**2) * length_squared(q - keys[j]) / 2)))
by_product = letter(r"\alpha'", softmax(every(j, entry=beta**2 * dot(q, keys[j]))))
penalised = every(j, entry=beta**2 * dot(q, keys[j]) - beta**2 * length_squared(keys[j]) / 2)

q_in, W_q, W_k = numbers("q", d_q), numbers("W^q", d_q, d_attn), numbers("W^k", d_k, d_attn)
r, g = numbers("r", n), positive("g")  # squared distances to the query; a gap between them
far, h, p = positive("t"), positive("h"), numbers("p", n)  # p: how far a point lies along u
ell, S, term = numbers("ell", n), real("S"), nonnegative("t")
