"""How far computed attention can be off: each bound is written once, as a term.

A claim of the chapter floats states it, a theorem proves it, and `bounds.py` evaluates it
for the tests. u is the unit roundoff, η the spacing of subnormal numbers. Sums are added in any
order: as a binary tree, of height h for the exponentials and g for the products with the values.
"""

from fractions import Fraction

from theory.letters import i, j, n
from theory.stating.families import Family, every, total
from theory.stating.operations import exp
from theory.stating.terms import Term, Variable
from theory.stating.variables import nonnegative, positive
from theory.stating.vocabulary import letter

u, eta = positive("u"), positive("eta")
c, c_log = nonnegative("c"), nonnegative("c_l")  # exp and log are within c u and c_l u
h, g = Variable("h", "natural"), Variable("g", "natural")
HALF, MORE = Fraction(1, 2), Fraction(11, 10)  # -log(1 - t) ≤ 1.1 t for t ≤ 1/11

# the logarithm of what h additions, two exponentials and a division multiply a weight by
carried = letter("G", MORE * ((h + 2 * c + 1) * u + n * eta))


def difference_moves(distance: Term) -> Term:
    """Return how far the difference of two scores at this distance moves, also if by halves."""
    return u * distance + 3 * eta


def score_moves(distance: Term, off: Term) -> Term:
    """Return how far the difference moves if the score itself is off."""
    return off + u * (distance + off) + 3 * eta


def total_moves(p: Family, moved: Family) -> Term:
    """Return how far the logarithm of the sum moves with its terms: convexity bounds it."""
    return total(every(j, entry=p[j] * (exp(moved[j]) - 1)))


def weights_off(p: Family, moved: Family) -> Family:
    """Return how far computed weights are off, from logits that moved by at most `moved`."""
    relative = letter("K", every(i, entry=moved[i] + total_moves(p, moved) + carried))
    return every(i, entry=(exp(relative[i]) - 1) * p[i] + (exp(carried) + HALF) * eta)


def logarithm_off(p: Family, moved: Family, distance: Term) -> Term:
    """Return how far the computed logarithm of the sum is off: `distance` is its size."""
    t = letter("t", total_moves(p, moved) + MORE * ((h + c) * u + n * eta))
    return t + c_log * u * (distance + t) + eta


def logsumexp_off(p: Family, moved: Family, exact: Term, top: Term) -> Term:
    """Return how far the logarithm and the maximum are off, once they are added."""
    return (1 + u) * logarithm_off(p, moved, abs(exact - top)) + u * abs(exact)


def log_softmax_off(p: Family, moved: Family, distance: Term, exact: Term, place: Term) -> Term:
    """Return how far the difference of a logit and the logarithm is off, `exact` itself."""
    return (1 + u) * (moved[place] + logarithm_off(p, moved, distance)) + u * abs(exact)


def sum_grows(height: Term | int) -> Term:
    """Return by what part of its terms' absolute values a sum of such a height is off."""
    return (1 + u) ** height - 1


def products_underflow(height: Term, count: Term) -> Term:
    """Return what underflowing products and their sum are off besides."""
    return count * ((1 + u) ** height * (eta / 2))


def dot_off(size: Term, height: Term, count: Term) -> Term:
    """Return how far a dot product is off, of products whose absolute values sum to `size`."""
    return sum_grows(height + 1) * size + products_underflow(height, count)


def scaled_dot_off(size: Term, keys: Term, height: Term, count: Term) -> Term:
    """Return how far a scaled score is off: the factor and its products add three roundings.

    `size` is the factor times the sum of |q_a k_a|, `keys` the sum of |k_a|.
    """
    return sum_grows(height + 4) * size + (1 + u) ** height * (eta / 2) * ((1 + u) * keys + count)


def mean_off(p: Family, off: Family, values: Family) -> Term:
    """Return how far a mean of values is off, by weights that are off by at most `off`."""
    part = every(j, entry=abs(values[j]) * (off[j] + (p[j] + off[j]) * sum_grows(g + 1)))
    return total(part) + products_underflow(g, n)
