"""Floats of a format that stand for all of them: evenly spaced in their bits, and hard places."""

from collections.abc import Iterable, Iterator

import numpy as np

from proofs.exhaustive.all_floats import BLOCK, dtype_of
from proofs.exhaustive.functions import Function


def evenly(function: Function, form: str, many: int) -> Iterator[np.ndarray]:
    """Yield so many floats of the function's range, evenly spaced in their bits, and its ends."""
    for low, high in function.ranges(form):
        near, far = sorted((low, high), key=abs)
        first, last = (int(each) for each in _bits(np.asarray([near, far]), form) & _plain(form))
        step = max(1, (last - first) // many)
        for start in range(first, last + 1, step * BLOCK):
            block = np.arange(start, min(start + step * BLOCK, last + 1), step)
            x = _floats(np.append(block, last), form)
            yield -x if np.signbit(far) else x


def around(places: Iterable[float], function: Function, form: str, reach: int) -> np.ndarray:
    """Return the floats of the function's range that are at most so many floats from a place."""
    held = np.asarray(sorted(set(places)))
    moved = _bits(held, form)[:, None] + np.arange(-reach, reach + 1)
    x = np.unique(_floats(moved.ravel(), form))
    inside = np.zeros(x.shape, dtype=bool)
    for low, high in function.ranges(form):
        inside |= (x >= low) & (x <= high)
    return x[inside]


def _bits(x: np.ndarray, form: str) -> np.ndarray:
    dtype = dtype_of(form)
    return x.astype(dtype).view(f"uint{8 * dtype.itemsize}").astype(np.int64)


def _plain(form: str) -> int:
    return (1 << (8 * dtype_of(form).itemsize - 1)) - 1


def _floats(bits: np.ndarray, form: str) -> np.ndarray:
    dtype = dtype_of(form)
    return bits.astype(np.int64).astype(f"uint{8 * dtype.itemsize}").view(dtype)
