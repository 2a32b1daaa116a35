"""How far attention can be off that is summed up in parts and merged: each bound, as a term.

A part has a shift m, a mass Σ exp(x_j - m) and an output Σ exp(x_j - m) v_j. Its sums have height h
at most. Parts are merged in any tree, with at most l merges above a pair. Letters as in
`float_bounds.py`.
"""

from fractions import Fraction

from theory.letters import j, n
from theory.rounding.attention_terms import c, eta, h, total_moves, u
from theory.stating.families import Family, every, total
from theory.stating.operations import exp
from theory.stating.terms import Term, Variable
from theory.stating.vocabulary import letter

level, merges = Variable("l", "natural"), Variable("b", "natural")
HALF = Fraction(1, 2)


def fold_grows(more: int = 0) -> Term:
    """Return what a term is multiplied by at most: three roundings in each merge above its part."""
    merge = (1 + u) ** 2 * (1 + c * u + eta)
    levels = level + more if more else level
    return letter("H" if more else "G", (1 + u) ** (h + 1) * (1 + c * u) * merge**levels)


def below_normal(values: Term, lost: Term, more: int = 0) -> Term:
    """Return what underflows: exponentials on the way of each value, and products."""
    return fold_grows(more) * (eta * ((level + (1 + more)) * values + lost))


def merged_off(size: Term, values: Term, lost: Term, more: int = 0) -> Term:
    """Return how far a mass or output of a part is off, the exponents taken as computed.

    `size` is the sum of exp |v_j|, `values` that of |v_j|, `lost` how often products underflow.
    """
    return (fold_grows(more) - 1) * size + below_normal(values, lost, more)


def shift_moves(distance: Term, more: int = 0) -> Term:
    """Return how far an exponent moves on its way through shifts that only grow."""
    return u * distance + 3 * (level + (1 + more)) * eta


def losses() -> Term:
    """Return how often a product may underflow: half an η in a part, a whole one in a merge."""
    return n / 2 + merges


def mass_lost(mu: Term) -> Term:
    """Return what underflows of a mass that is at least μ, as a part of it."""
    return letter("z", below_normal(n, losses()) / mu)


def folded_off(p: Family, moved: Family, values: Family, mu: Term) -> Term:
    """Return how far a quotient of output and mass is off, with exponents that moved."""
    both = every(j, entry=moved[j] + total_moves(p, moved))
    sizes = every(j, entry=p[j] * abs(values[j]))
    spread = letter("V", total(every(j, entry=sizes[j] * exp(both[j]))))
    more, z = fold_grows() - 1, mass_lost(mu)
    lost = below_normal(total(values.map(abs)), losses()) / mu
    off = letter("E", (2 * more * spread + lost + spread * z) / (1 - more - z))
    shifted = total(every(j, entry=sizes[j] * (exp(both[j]) - 1)))
    return shifted + off + u * (spread + off) + eta / 2
