"""Tokens as vectors: one-hot, and rows of a table. Tokens count from 0."""

from impl.checks import array_of_integers, float_arrays, same_library


def one_hot(tokens, size):
    """Return for each token the vector with 1 at its place and 0 elsewhere.

    tokens: integers from 0 to size - 1, any shape (...). size: of the vocabulary. Returns
    (..., size), in the library's default floating dtype.

    >>> import numpy as np
    >>> one_hot(np.asarray([2, 0]), 3).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    xp = array_of_integers("one_hot", "tokens", tokens)
    _check_tokens("one_hot", xp, tokens, size)
    same = xp.expand_dims(tokens, axis=-1) == xp.arange(size)  # (..., size)
    return xp.where(same, 1.0, 0.0)


def embed(tokens, table):
    """Return the rows of the table that the tokens name: one_hot(tokens) E, without the product.

    tokens: integers from 0 to |V| - 1, any shape (...). table: (|V|, d). Returns (..., d).

    >>> import numpy as np
    >>> embed(np.asarray([1, 1, 0]), np.asarray([[0.5, 1.0], [2.0, 3.0]])).tolist()
    [[2.0, 3.0], [2.0, 3.0], [0.5, 1.0]]
    """
    xp = array_of_integers("embed", "tokens", tokens)
    float_arrays("embed", table=table)
    same_library("embed", tokens=tokens, table=table)
    if table.ndim != 2:
        raise ValueError(f"embed: table has shape {table.shape}; expected (|V|, d), a row a token")
    _check_tokens("embed", xp, tokens, table.shape[0])
    rows = xp.take(table, xp.reshape(tokens, (-1,)), axis=0)
    return xp.reshape(rows, (*tokens.shape, table.shape[1]))


def _check_tokens(function, xp, tokens, size):
    if isinstance(size, bool) or (isinstance(size, int) and size < 1) or isinstance(size, float):
        raise ValueError(f"{function}: size is {size}; expected at least one token")
    if bool(xp.any((tokens < 0) | (tokens > size - 1))):
        raise ValueError(
            f"{function}: tokens contain a number outside 0 to {size - 1}; expected places in a "
            f"vocabulary of {size}, because no row stands for others"
        )
