"""Positions: sinusoids, learned rows, and their sum with embeddings. Positions count from 0."""

from typing import Any

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.embedding import rows
from impl.options import finite_number, library, positive_number, whole_number


def sinusoidal(length: int, width: int, base: float = 10000, xp: Any = None) -> Array:
    """Return the rows of sines and cosines: sin(pos / base^(i/d)), i even; cos(...), i odd.

    Columns i and i + 1 share a wavelength, 2π base^(i/d), with i even and d the width; an odd width
    ends in a sine by itself. Vaswani et al. (2017), section 3.5. xp: the array library, NumPy
    unless given. Returns (length, width), in the library's default floating dtype.

    >>> sinusoidal(2, 4).round(3).tolist()
    [[0.0, 1.0, 0.0, 1.0], [0.841, 0.54, 0.01, 1.0]]
    """
    xp = library(xp)
    whole_number("sinusoidal", "length", length, least=0)
    whole_number("sinusoidal", "width", width, least=1)
    positive_number("sinusoidal", "base", base)
    dtype = xp.asarray(1.0).dtype
    column = xp.arange(width)
    odd = column % 2
    exponent = xp.astype(column - odd, dtype) / width
    wavelength = xp.pow(xp.asarray(base, dtype=dtype), exponent)  # (width,), in units of 2π
    position = xp.astype(xp.expand_dims(xp.arange(length), axis=1), dtype)  # (length, 1)
    angle = position / wavelength  # (length, width)
    return xp.where(odd == 0, xp.sin(angle), xp.cos(angle))


def learned(positions: Array, table: Array) -> Array:
    """Return the rows of a learned table at the positions: one_hot(position) W.

    positions: integers. Returns (..., d). There is no row for a position that was not trained, so
    one beyond the table is refused.

    >>> import numpy as np
    >>> learned(np.arange(2), np.asarray([[0.5], [2.0], [7.0]])).tolist()
    [[0.5], [2.0]]
    """
    return rows("learned", "positions", positions, table)


def add_positions(embeddings: Array, positions: Array, scale: float = 1.0) -> Array:
    """Return E + scale · PE.

    positions: one row for each place. Returns (..., L, d), in the dtype of the embeddings.

    >>> import numpy as np
    >>> add_positions(np.asarray([[1.0], [2.0]]), np.asarray([[5.0], [7.0]]), scale=0.5).tolist()
    [[3.5], [5.5]]
    """
    pairs = {"embeddings": (embeddings, "... L d"), "positions": (positions, "L d")}
    xp = shapes_fit("add_positions", **pairs)
    scale = finite_number("add_positions", "scale", scale)
    return embeddings + xp.astype(positions, embeddings.dtype) * scale
