"""Kernels of halves: inputs and results have 16 bits, and all between is kept in float32.

`impl/` gives back the dtype that it gets. So its kernel widens the inputs, which is exact, runs the
same lines on float32, and rounds the result once. A function that is such a kernel itself says so
by `takes_halves`, and gets its halves as they are.
"""

from functools import wraps
from importlib.util import find_spec

import numpy as np

HALVES = ("float16", "bfloat16") if find_spec("ml_dtypes") else ("float16",)  # that can be drawn


def is_half(x):
    """Say whether this is a NumPy array of floats of 16 bits."""
    return isinstance(x, np.ndarray) and x.dtype.name in ("float16", "bfloat16")


def accumulated(function):
    """Return the kernel of a function: halves in, float32 between, halves out."""
    if getattr(function, "takes_halves", False):
        return function

    @wraps(function)
    def kernel(x, *others, **options):
        if not is_half(x):
            return function(x, *others, **options)
        named = {name: widened(each) for name, each in options.items()}
        return function(widened(x), *map(widened, others), **named).astype(x.dtype)

    return kernel


def widened(x):
    """Return halves as float32, exactly, and anything else as it is."""
    return x.astype(np.float32) if is_half(x) else x
