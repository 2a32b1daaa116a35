"""LayerNorm: each row by itself, to mean 0 and mean square 1."""

from typing import Any

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.options import finite_number
from impl.refusals import ArgumentValueError


def layer_norm(
    x: Array, gain: Array | None = None, bias: Array | None = None, eps: float = 0.0
) -> Array:
    """Return gain · (x - μ) / √(σ² + eps) + bias, with μ and σ² of each row.

    A row without variance has no direction; it becomes 0 before gain and bias, as with every
    positive eps (normalization.constant-row). eps stands inside the root; a negative one is
    refused. Deviations are divided by their largest first, so that no square overflows. In float16
    a row should have fewer than 65504 entries.

    >>> import numpy as np
    >>> layer_norm(np.asarray([[1.0, 3.0], [5.0, 5.0]])).round(6).tolist()
    [[-1.0, 1.0], [0.0, 0.0]]
    """
    pairs = (("gain", gain), ("bias", bias))
    given = {name: (each, "d") for name, each in pairs if each is not None}
    xp = shapes_fit("layer_norm", x=(x, "... d"), **given)
    root = half_root("layer_norm", xp, eps, x.dtype)
    if x.shape[-1] == 0:
        return x
    deviations, unit = _deviations(xp, x)  # (..., d) and (..., 1): x - μ is twice their product
    variance = row_mean(xp, deviations * deviations)  # in squared units
    if eps == 0:
        sigma, part = xp.sqrt(variance), 1
    else:
        larger = or_one(xp, xp.maximum(unit, root))
        part, rest = unit / larger, root / larger  # neither exceeds 1, nor do their squares
        sigma = xp.sqrt(variance * part * part + rest * rest)
    normal = deviations * part / or_one(xp, sigma)
    normal = normal if gain is None else normal * gain
    return normal if bias is None else normal + bias


def half_root(function: str, xp: Any, eps: float, dtype: Any) -> Any:
    """Return √eps / 2; refuse an eps that is negative, or whose root is beyond the dtype."""
    if finite_number(function, "eps", eps) < 0:
        raise ArgumentValueError(function, eps=f"is {eps}, expected zero or more")
    if eps == 0:
        return eps
    root = xp.astype(xp.sqrt(xp.asarray(eps, dtype=xp.float64)) / 2, dtype)
    if bool(xp.isinf(root)):
        raise ArgumentValueError(function, eps=f"is {eps}, expected one whose root fits in {dtype}")
    return root


def _deviations(xp: Any, x: Array) -> tuple[Any, Any]:
    """Return x - μ divided by its largest entry, and half that entry; zeros for a constant row.

    The row is divided by its own largest entry first: its sum cannot overflow then, and a constant
    row is one of equal units, whose mean is exact.
    """
    size = largest_size(xp, x)
    small = x / size
    away = small - row_mean(xp, small)
    furthest = largest_size(xp, away)
    return away / furthest, size * (furthest / 2)


def row_mean(xp: Any, x: Array) -> Array:
    """Return the mean of each row, as a column."""
    return xp.sum(x, axis=-1, keepdims=True) / x.shape[-1]


def largest_size(xp: Any, x: Array) -> Array:
    """Return the largest absolute value of each row, as a column; 1 of a row of zeros."""
    return or_one(xp, xp.max(abs(x), axis=-1, keepdims=True))


def or_one(xp: Any, x: Array) -> Array:
    """Return what may be divided by: 1 in the place of 0."""
    return xp.where(x == 0, 1, x)
