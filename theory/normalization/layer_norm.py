"""The words of LayerNorm: mean, variance, and a row that is divided by its deviation."""

from theory.stating.families import Family, total
from theory.stating.operations import sqrt
from theory.stating.vocabulary import word


def average(x: Family):
    """The sum, divided by how many there are."""
    return 1 / x.lasts[0] * total(x)


@word(r"\mu({x})")
def mean(x: Family):
    """001:423: μ."""
    return average(x)


@word(r"\sigma^2({x})")
def row_variance(x: Family):
    """001:424: σ²; the sum of squares is divided by d."""
    return average((x - mean(x)) ** 2)


@word(r"\operatorname{{LayerNorm}}({x})_{{{i}}}", i="x")
def layer_norm(x: Family, i):
    """001:412: (x - μ)/σ."""
    return (x[i] - mean(x)) / sqrt(row_variance(x))


@word(r"\operatorname{{LayerNorm}}_{{{epsilon}}}({x})_{{{i}}}", i="x")
def layer_norm_with(epsilon, x: Family, i):
    """(x - μ)/√(σ² + ε)."""
    return (x[i] - mean(x)) / sqrt(row_variance(x) + epsilon)


@word(r"\operatorname{{LayerNorm}}_{{{epsilon}, {g}, {b}}}({x})_{{{i}}}", i="x")
def layer_norm_as_used(epsilon, g: Family, b: Family, x: Family, i):
    """004:56: with a gain and a bias for each column."""
    return g[i] * layer_norm_with(epsilon, x)[i] + b[i]
