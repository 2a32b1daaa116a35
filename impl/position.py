"""Positions: sinusoids, learned rows, and their sum with embeddings. Positions count from 0."""

from impl.checks import finite_number, float_arrays, library, whole_number
from impl.embedding import rows


def sinusoidal(length, width, base=10000, xp=None):
    """Return the rows of sines and cosines: sin(pos / base^(i/d)), i even; cos(...), i odd.

    Columns i and i + 1 share a wavelength, 2π base^(i/d), with i even and d the width; an odd width
    ends in a sine by itself. Vaswani et al. (2017), section 3.5. xp: the array library, NumPy
    unless given. Returns (length, width), in the library's default floating dtype.

    >>> sinusoidal(2, 4).round(3).tolist()
    [[0.0, 1.0, 0.0, 1.0], [0.841, 0.54, 0.01, 1.0]]
    """
    xp = library(xp)
    _check_sizes(length, width, base)
    dtype = xp.asarray(1.0).dtype
    column = xp.arange(width)
    odd = column % 2
    exponent = xp.astype(column - odd, dtype) / width
    wavelength = xp.pow(xp.asarray(base, dtype=dtype), exponent)  # (width,), in units of 2π
    position = xp.astype(xp.expand_dims(xp.arange(length), axis=1), dtype)  # (length, 1)
    angle = position / wavelength  # (length, width)
    return xp.where(odd == 0, xp.sin(angle), xp.cos(angle))


def learned(positions, table):
    """Return the rows of a learned table at the positions: one_hot(position) W.

    positions: integers from 0 to N - 1, any shape (...). table: (N, d). Returns (..., d). There is
    no row for a position that was not trained, so one beyond the table is refused.

    >>> import numpy as np
    >>> learned(np.arange(2), np.asarray([[0.5], [2.0], [7.0]])).tolist()
    [[0.5], [2.0]]
    """
    return rows("learned", "positions", positions, table)


def add_positions(embeddings, positions, scale=1.0):
    """Return E + scale · PE.

    embeddings: (..., L, d). positions: (L, d), one row a position. Returns (..., L, d), in the
    dtype of the embeddings.

    >>> import numpy as np
    >>> add_positions(np.asarray([[1.0], [2.0]]), np.asarray([[5.0], [7.0]]), scale=0.5).tolist()
    [[3.5], [5.5]]
    """
    xp = float_arrays("add_positions", embeddings=embeddings, positions=positions)
    scale = finite_number("add_positions", "scale", scale)
    if positions.ndim != 2 or embeddings.shape[-2:] != positions.shape:
        raise ValueError(
            f"add_positions: embeddings has shape {embeddings.shape} and positions has shape "
            f"{positions.shape}; expected (..., L, d) and (L, d), because each row gets the vector "
            "of its own place"
        )
    return embeddings + xp.astype(positions, embeddings.dtype) * scale


def _check_sizes(length, width, base):
    whole_number("sinusoidal", "length", length, least=0)
    whole_number("sinusoidal", "width", width, least=1)
    if not finite_number("sinusoidal", "base", base) > 0:
        raise ValueError(f"sinusoidal: base is {base}; expected a positive number")
