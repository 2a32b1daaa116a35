"""Words that every chapter uses: sums of products, means, variances."""

from theory.stating.families import Family, total
from theory.stating.operations import log, sqrt
from theory.stating.vocabulary import word


@word(r"{q} \cdot {k}")
def dot(q: Family, k: Family):
    """The sum of the products of two rows of one width."""
    return total(q * k)


@word(r"\lVert {u} \rVert^2")
def length_squared(u: Family):
    """The sum of squares."""
    return total(u**2)


@word(r"\lVert {u} \rVert")
def length(u: Family):
    """The root of the sum of squares."""
    return sqrt(total(u**2))


@word(r"H({p})")
def entropy(p: Family):
    """How undecided weights are."""
    return -total(p * p.map(log))


@word(r"\mathrm{{E}}_{{{p}}}[{x}]")
def mean(p: Family, x: Family):
    """The mean of numbers under weights: of a random variable, under probabilities."""
    return total(p * x)


@word(r"\operatorname{{Var}}_{{{p}}}({x})")
def variance(p: Family, x: Family):
    """The variance of numbers under weights."""
    return total(p * x**2) - total(p * x) ** 2


@word(r"\operatorname{{Cov}}_{{{p}}}({x}, {y})")
def covariance(p: Family, x: Family, y: Family):
    """The covariance of numbers under weights."""
    return total(p * x * y) - total(p * x) * total(p * y)
