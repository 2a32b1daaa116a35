"""Words and letters of the chapter on softmax."""

import sympy as sp

from theory import symbols
from theory.letters import n
from theory.stating.families import Family, numbers, total
from theory.stating.operations import exp
from theory.stating.terms import term
from theory.stating.variables import real
from theory.stating.vocabulary import letter, word
from theory.symbols import sum_over
from theory.symbols import term as entry_of


@word(r"\operatorname{{softmax}}({x})_{{{i}}}", i="x")
def softmax(x: Family, i):
    """000:37, 002:72-75: the exponential of a score, divided by the sum of all of them."""
    return exp(x[i]) / total(x.map(exp))


@word(r"\operatorname{{softmax}}_{{{kappa}}}({x})_{{{i}}}", i="x")
def softmax_of_kept(kappa: Family, x: Family, i):
    """Softmax over the entries with κ = 1."""
    return kappa[i] * exp(x[i]) / total(kappa * x.map(exp))


def share(f: Family) -> Family:
    """001:42, 001:106: a score divided by the sum of the scores, printed as "Softmax"."""
    return f / total(f)


@word(r"\mathrm{{fl}}(\operatorname{{softmax}}({x}))_{{{i}}}", computed=True, i="x")
def computed_softmax(x: Family, i):
    """What a library computes of softmax."""


@word(r"\mathrm{{fl}}\left(\sum {p}\right)", computed=True)
def computed_sum(p: Family):
    """Floats, added one after the other."""


@word(r"\phi({t})")
def phi(t):
    """What it costs a weight to be exp(t) times softmax's."""
    return t * exp(t) - exp(t) + 1


@word(
    r"\operatorname{{computed}}(\operatorname{{softmax}}_{{{kept}}}({x}))_{{{i}}}",
    computed=True,
    i="x",
)
def computed_softmax_of_kept(kept: Family, x: Family, i):
    """What a library computes of softmax over the entries that are kept."""


x, y, v, f, q = (numbers(name, n) for name in "xyvfq")
alpha, kappa = numbers("alpha", n), numbers("kappa", n, domain="bit")
c, T, R, beta, t = real("c"), real("T"), real("R"), real("beta"), real("t")
p = letter("p", softmax(x))
cooled = letter("p", softmax(beta * x))
p_hat, bound, kept = numbers("phat", n), numbers("b", n), numbers("kappa", n, domain="bit")
spread, maximum = real("s"), real("m")  # how far a score lies below the largest; the largest
LARGEST_FLOAT = (2 - term(2) ** -52) * term(2) ** 1023


def weight(score, i):
    """000:37, 002:72-75: α_i = exp(f_i) / Σ_j exp(f_j)."""
    return sp.exp(entry_of(score, i)) / sum_over(symbols.j, sp.exp(entry_of(score, symbols.j)))
