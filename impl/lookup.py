"""Attention as a lookup table: soft (a weighted mean of the values) and hard (one of them)."""

from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import mask_fits, shapes_fit
from impl.refusals import ArgumentValueError, speaking_for
from impl.softmax import from_the_top, hardmax, shares


def attention(scores: Array, values: Array, mask: Array | None = None) -> Array:
    """Average the values with the softmax of the scores: output = softmax(scores) V.

    A row of scores for each query, or one row alone. mask: broadcasts to scores; boolean (True
    keeps) or floating (added to the scores, -inf drops). Returns (..., m, d_v), or (d_v,).

    A query with nothing to attend to gets output 0. What a mask drops has no influence, be it NaN
    (lookup.masked-value-never-leaks). A score of +inf is refused.

    >>> import numpy as np
    >>> attention(np.log(np.asarray([1.0, 3.0])), np.asarray([[0.0], [8.0]])).round(3).tolist()
    [6.0]
    """
    shapes_fit("attention", scores=(scores, "... m? n"), values=(values, "... n d_v"))
    weights, kept = weigh(scores, mask)  # (..., m, n)
    return weighted_sum(weights, values, kept)  # (..., m, d_v)


def weigh(scores: Array, mask: Array | None, also: Array | None = None) -> tuple[Array, Any]:
    """Return the softmax of the scores that are kept, and which these are (None: all).

    also: booleans that must hold besides the mask. One name stands for all steps, so that no array
    is kept longer than it is needed: fresh memory may cost more time than what goes there.
    """
    xp = array_namespace(scores)
    kept, scores = kept_scores(xp, scores, mask, also)
    with speaking_for("attention", x="scores"):
        scores = from_the_top(xp, scores)
    scores = xp.exp(scores)
    return shares(xp, scores), kept  # (..., m, n)


def kept_scores(
    xp: Any, scores: Array, mask: Array | None, also: Array | None = None
) -> tuple[Any, Array]:
    """Return which scores are kept (None: all), and the scores, -inf where they are not."""
    kept, scores = apply_mask(xp, mask, scores)
    if also is not None:
        kept = xp.broadcast_to(also, scores.shape) if kept is None else kept & also
    return kept, scores if kept is None else xp.where(kept, scores, -xp.inf)


def hard_attention(scores: Array, values: Array) -> Array:
    """Return for each query the value with the largest score (of equals, the first).

    Scores and the result are shaped as in `attention`.

    >>> import numpy as np
    >>> hard_attention(np.asarray([1.0, 3.0]), np.asarray([[0.0], [8.0]])).tolist()
    [8.0]
    """
    shapes_fit("hard_attention", scores=(scores, "... m? n"), values=(values, "... n d_v"))
    weights = hardmax(scores)  # (..., m, n), one-hot
    return weighted_sum(weights, values, weights != 0)


def apply_mask(xp: Any, mask: Array | None, scores: Array) -> tuple[Any, Array]:
    """Return which scores are kept (None: all) and the scores with an additive mask added."""
    if mask is None:
        return None, scores
    mask_fits("attention", "mask", mask, scores, "bool", "real floating")
    if xp.isdtype(mask.dtype, "bool"):
        return xp.broadcast_to(mask, scores.shape), scores
    if bool(xp.any(xp.isnan(mask) | (mask == xp.inf))):
        raise ArgumentValueError("attention", mask="contains NaN or +inf, expected neither")
    kept = xp.broadcast_to(mask != -xp.inf, scores.shape)
    lowest = xp.finfo(scores.dtype).min
    bias = xp.astype(xp.maximum(xp.where(kept, mask, 0), lowest), scores.dtype)
    # of halves the sum cannot overflow; what would fall below the lowest float stays at it
    added = 2 * xp.maximum(xp.where(kept, scores, 0) / 2 + bias / 2, lowest / 2)
    return kept, added


def weighted_sum(weights: Array, values: Array, kept: Any) -> Array:
    """Return Σ_j w_ij v_j over the kept j, where a value that is not kept counts for nothing."""
    xp = array_namespace(weights)
    finite = xp.isfinite(values)
    if bool(xp.all(finite)):
        return weights @ values

    # 0·NaN is NaN in IEEE arithmetic: sum the finite values, then say who meets the others.
    if kept is None:
        kept = weights == weights
    kept = xp.astype(kept, values.dtype)

    def meets(which):
        return kept @ xp.astype(which, values.dtype) > 0  # (..., m, d_v)

    output = weights @ xp.where(finite, values, 0)
    up, down = meets(values == xp.inf), meets(values == -xp.inf)
    output = xp.where(up, xp.inf, xp.where(down, -xp.inf, output))
    return xp.where((up & down) | meets(xp.isnan(values)), xp.nan, output)
