"""Attention as a lookup table: soft (a weighted mean of the values) and hard (one of them)."""

from array_api_compat import array_namespace

from impl.checks import batches_agree, broadcasts, float_arrays, same_library
from impl.softmax import hardmax, softmax


def attention(scores, values, mask=None):
    """Average the values with the softmax of the scores: output = softmax(scores) V.

    scores: (..., m, n), one row for each query, or (n,) for a single one. values: (..., n, d_v).
    mask: broadcasts to scores; boolean (True keeps) or floating (added to the scores, -inf drops).
    Returns (..., m, d_v), or (d_v,).

    A query with nothing to attend to gets output 0. What a mask drops has no influence, be it NaN
    (lookup.masked-value-never-leaks).

    >>> import numpy as np
    >>> attention(np.log(np.asarray([1.0, 3.0])), np.asarray([[0.0], [8.0]])).round(3).tolist()
    [6.0]
    """
    float_arrays("attention", scores=scores, values=values)
    _check_sizes("attention", scores, values)
    return attend("attention", scores, values, mask)


def attend(function, scores, values, mask, also=None):
    """Return what `attention` returns, for arrays that `function` has checked.

    also: booleans that must hold besides the mask.
    """
    xp = array_namespace(scores)
    kept, scores = _apply_mask(function, xp, mask, scores)
    if also is not None:
        kept = xp.broadcast_to(also, scores.shape) if kept is None else kept & also
    weights = softmax(scores, where=kept)  # (..., m, n)
    return _weighted_sum(xp, weights, values, kept)  # (..., m, d_v)


def hard_attention(scores, values):
    """Return for each query the value with the largest score (of equals, the first).

    scores: (..., m, n) or (n,). values: (..., n, d_v). Returns (..., m, d_v) or (d_v,).

    >>> import numpy as np
    >>> hard_attention(np.asarray([1.0, 3.0]), np.asarray([[0.0], [8.0]])).tolist()
    [8.0]
    """
    xp = float_arrays("hard_attention", scores=scores, values=values)
    _check_sizes("hard_attention", scores, values)
    weights = hardmax(scores)  # (..., m, n), one-hot
    return _weighted_sum(xp, weights, values, weights != 0)


def _check_sizes(function, scores, values):
    if scores.ndim == 0 or values.ndim < 2 or scores.shape[-1] != values.shape[-2]:
        n = "n" if scores.ndim == 0 else scores.shape[-1]
        raise ValueError(
            f"{function}: scores has shape {scores.shape} and values has shape {values.shape}; "
            f"expected scores (..., m, n) or (n,) and values (..., n, d_v), here with n = {n}, "
            "because each score weighs one value"
        )
    batches_agree(function, scores=scores.shape[:-2], values=values.shape[:-2])


def _apply_mask(function, xp, mask, scores):
    """Return which scores are kept (None: all) and the scores with an additive mask added."""
    if mask is None:
        return None, scores
    kind = getattr(mask, "dtype", None)
    if kind is not None:
        same_library(function, scores=scores, mask=mask)
    if kind is None or not xp.isdtype(kind, ("bool", "real floating")):
        raise TypeError(
            f"{function}: mask is {kind or type(mask).__name__}; expected booleans (True keeps) or "
            "floating numbers to add to the scores"
        )
    broadcasts(function, "mask", mask.shape, scores.shape, "the scores")
    if xp.isdtype(kind, "bool"):
        return xp.broadcast_to(mask, scores.shape), scores
    if bool(xp.any(xp.isnan(mask) | (mask == xp.inf))):
        raise ValueError(f"{function}: mask contains NaN or +inf; expected finite numbers or -inf")
    kept = xp.broadcast_to(mask != -xp.inf, scores.shape)
    lowest = xp.finfo(scores.dtype).min
    bias = xp.astype(xp.maximum(xp.where(kept, mask, 0), lowest), scores.dtype)
    # of halves the sum cannot overflow; what would fall below the lowest float stays at it
    added = 2 * xp.maximum(xp.where(kept, scores, 0) / 2 + bias / 2, lowest / 2)
    return kept, added


def _weighted_sum(xp, weights, values, kept):
    """Return Σ_j w_ij v_j over the kept j, where a value that is not kept counts for nothing."""
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
