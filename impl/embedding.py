"""Tokens as vectors: one-hot, and rows of a table. Tokens count from 0."""

from typing import Any

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.options import whole_number
from impl.refusals import ArgumentValueError


def one_hot(tokens: Array, size: int) -> Array:
    """Return for each token the vector with 1 at its place and 0 elsewhere.

    tokens: integers from 0 to size - 1. size: of the vocabulary. Returns (..., size), in the
    library's default floating dtype.

    >>> import numpy as np
    >>> one_hot(np.asarray([2, 0]), 3).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    xp = shapes_fit("one_hot", tokens=(tokens, "...", "integral"))
    whole_number("one_hot", "size", size, least=1)
    tokens = _places("one_hot", "tokens", xp, tokens, size)
    same = xp.expand_dims(tokens, axis=-1) == xp.arange(size)  # (..., size)
    return xp.where(same, xp.asarray(1.0), 0)


def embed(tokens: Array, table: Array) -> Array:
    """Return the rows of the table that the tokens name: one_hot(tokens) E, without the product.

    tokens: integers from 0 to |V| - 1. Returns (..., d).

    >>> import numpy as np
    >>> embed(np.asarray([1, 1, 0]), np.asarray([[0.5, 1.0], [2.0, 3.0]])).tolist()
    [[2.0, 3.0], [2.0, 3.0], [0.5, 1.0]]
    """
    return rows("embed", "tokens", tokens, table)


def rows(function: str, name: str, places: Array, table: Array) -> Array:
    """Return the rows of the table at the places, which count from 0."""
    xp = shapes_fit(function, **{name: (places, "...", "integral"), "table": (table, "|V| d")})
    places = _places(function, name, xp, places, table.shape[0])
    found = xp.take(table, xp.reshape(places, (-1,)), axis=0)
    return xp.reshape(found, (*places.shape, table.shape[1]))


def _places(function: str, name: str, xp: Any, places: Array, size: int) -> Any:
    """Return the places as int64, wide enough for any size; refuse what names no row."""
    places = xp.astype(places, xp.int64)
    if bool(xp.any((places < 0) | (places > size - 1))):
        what = f"contains a number outside 0 to {size - 1}, expected one of the {size} rows"
        raise ArgumentValueError(function, **{name: what})
    return places
