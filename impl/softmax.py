"""Softmax and its relatives: logarithm, normaliser, and the hard limit."""

from impl.checks import axis_of, bounded_above, broadcasts, float_arrays, same_library


def softmax(x, axis=-1, where=None):
    """Turn logits into weights: p_i = exp(x_i) / Σ_j exp(x_j).

    x: (..., n), n along `axis`. where: boolean, broadcasts to x; entries at False take no part and
    get weight 0. A row with no entry that takes part (also: all -inf, or n = 0) has weights 0. NaN
    among the entries that take part makes its row NaN; +inf is refused.

    The maximum is subtracted first, which changes nothing over the reals
    (softmax.shift-invariance) and keeps every exponential in [0, 1]
    (softmax.shifted-sum-is-safe). In float16 a row should have fewer than 65504 entries.

    >>> import numpy as np
    >>> softmax(np.log(np.asarray([1.0, 2.0, 5.0]))).round(3).tolist()
    [0.125, 0.25, 0.625]
    """
    xp = float_arrays("softmax", x=x)
    axis = axis_of("softmax", x, axis)
    if where is not None:
        x = xp.where(_kept("softmax", xp, where, x), x, -xp.inf)
    bounded_above("softmax", xp, x=x)
    e = xp.exp(_below_maximum(xp, x, axis))  # (..., n)
    total = xp.sum(e, axis=axis, keepdims=True)  # (..., 1)
    return e / xp.where(total == 0, 1, total)


def log_softmax(x, axis=-1):
    """Return log p_i = x_i - log Σ_j exp(x_j), without forming p.

    x: (..., n), n along `axis`. An entry -inf stays -inf, also in a row of nothing else. A
    difference beyond the largest float is returned as that float.

    >>> import numpy as np
    >>> log_softmax(np.asarray([0.0, -1000.0])).tolist()
    [0.0, -1000.0]
    """
    xp = float_arrays("log_softmax", x=x)
    axis = axis_of("log_softmax", x, axis)
    bounded_above("log_softmax", xp, x=x)
    below = _below_maximum(xp, x, axis)
    total = xp.sum(xp.exp(below), axis=axis, keepdims=True)
    log_total = xp.log(xp.where(total == 0, 1, total))
    return xp.where(x == -xp.inf, x, below - log_total)


def logsumexp(x, axis=-1):
    """Return log Σ_j exp(x_j), the normaliser of softmax, over `axis`.

    x: (..., n) gives (...). A row of -inf only, or of no entries, gives -inf: the logarithm of an
    empty sum.

    >>> import numpy as np
    >>> (logsumexp(np.asarray([1000.0, 1000.0])) - 1000.0).round(6).tolist()  # log 2
    0.693147
    """
    xp = float_arrays("logsumexp", x=x)
    axis = axis_of("logsumexp", x, axis)
    bounded_above("logsumexp", xp, x=x)
    if x.shape[axis] == 0:
        return xp.sum(x, axis=axis) - xp.inf
    top = xp.max(x, axis=axis)
    total = xp.sum(xp.exp(_below_maximum(xp, x, axis)), axis=axis)
    return top + xp.log(xp.where(total == 0, 1, total))  # the maximum of a row of -inf is -inf


def hardmax(x, axis=-1):
    """Give weight 1 to the first largest entry and 0 to the others.

    x: (..., n), n along `axis`. The choice among equals is a convention
    (lookup.first-of-equals): it keeps the weights one-hot. A row of -inf only has weights 0,
    as in softmax; a row with NaN is NaN.

    >>> import numpy as np
    >>> hardmax(np.asarray([1.0, 3.0, 3.0])).tolist()
    [0.0, 1.0, 0.0]
    """
    xp = float_arrays("hardmax", x=x)
    axis = axis_of("hardmax", x, axis)
    if x.shape[axis] == 0:
        return xp.zeros_like(x)
    rows = xp.moveaxis(x, axis, -1)  # (..., n)
    first = xp.expand_dims(xp.argmax(rows, axis=-1), axis=-1)  # (..., 1)
    chosen = (xp.arange(x.shape[axis]) == first) & (rows != -xp.inf)
    unknown = xp.any(xp.isnan(rows), axis=-1, keepdims=True)
    weights = xp.where(unknown, xp.nan, xp.astype(chosen, x.dtype))
    return xp.moveaxis(xp.astype(weights, x.dtype), -1, axis)


def _kept(function, xp, where, x):
    if hasattr(where, "dtype"):
        same_library(function, x=x, where=where)
    if not hasattr(where, "dtype") or not xp.isdtype(where.dtype, "bool"):
        came = where.dtype if hasattr(where, "dtype") else type(where).__name__
        raise TypeError(f"{function}: where is {came}; expected booleans (True takes part)")
    broadcasts(function, "where", where.shape, x.shape, "x")
    return where


def _below_maximum(xp, x, axis):
    """Return x - max(x) over `axis`; what would fall below the lowest float stays at it."""
    if x.shape[axis] == 0:
        return x
    top = xp.max(x, axis=axis, keepdims=True)
    top = xp.where(top == -xp.inf, 0, top)  # a row of -inf: nothing to subtract
    half = x / 2 - top / 2  # of halves, the difference cannot overflow
    return 2 * xp.maximum(half, xp.finfo(x.dtype).min / 2)
