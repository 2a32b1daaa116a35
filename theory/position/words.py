"""Words and letters of the chapter on positions."""

from fractions import Fraction

from theory.letters import L, d_model
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta
from theory.stating.terms import term
from theory.stating.variables import index, size
from theory.stating.vocabulary import matrix, word


@word(r"\lvert\{{i : 0 \le i \le {last}\}}\rvert")
def columns_up_to(last):
    """How many columns there are from 0 up to the last."""
    return total(every(index("i", last + 1), entry=term(1)))


@word(r"\mathrm{{oh}}_{{{p} {k}}}")
def one_hot(p, k):
    """1 at the place of position p, which is counted from 0, and 0 elsewhere."""
    return delta(p + 1, k)


@word(r"pe_{{{p} {c}}}", computed=True)
def learned(W: Family, p, c):
    """What a library computes of a learned position."""


@word(r"X_{{{i} {j}}}", computed=True)
def with_positions(E: Family, PE: Family, c, i, j):
    """What a library computes of embeddings and positions."""


N = size("N")
entry = index("k", N)
W, E, PE = numbers("W^pe", N, d_model), numbers("E", L, d_model), numbers("PE", L, d_model)
places = numbers("p", L, domain="natural")

E_123 = ((2, 1, 3, 4), (1, 3, 2, 4), (3, 2, 1, 4))  # 001:327-331, in tenths
E_321 = ((3, 2, 1, 4), (1, 3, 2, 4), (2, 1, 3, 4))  # 001:346-350
POS = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0))  # 001:333-337, 001:352-356
X_123 = ((3, 1, 3, 4), (1, 4, 2, 4), (3, 2, 2, 4))  # 001:339-343, in tenths
X_321 = ((4, 2, 1, 4), (1, 4, 2, 4), (2, 1, 4, 4))  # 001:357-360


def _tenths(name, rows):
    entry = matrix(name, tuple(tuple(Fraction(value, 10) for value in each) for each in rows))
    return entry[i_worked, j_worked]


i_worked, j_worked = index("i", term(3)), index("j", term(4))
printed, printed_ = _tenths("X", X_123), _tenths("X'", X_321)
