"""Softmax and its relatives: logarithm, normaliser, and the hard limit."""

from typing import Any

from impl.arrays import Array
from impl.checks import bounded_above, mask_fits, shapes_fit
from impl.options import axis_of


def softmax(x: Array, axis: int = -1, where: Array | None = None) -> Array:
    """Turn logits into weights: p_i = exp(x_i) / Σ_j exp(x_j).

    j runs along `axis`. where: booleans that broadcast to x; entries at False take no part and get
    weight 0. A row with no entry that takes part (also: all -inf, or n = 0) has weights 0. NaN
    among the entries that take part makes its row NaN; +inf is refused.

    The maximum is subtracted first, which changes nothing over the reals
    (softmax.shift-invariance) and keeps every exponential in [0, 1]
    (softmax.shifted-sum-is-safe). In float16 a row should have fewer than 65504 entries.

    >>> import numpy as np
    >>> softmax(np.log(np.asarray([1.0, 2.0, 5.0]))).round(3).tolist()
    [0.125, 0.25, 0.625]
    """
    xp = shapes_fit("softmax", x=(x, "..."))
    axis = axis_of("softmax", x, axis)
    if where is not None:
        mask_fits("softmax", "where", where, x, "bool")
        x = xp.where(where, x, -xp.inf)
    x = from_the_top(xp, x, axis)  # x_i - max x
    x = xp.exp(x)
    return shares(xp, x, axis)  # e_i / Σ_j e_j


def log_softmax(x: Array, axis: int = -1) -> Array:
    """Return log p_i = x_i - log Σ_j exp(x_j), without forming p.

    j runs along `axis`. An entry -inf stays -inf, also in a row of nothing else; +inf is refused. A
    difference beyond the largest float is returned as that float.

    >>> import numpy as np
    >>> log_softmax(np.asarray([0.0, -1000.0])).tolist()
    [0.0, -1000.0]
    """
    xp = shapes_fit("log_softmax", x=(x, "..."))
    axis = axis_of("log_softmax", x, axis)
    top = largest(xp, x, axis)
    bounded_above("log_softmax", x=top)
    total = xp.sum(xp.exp(below(xp, x, top)), axis=axis, keepdims=True)
    log_total = xp.log(xp.where(total == 0, 1, total))
    return xp.where(x == -xp.inf, x, _difference(xp, x, top) - log_total)


def logsumexp(x: Array, axis: int = -1) -> Array:
    """Return log Σ_j exp(x_j), the normaliser of softmax.

    j runs along `axis`, which the result lacks. A row of -inf only, or of no entries, gives -inf:
    the logarithm of an empty sum; +inf is refused.

    >>> import numpy as np
    >>> (logsumexp(np.asarray([1000.0, 1000.0])) - 1000.0).round(6).tolist()  # log 2
    0.693147
    """
    xp = shapes_fit("logsumexp", x=(x, "..."))
    axis = axis_of("logsumexp", x, axis)
    top = largest(xp, x, axis)
    bounded_above("logsumexp", x=top)
    total = xp.sum(xp.exp(below(xp, x, top)), axis=axis)
    log_total = xp.log(xp.where(total == 0, 1, total))
    return xp.sum(top, axis=axis) + log_total  # of one each; that of a row of -inf is -inf


def hardmax(x: Array, axis: int = -1) -> Array:
    """Give weight 1 to the first largest entry and 0 to the others.

    The entries stand along `axis`. The choice among equals is a convention
    (lookup.first-of-equals): it keeps the weights one-hot. A row of -inf only has weights 0, as in
    softmax; a row with NaN is NaN.

    >>> import numpy as np
    >>> hardmax(np.asarray([1.0, 3.0, 3.0])).tolist()
    [0.0, 1.0, 0.0]
    """
    xp = shapes_fit("hardmax", x=(x, "..."))
    axis = axis_of("hardmax", x, axis)
    if x.shape[axis] == 0:
        return xp.zeros_like(x)
    rows = xp.moveaxis(x, axis, -1)  # (..., n)
    first = xp.expand_dims(xp.argmax(rows, axis=-1), axis=-1)  # (..., 1)
    chosen = (xp.arange(x.shape[axis]) == first) & (rows != -xp.inf)
    unknown = xp.any(xp.isnan(rows), axis=-1, keepdims=True)
    weights = xp.where(unknown, xp.nan, xp.astype(chosen, x.dtype))
    return xp.moveaxis(xp.astype(weights, x.dtype), -1, axis)


def from_the_top(xp: Any, x: Array, axis: int = -1) -> Array:
    """Return x - max(x), of which the softmax is the same (softmax.shift-invariance)."""
    top = largest(xp, x, axis)  # (..., 1)
    bounded_above("softmax", x=top)
    return below(xp, x, top)


def shares(xp: Any, e: Array, axis: int = -1) -> Array:
    """Return e_i / Σ_j e_j; zeros where all are zero."""
    total = xp.sum(e, axis=axis, keepdims=True)  # (..., 1)
    return e / xp.where(total == 0, 1, total)


def largest(xp: Any, x: Array, axis: int = -1) -> Array:
    """Return max(x) over `axis`, which stays with length 1; -inf if there are no entries."""
    if x.shape[axis] == 0:
        return xp.sum(x, axis=axis, keepdims=True) - xp.inf
    return xp.max(x, axis=axis, keepdims=True)


def below(xp: Any, x: Array, top: Array) -> Array:
    """Return x - top for x ≤ top, of which the exponential is wanted.

    Beside a large top, what lies so far below that the difference could overflow is raised: its
    exponential is 0.
    """
    top = xp.where(top == -xp.inf, 0, top)  # only -inf lies below -inf: nothing to subtract
    if bool(xp.any(top > xp.finfo(x.dtype).max ** 0.2)):  # less is lost in rounding
        half = xp.finfo(x.dtype).min / 2
        x = xp.maximum(x, xp.maximum(top, half) + half)
    return x - top


def _difference(xp: Any, x: Array, top: Array) -> Array:
    """Return x - top for x ≤ top; what would fall below the lowest float stays at it."""
    half = x / 2 - xp.where(top == -xp.inf, 0, top) / 2  # of halves, it cannot overflow
    return 2 * xp.maximum(half, xp.finfo(x.dtype).min / 2)
