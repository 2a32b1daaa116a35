"""Words and letters of the chapter on the feed-forward net."""

from theory.letters import d, d_ff, n
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import erf, larger, pi, sqrt, tanh
from theory.stating.terms import term
from theory.stating.variables import index, real
from theory.stating.vocabulary import word


def layers(x: Family, W_1: Family, b_1: Family, W_2: Family, b_2: Family, i, bend):
    """One entry of bend(x W_1 + b_1) W_2 + b_2."""
    unit = index("k", b_1.lasts[0])
    hidden = bend(total(x * W_1.transposed()[unit]) + b_1[unit])
    return total(every(unit, entry=hidden * W_2[unit, i])) + b_2[i]


@word(r"\operatorname{{FFN}}({x})_{{{i}}}", i="b_2")
def ffn(x: Family, W_1: Family, b_1: Family, W_2: Family, b_2: Family, i):
    """000:92, 001:404: max(0, x W_1 + b_1) W_2 + b_2."""
    return layers(x, W_1, b_1, W_2, b_2, i, lambda t: larger(0, t))


@word(r"\operatorname{{FFN}}({X})_{{{i}{c}}}", whole=r"\operatorname{{FFN}}({X})", i="X", c="b_2")
def net(X: Family, W_1: Family, b_1: Family, W_2: Family, b_2: Family, i, c):
    """The same of each row."""
    return ffn(X[i], W_1, b_1, W_2, b_2)[c]


@word(r"\operatorname{{FFN}}_{{\mathrm{{id}}}}({x})_{{{i}}}", i="b_2")
def unbent(x: Family, W_1: Family, b_1: Family, W_2: Family, b_2: Family, i):
    """The net without a bend: (x W_1 + b_1) W_2 + b_2."""
    return layers(x, W_1, b_1, W_2, b_2, i, lambda t: t)


@word("0.044715")
def share_of_the_cube():
    """Hendrycks and Gimpel's constant."""
    return term(44715) / 10**6


@word(r"\operatorname{{GELU}}_{{\tanh}}({t})")
def gelu(t):
    """Hendrycks and Gimpel (2016), section 2: the approximation by a tanh."""
    return t / 2 * (1 + tanh(sqrt(2 / pi) * (t + share_of_the_cube() * t**3)))


@word(r"\operatorname{{GELU}}_{{\tanh,20}}({t})")
def clamped_gelu(t):
    """The same, but for t beyond -20 and 20, where a cube of floats may overflow."""
    near = larger(-larger(-t, -20), -20)
    return larger(t, -20) / 2 * (1 + tanh(sqrt(2 / pi) * (near + share_of_the_cube() * near**3)))


@word(r"\Phi({t})")
def normal_share(t):
    """The standard normal distribution: how much of it lies below t."""
    return (1 + erf(t / sqrt(2))) / 2


i, k, c = index("i", n), index("k", n), index("c", d)
x, t, X = numbers("x", d), numbers("t", d), numbers("X", n, d)
W_1, b_1 = numbers("W_1", d, d_ff), numbers("b_1", d_ff)
W_2, b_2 = numbers("W_2", d_ff, d), numbers("b_2", d)
NET = (W_1, b_1, W_2, b_2)
point, u, gelu_hat, rounding = (real(name) for name in ("x", "u", "yhat", "r"))
