"""Floats of a format that stand for all of them: evenly spaced in their bits, and hard places."""

from collections.abc import Iterable, Iterator

import numpy as np

from proofs.exhaustive.all_floats import BLOCK, dtype_of, largest
from proofs.exhaustive.functions import Function
from theory.rounding.formats import FORMATS


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


def beyond(function: Function, form: str) -> list[float]:
    """Return numbers of a format's extent that no range of a function has.

    They stand next to the ends of its ranges, and farther off.
    """
    ranges, most = function.ranges(form), largest(form)
    held = FORMATS[form]
    gap = lambda end: max(abs(end) * 2.0**-held.bits, 2.0**held.least)
    near = [end + sign * gap(end) for each in ranges for end in each for sign in (-1, 1)]
    far = [sign * size for size in (0.5, 1.5, most / 2, most) for sign in (-1, 1)]
    outside = lambda x: abs(x) <= most and not any(low <= x <= high for low, high in ranges)
    return sorted(filter(outside, {*near, *far}))


def _bits(x: np.ndarray, form: str) -> np.ndarray:
    dtype = dtype_of(form)
    return x.astype(dtype).view(f"uint{8 * dtype.itemsize}").astype(np.int64)


def _plain(form: str) -> int:
    return (1 << (8 * dtype_of(form).itemsize - 1)) - 1


def _floats(bits: np.ndarray, form: str) -> np.ndarray:
    dtype = dtype_of(form)
    return bits.astype(np.int64).astype(f"uint{8 * dtype.itemsize}").view(dtype)
