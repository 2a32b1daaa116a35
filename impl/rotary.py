"""Rotary positions: pairs of columns are turned by angles that grow with the position."""

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.options import positive_number, truth, whole_number
from impl.refusals import ArgumentValueError


def rotary(x: Array, start: int = 0, base: float = 10000.0, halved: bool = False) -> Array:
    """Turn pair k of the row of position p by the angle p · base^(-2k/d), with k = 0, 1, ...

    The rows have the positions start, start + 1, ...: with a cache, start is how many came before.
    Pairs are neighbours, or half a row apart if halved; queries and keys need the same form
    (position.rotary-forms-mix). Scores then depend on the offset of positions alone, and lengths
    stay. Angles are computed in the library's default floating dtype. An odd width is refused.

    >>> import numpy as np
    >>> rotary(np.asarray([[1.0, 0.0], [1.0, 0.0]])).round(3).tolist()
    [[1.0, 0.0], [0.54, 0.841]]
    """
    xp = shapes_fit("rotary", x=(x, "... n d"))
    whole_number("rotary", "start", start, least=0)
    positive_number("rotary", "base", base)
    truth("rotary", "halved", halved)
    half, odd = divmod(x.shape[-1], 2)
    if odd:
        what = f"has rows of width {x.shape[-1]}, expected an even width"
        raise ArgumentValueError("rotary", x=what)
    dtype = xp.asarray(1.0).dtype
    position = xp.astype(xp.expand_dims(xp.arange(x.shape[-2]) + start, axis=1), dtype)  # (n, 1)
    wavelength = xp.pow(
        xp.asarray(base, dtype=dtype), xp.astype(xp.arange(half), dtype) / max(half, 1)
    )  # (d/2,), in units of 2π
    angle = position / wavelength  # (n, d/2)
    c, s = xp.astype(xp.cos(angle), x.dtype), xp.astype(xp.sin(angle), x.dtype)
    one, two = (x[..., :half], x[..., half:]) if halved else (x[..., 0::2], x[..., 1::2])
    turned = [one * c - two * s, one * s + two * c]
    if halved:
        return xp.concat(turned, axis=-1)
    pairs = [xp.expand_dims(each, axis=-1) for each in turned]  # (..., n, d/2, 1)
    return xp.reshape(xp.concat(pairs, axis=-1), x.shape)
