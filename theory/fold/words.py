"""Words and letters of the chapter on the fold."""

from theory.letters import m, n
from theory.stating.families import Family, numbers, total
from theory.stating.operations import exp
from theory.stating.variables import index, real, size
from theory.stating.vocabulary import word


@word(r"\operatorname{{merge}}_{{{c}}}(({a}, {s}), ({b}, {t}))")
def merged(c, a, s, b, t):
    """The mass, or output, of two parts at the shift c, from those at the shifts a and b."""
    return s * exp(a - c) + t * exp(b - c)


@word(r"S_{{{a}}}({x})")
def mass(a, x: Family):
    """Σ_j exp(x_j - a)."""
    return total((x - a).map(exp))


@word(r"O_{{{a}}}({x}, {v})")
def output(a, x: Family, v: Family):
    """Σ_j exp(x_j - a) v_j, one coordinate."""
    return total((x - a).map(exp) * v)


@word(r"S_{{{a}}}^{{{kept}}}({x})")
def mass_of_kept(kept: Family, a, x: Family):
    """The mass of the pairs that are kept."""
    return total(kept * (x - a).map(exp))


@word(r"O_{{{a}}}^{{{kept}}}({x}, {v})")
def output_of_kept(kept: Family, a, x: Family, v: Family):
    """The output of the pairs that are kept."""
    return total(kept * (x - a).map(exp) * v)


@word(r"\operatorname{{fold}}({x}, {v}; {y}, {w})", computed=True)
def folded(x: Family, v: Family, y: Family, w: Family):
    """What the code makes of two parts: the mean of the merge of their summaries."""


@word(r"\operatorname{{fold}}_{{{kappa}, {theta}}}({x}, {v}; {y}, {w})", computed=True)
def folded_where(kappa: Family, theta: Family, x: Family, v: Family, y: Family, w: Family):
    """The same, where pairs are kept as two boolean masks say."""


c, h = real("c"), real("h")  # shifts to which one merges
m_1, m_2, m_3 = (real(f"m_{k}") for k in (1, 2, 3))
s_1, s_2, s_3 = (real(f"s_{k}") for k in (1, 2, 3))
y, w = numbers("y", m), numbers("w", m)
theta = numbers("theta", m, domain="bit")
second = index("k", m)

r = size("r")  # how many parts
part = index("p", r)
shifts, masses = numbers("a", r), numbers("s", r)
parts = numbers("kappa", r, n, domain="bit")
