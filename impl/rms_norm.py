"""RMSNorm: each row by itself, to mean square 1."""

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.normalization import half_root, largest_size, or_one, row_mean


def rms_norm(x: Array, gain: Array | None = None, eps: float = 0.0) -> Array:
    """Return gain · x / √(mean of x² + eps), row by row.

    It is LayerNorm without the mean, and equals it on rows of mean 0. A row of zeros stays zero. A
    row is divided by its largest entry first, so that no square overflows. eps stands inside the
    root; a negative one is refused.

    >>> import numpy as np
    >>> rms_norm(np.asarray([[1.0, -7.0], [0.0, 0.0]])).round(6).tolist()
    [[0.2, -1.4], [0.0, 0.0]]
    """
    given = {} if gain is None else {"gain": (gain, "d")}
    xp = shapes_fit("rms_norm", x=(x, "... d"), **given)
    root = 2 * half_root("rms_norm", xp, eps, x.dtype)
    if x.shape[-1] == 0:
        return x
    size = largest_size(xp, x)  # (..., 1)
    if eps == 0:
        part, rest = x / size, 0
    else:
        larger = xp.maximum(size, root)
        part, rest = x / larger, root / larger  # neither exceeds 1, nor do their squares
    normal = part / or_one(xp, xp.sqrt(row_mean(xp, part * part) + rest * rest))
    return normal if gain is None else normal * gain
