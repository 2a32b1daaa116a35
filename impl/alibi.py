"""Linear biases: a score loses a slope times the distance of its query and its key."""

from typing import Any

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.options import library, whole_number


def linear_bias(slopes: Array, n_queries: int, n_keys: int) -> Array:
    """Return -slope · |i - j|, a head's mask: (h, n_queries, n_keys), to be added to scores.

    slopes: one a head, (h,), such as slopes_of_heads gives. The last query stands where the last
    key does, as when keys are cached from earlier steps.

    >>> import numpy as np
    >>> linear_bias(np.asarray([0.5]), 2, 2).tolist()
    [[[-0.0, -0.5], [-0.5, -0.0]]]
    """
    xp = shapes_fit("linear_bias", slopes=(slopes, "h"))
    for name, size in (("n_queries", n_queries), ("n_keys", n_keys)):
        whole_number("linear_bias", name, size, least=0)
    query = xp.expand_dims(xp.arange(n_queries), axis=1) + (n_keys - n_queries)
    before = query - xp.arange(n_keys)
    distance = xp.astype(xp.maximum(before, -before), slopes.dtype)  # (n_queries, n_keys)
    return -slopes[:, None, None] * distance


def slopes_of_heads(heads: int, xp: Any = None) -> Array:
    """Return the slopes of Press et al. 2022, one a head.

    For a power of two, 2^(-8 r/heads) with r = 1, ..., heads; else those of the power below, and
    then every second of twice as many, from the first on: position.slopes-beyond-a-power-of-two.
    xp: the array library, NumPy unless given.

    >>> slopes_of_heads(3).tolist()
    [0.0625, 0.00390625, 0.25]
    """
    xp = library(xp)
    whole_number("slopes_of_heads", "heads", heads, least=1)
    power = 2 ** (int(heads).bit_length() - 1)
    more = 2 * xp.arange(heads - power) + 1  # of twice as many
    halvings = xp.concat([16 * (xp.arange(power) + 1), 8 * more]) / (2 * power)
    return xp.pow(xp.asarray(2.0), -xp.astype(halvings, xp.asarray(2.0).dtype))
