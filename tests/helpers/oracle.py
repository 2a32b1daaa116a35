"""The printed formulas at fifty digits, row by row: slow, plain, and independent of `impl`."""

from theory.fifty_digits import mp

# The step of a difference quotient. Taylor's remainder is this times a second derivative. The error
# at fifty digits is divided by it, and stays below 10⁻²⁴ in all tests.
STEP = mp.mpf(10) ** -20


def exact(values):
    """Return floats, one row or one number, as numbers of fifty digits, without loss."""
    return [mp.mpf(float(v)) for v in values]


def softmax(x, kept=None):
    """exp(x_i) / Σ_j exp(x_j) over the kept entries; a row without any has weights 0."""
    e = [mp.exp(v) if keep else mp.zero for v, keep in zip(x, kept or [True] * len(x), strict=True)]
    total = sum(e, mp.zero)
    return [v / total if total else mp.zero for v in e]


def mean(p, v):
    """Σ p_i v_i."""
    return sum((pi * vi for pi, vi in zip(p, v, strict=True)), mp.zero)


def logsumexp(x):
    """log Σ exp(x_j)."""
    return mp.log(sum((mp.exp(v) for v in x), mp.zero))


def log_kernels(query, points, beta):
    """-β² ||x_* - x_i||² / 2 for each point."""
    squares = [sum((a - b) ** 2 for a, b in zip(query, point, strict=True)) for point in points]
    return [-(beta**2) * square / 2 for square in squares]


def entropy(p):
    """-Σ p_i log p_i."""
    return -sum((v * mp.log(v) for v in p if v), mp.zero)
