"""Inputs that are easy and hard to round: queries, keys and values, held by a format."""

import numpy as np

from tests.bounds.kernels import rounded

KINDS = ("gaussian", "saturated", "dominant", "shifted", "cancelling", "equal", "subnormal")
SPACING = {"float16": 2.0**-24, "bfloat16": 2.0**-133, "float32": 2.0**-149, "float64": 2.0**-1022}


def drawn(kind, seed, dtype, m=3, n=40, d=8, d_v=3):
    """Return q, k and v of a kind."""
    random = np.random.default_rng(seed)
    q, k, v = (random.standard_normal(shape) for shape in ((m, d), (n, d), (n, d_v)))
    if kind == "saturated":
        q = q * 12
    if kind == "dominant":
        k[seed % n] = 6 * q[0]
    if kind == "shifted":  # all scores by 1e4
        q[:, 0], k[:, 0] = 100, 100 * np.sqrt(d)
    if kind == "cancelling":
        v = 1000 * (-1.0) ** np.arange(n)[:, None] + v
    if kind == "equal":
        k[:] = k[0]
    if kind == "subnormal":
        v = np.round(20 * v) * SPACING[dtype]
        k[::3] = np.round(20 * k[::3]) * SPACING[dtype]
    return tuple(rounded(x, dtype) for x in (q, k, v))


def waves(dtype, m=16, n=64, d=16, d_v=4):
    """Return q, k and v that no chance enters."""
    shapes = {0.7: (m, d), 1.9: (n, d), 3.1: (n, d_v)}
    return tuple(
        rounded(1.5 * np.sin(1 + pace * np.arange(a * b) ** 1.3).reshape(a, b), dtype)
        for pace, (a, b) in shapes.items()
    )
