"""LayerNorm: each row by itself, to mean 0 and mean square 1."""

from impl.checks import finite_number, float_arrays


def layer_norm(x, gain=None, bias=None, eps=0.0):
    """Return gain · (x - μ) / √(σ² + eps) + bias, with μ and σ² of each row.

    x: (..., d). gain, bias: (d,), one number a column. A row without variance has no direction; it
    becomes 0 before gain and bias, as with every positive eps (normalization.constant-row). eps
    stands inside the root. Deviations are divided by their largest first, so that no square
    overflows. In float16 a row should have fewer than 65504 entries.

    >>> import numpy as np
    >>> layer_norm(np.asarray([[1.0, 3.0], [5.0, 5.0]])).round(6).tolist()
    [[-1.0, 1.0], [0.0, 0.0]]
    """
    given = {name: each for name, each in (("gain", gain), ("bias", bias)) if each is not None}
    xp = float_arrays("layer_norm", x=x, **given)
    _check_sizes(x, given)
    if finite_number("layer_norm", "eps", eps) < 0:
        raise ValueError(f"layer_norm: eps is {eps}; expected zero or more")
    if x.shape[-1] == 0:
        return x
    deviations, unit = _deviations(xp, x)  # (..., d) and (..., 1): x - μ is twice their product
    variance = _mean(xp, deviations * deviations)  # in squared units
    if eps == 0:
        sigma, part = xp.sqrt(variance), 1
    else:
        root = xp.astype(xp.sqrt(xp.asarray(eps, dtype=xp.float64)) / 2, x.dtype)
        if bool(xp.isinf(root)):
            raise ValueError(
                f"layer_norm: eps is {eps}; expected a number whose root {x.dtype} can hold"
            )
        larger = xp.maximum(unit, root)
        part, rest = unit / larger, root / larger  # neither exceeds 1, nor do their squares
        sigma = xp.sqrt(variance * part * part + rest * rest)
    normal = deviations * part / xp.where(sigma == 0, 1, sigma)
    normal = normal if gain is None else normal * gain
    return normal if bias is None else normal + bias


def _deviations(xp, x):
    """Return x - μ divided by its largest entry, and half that entry; zeros for a constant row.

    The row is divided by its own largest entry first: its sum cannot overflow then, and a constant
    row is one of equal units, whose mean is exact.
    """
    size = _largest(xp, x)
    small = x / size
    away = small - _mean(xp, small)
    furthest = _largest(xp, away)
    return away / furthest, size / 2 * furthest


def _mean(xp, x):
    return xp.sum(x, axis=-1, keepdims=True) / x.shape[-1]


def _largest(xp, x):
    largest = xp.max(abs(x), axis=-1, keepdims=True)
    return xp.where(largest == 0, 1, largest)


def _check_sizes(x, given):
    if x.ndim == 0:
        raise ValueError("layer_norm: x has no axes; expected rows (..., d)")
    for name, each in given.items():
        if each.shape != x.shape[-1:]:
            raise ValueError(
                f"layer_norm: {name} has shape {each.shape}; expected {x.shape[-1:]}, one number "
                f"a column of x, which has shape {x.shape}"
            )
