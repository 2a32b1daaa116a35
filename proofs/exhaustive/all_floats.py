"""All floats of a format, in blocks, in the order of their bits."""

from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np

from theory.rounding.formats import FORMATS

BLOCK = 1 << 22  # floats of a block: all arrays on them together stay far below a gigabyte


def dtype_of(name: str) -> np.dtype | None:
    """Return NumPy's dtype of a format; None for bfloat16 where ml_dtypes is not installed."""
    if name != "bfloat16":
        return np.dtype(name)
    if find_spec("ml_dtypes") is None:
        return None
    import ml_dtypes

    return np.dtype(ml_dtypes.bfloat16)


def floats(dtype: np.dtype, low: float, high: float) -> Iterator[np.ndarray]:
    """Yield every float from `low` to `high`, both of one sign or 0, in blocks."""
    bits = np.dtype(f"uint{8 * dtype.itemsize}")
    near, far = sorted((low, high), key=abs)
    sign = bits.type(int(far < 0) << (8 * dtype.itemsize - 1))
    first, last = (int(np.asarray(abs(end)).astype(dtype).view(bits)) for end in (near, far))
    for start in range(first, last + 1, BLOCK):
        block = np.arange(start, min(start + BLOCK, last + 1), dtype=bits)
        yield (block | sign).view(dtype)


def count(dtype: np.dtype, low: float, high: float) -> int:
    """Return how many floats `floats` yields."""
    near, far = sorted((abs(low), abs(high)))
    bits = np.dtype(f"uint{8 * dtype.itemsize}")
    first, last = (int(np.asarray(end).astype(dtype).view(bits)) for end in (near, far))
    return last - first + 1


def largest(name: str) -> float:
    """Return the largest finite float of a format."""
    each = FORMATS[name]
    top = 2 - each.bits - each.least  # the exponents end at 1 - top and top, as IEEE says
    return float((2 - 2.0 ** (1 - each.bits)) * 2.0**top)


def smallest_normal(name: str) -> float:
    """Return the smallest float that has all its bits."""
    each = FORMATS[name]
    return 2.0 ** (each.least + each.bits - 1)
