"""Random rows: means, variances, and what a hypothesis says of independence.

A probability space has N outcomes of the probabilities P. A random variable is a family that runs
over them, last; the outcome is not printed. Of independence a hypothesis says what is used of it:
which means of products are products of means.
"""

from theory.claim import Hypothesis
from theory.letters import a, b, d
from theory.shared_words import covariance, dot, mean, variance
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta
from theory.stating.relations import line
from theory.stating.variables import index, positive, real, size

N = size("N")
omega = index("omega", N)
P = numbers("P", N, domain="nonnegative")
PROBABILITIES = line(total(every(omega, entry=P[omega])), "=", 1)


def E(f: Family):  # noqa: N802  (its name in mathematics)
    """The mean of a random variable."""
    return mean(P, f)


def var(f: Family):
    """The variance of a random variable."""
    return variance(P, f)


def cov(f: Family, g: Family):
    """The covariance of two random variables."""
    return covariance(P, f, g)


def product(q: Family, k: Family) -> Family:
    """The dot product of two random rows, a random variable."""
    return every(omega, entry=dot(q.transposed()[omega], k.transposed()[omega]))


def mixed(row: Family, q: Family) -> Family:
    """The dot product of a row that is not random and one that is."""
    return every(omega, entry=dot(row, q.transposed()[omega]))


q, key, z = (numbers(name, d, N) for name in "qkz")  # random rows
score = product(q, key)
sigma, rho, tau, kappa = positive("sigma"), real("rho"), real("tau"), real("kappa")

INDEPENDENT = {
    "independent": Hypothesis(
        "query and key are independent",
        (
            line(E(q[a] * q[b] * key[a] * key[b]), "=", E(q[a] * q[b]) * E(key[a] * key[b])),
            line(E(q[a] * key[a]), "=", E(q[a]) * E(key[a])),
        ),
    )
}
PRODUCTS = {
    **INDEPENDENT,
    "centred": Hypothesis(
        "query and key have mean zero", (line(E(q[a]), "=", 0), line(E(key[a]), "=", 0))
    ),
    "uncorrelated": Hypothesis(
        "different coordinates are uncorrelated, in the query or in the key",
        line((1 - delta(a, b)) * E(q[a] * q[b]) * E(key[a] * key[b]), "=", 0),
    ),
}
EQUAL = {
    "equal-variances": Hypothesis(
        "all coordinates have variance σ² > 0",
        (line(var(q[a]), "=", sigma**2), line(var(key[a]), "=", sigma**2)),
    )
}
ANY_UNCORRELATED = Hypothesis(
    PRODUCTS["uncorrelated"].says,
    line((1 - delta(a, b)) * cov(q[a], q[b]) * cov(key[a], key[b]), "=", 0),
)

X, W = numbers("x", d, N), numbers("W", d, N)  # a random row, one column of random weights
row, column = numbers("r", d), numbers("w", d)  # the same, given
projected = product(X, W)
squares = every(omega, entry=total(every(a, entry=X[a, omega] ** 2)))
