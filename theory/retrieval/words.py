"""Words and letters of the chapter on retrieval."""

from theory.letters import L, d, d_ff, d_k, h, n
from theory.shared_words import dot
from theory.stating.families import Family, numbers, total
from theory.stating.operations import exp, larger
from theory.stating.terms import Variable
from theory.stating.variables import index, real, size
from theory.stating.vocabulary import word


@word(r"\sigma({z})")
def logistic(z):
    """001:489: σ."""
    return 1 / (1 + exp(-z))


@word(r"\operatorname{{Ber}}({y} \mid {p})")
def bernoulli(y, p):
    """001:489, 001:502: the probability of y, which is 1 or 0."""
    return p**y * (1 - p) ** (1 - y)


@word(r"\operatorname{{CAT}}({X})")
def cat(X: Family, w: Family):
    """001:502: of the rows of query and document joined, the first is that of [CLS]."""
    return logistic(dot(X[1], w))


@word(r"\operatorname{{DOT}}({X}, {Y})")
def dot_score(X: Family, Y: Family):
    """001:517: of the rows of a query and of a document, the first ones."""
    return dot(X[1], Y[1])


@word(
    r"({x}^\top {y})_{{{a}{b}}}", whole=r"{x}^\top {y}",
    a=lambda x: x.lasts[1], b=lambda y: y.lasts[1],
)  # fmt: skip
def transposed_first(x: Family, y: Family, a, b):
    """001:517: the product as it is printed."""
    return total(x.transposed()[a] * y.transposed()[b])


@word(r"({x} {y}^\top)_{{{r}{c}}}", whole=r"{x} {y}^\top", r="x", c="y")
def transposed_second(x: Family, y: Family, r, c):
    """The product of rows."""
    return dot(x[r], y[c])


@word(r"f({q}, {d})")
def joint(q, d):
    """Two hidden units, max(0, q - d) and max(0, d - q), with the output weights -1."""
    return -larger(0, q - d) - larger(0, d - q)


@word(r"C({length})")
def cost(length):
    """The multiplications of one block, by encoder.costs."""
    return 2 * length**2 * h * d_k + 4 * length * d * h * d_k + 2 * length * d * d_ff


L_q, L_d, across, N = size("L_q"), size("L_d"), size("c"), size("N")
c, of_many = index("c", d), index("j", N)

X, Y, w = numbers("X", L, d), numbers("Y", n, L_d, d), numbers("w", d)
of_query = numbers("X", L_q, d)
columns = numbers("x", d, across), numbers("y", d, across)
y, p, z, other = Variable("y", "bit"), real("p"), real("z"), real("z'")
s, shift, factor = numbers("s", n), real("b"), real("a")

q, D, best = numbers("q", d), numbers("D", n, d), real("M")
scores, weights = numbers("s", n), numbers("w", n, domain="nonnegative")
query, document = real("q"), real("d")
