"""The bounds on floats, as NumPy code, written by python -m theory.rounding.as_code.

Each function is a term of the theory, which the claim named beside it states. u is the unit
roundoff, eta the spacing of subnormal numbers, c u the error of exp; sums have the height h or g.
FORMATS has the significant bits of each format, and the exponent of eta.
"""

import numpy as np

FORMATS = {"bfloat16": (8, -133), "float16": (11, -24), "float32": (24, -149), "float64": (53, -1074)}
EXP_WITHIN = {"bfloat16": 1, "float16": 1, "float32": 4, "float64": 2}
CLAIMS = {
    "floats.attention": (
        "Computed attention is off by at most the sum of the absolute values, each times what "
        "its weight is off by its score and by softmax, and by the rounding of the mean. It "
        "holds for every number of keys, every order of summation and every format in which u "
        "and c u + n η are at most 1/11."
    ),
    "floats.softmax": (
        "A computed weight is off by at most a multiple of the unit roundoff that grows with "
        "the spread of the scores, as the exponential amplifies the rounding of x - m, m being "
        "the largest score, and by what underflows. It holds for every number of scores, every "
        "order of summation, whose height h counts, and every format in which u and c u + n η "
        "are at most 1/11."
    ),
    "floats.layer-norm": (
        "A computed entry of LayerNorm, with or without epsilon, is off by at most what the "
        "deviations of its row are off beside √(σ² + ε), by the roundings of squares, sum, "
        "root and quotient, and by what underflows. It holds for every number of entries, "
        "every order of summation and every format with u at most 1/11, where √(σ² + ε) is "
        "above 0, the bound on the errors of the computed deviations is at most a quarter of "
        "it, and what underflows is small beside the squares."
    ),
}


def difference_moves(distance, u, eta):
    """floats.softmax."""
    return u * distance + 3 * eta


def score_moves(distance, off, u, eta):
    """floats.attention."""
    return off + u * (distance + off) + 3 * eta


def scaled_dot_off(size, keys, u, eta, h, n):
    """floats.scaled-score."""
    return np.expm1((h + 4) * np.log1p(u)) * size + (1 + u) ** h * (eta / 2) * ((1 + u) * keys + n)


def weights_off(p, moved, u, eta, c, h, n):
    """floats.softmax."""
    G = 11 / 10 * ((h + 2 * c + 1) * u + n * eta)
    K = moved + np.sum(p * np.expm1(moved), axis=-1, keepdims=True) + G
    return np.expm1(K) * p + (np.exp(G) + 1 / 2) * eta


def mean_off(p, off, values, u, eta, g, n):
    """floats.weighted-mean."""
    return (off + (p + off) * np.expm1((g + 1) * np.log1p(u))) @ np.abs(values) + n * ((1 + u) ** g * (eta / 2))


def sum_grows(u, h):
    """floats.sum-in-any-order."""
    return np.expm1(h * np.log1p(u))


def stored_off(size, off, u, eta):
    """floats.stored-once."""
    return off + u * (size + off) + eta / 2


def stored_weight_off(p, off, u, eta):
    """theory/rounding/stored_terms.py."""
    return off + u * (p + off) + eta


def deviations_moved(q, A, tau, rho, zeta, u, eta, h):
    """floats.layer-norm."""
    return ((1 + u) ** 3 * (np.expm1(2 * np.log1p(u)) * q + np.expm1((h + 5) * np.log1p(u)) * A + 3 / 2 * ((1 + u) ** (h + 4) * (tau * eta))) + 2 * ((1 + u) ** 3 * ((1 + tau) * eta) + 2 * eta * (zeta * rho))) / rho + np.expm1(3 * np.log1p(u))


def squares_lost(zeta, u, eta, h):
    """floats.layer-norm."""
    return 6 * (eta * zeta ** 2) * np.exp(11 / 10 * ((h + 7) * u))


def normalised_off(x, y, A, tau, rho, zeta, r, theta, u, eta, h):
    """floats.layer-norm."""
    M = (((1 + u) ** 3 * (np.expm1(2 * np.log1p(u)) * x + np.expm1((h + 5) * np.log1p(u)) * A + 3 / 2 * ((1 + u) ** (h + 4) * (tau * eta))) + ((1 + u) ** 3 * ((1 + tau) * eta) + 2 * eta * (zeta * rho))) / rho + np.expm1(3 * np.log1p(u)) * y + y * r) / (1 - r)
    K = 11 / 10 * ((h + 15) * u + theta) / 2
    return M + (y + M) * np.expm1(K) + eta * (np.exp(K) * zeta + 1)


def affine_off(y, off, gain, bias, u, eta):
    """floats.gain-and-bias."""
    return gain * off + np.expm1(2 * np.log1p(u)) * (gain * (y + off)) + np.expm1(1 * np.log1p(u)) * bias + eta
