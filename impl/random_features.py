"""Random features: products whose mean is the exponential kernel, for linear attention."""

from typing import Any

from impl.arrays import Array
from impl.checks import shapes_fit


def positive_features(x: Array, w: Array) -> Array:
    """Return exp(x·w_o - ‖x‖²/2)/√m for each of the m columns of w.

    If the columns are standard normal, φ(x)·φ(y) has mean exp(x·y)
    (kernel.positive-features-are-unbiased). x: (..., d). w: (d, m). Returns (..., m).

    >>> import numpy as np
    >>> positive_features(np.asarray([1.0, 0.0]), np.asarray([[0.5], [2.0]])).tolist()
    [1.0]
    """
    xp = shapes_fit("positive_features", x=(x, "... d"), w=(w, "d m+"))
    return xp.exp(x @ w - _half_square(xp, x)) / _root(xp, w)


def trigonometric_features(x: Array, w: Array) -> Array:
    """Return exp(‖x‖²/2) (cos x·w_o, sin x·w_o)/√m for the m columns of w, the cosines first.

    If the columns are standard normal, φ(x)·φ(y) has mean exp(x·y), too
    (kernel.trigonometric-features-fail-where-the-kernel-is-small). x: (..., d). w: (d, m). Returns
    (..., 2m).

    >>> import numpy as np
    >>> trigonometric_features(np.asarray([0.0]), np.asarray([[3.0]])).tolist()
    [1.0, 0.0]
    """
    xp = shapes_fit("trigonometric_features", x=(x, "... d"), w=(w, "d m+"))
    angle = x @ w
    waves = xp.concat([xp.cos(angle), xp.sin(angle)], axis=-1)
    return xp.exp(_half_square(xp, x)) * waves / _root(xp, w)


def _half_square(xp: Any, x: Array) -> Array:
    """Return ‖x‖²/2, beside the row's entries."""
    return xp.sum(x * x, axis=-1, keepdims=True) / 2


def _root(xp: Any, w: Array) -> Array:
    """Return the root of how many columns there are."""
    return xp.sqrt(xp.asarray(w.shape[-1], dtype=w.dtype))
