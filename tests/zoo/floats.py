"""Wrong kernels of halves: right on longer floats, and too short somewhere between on these."""

import numpy as np

from impl.heads import scaled_dot_product_attention as sdpa
from impl.normalization import layer_norm
from impl.softmax import softmax
from tests.helpers.accumulated import accumulated, widened
from tests.zoo import on_halves, specimen

QUIET = {"over": "ignore", "invalid": "ignore", "divide": "ignore"}  # what is wrong is the result


def short_sum(x, axis=-1):
    """Return a sum whose running total is rounded to the format of x, each time."""
    return np.take(np.add.accumulate(x, axis=axis), [-1], axis=axis)


def short_products(a, b):
    """Return a @ b, where products and running totals are rounded to the format of a."""
    return short_sum(a[..., :, None, :] * np.swapaxes(b, -1, -2)[..., None, :, :])[..., 0]


@specimen("softmax", "the running sum is kept in halves, and stands still where it is large",
          "sonos/tract#2586", 2026)  # fmt: skip
@on_halves(softmax)
def softmax_summed_in_halves(x, axis=-1, where=None):
    long = widened(x) if where is None else np.where(where, widened(x), np.float32(-np.inf))
    top = np.max(long, axis=axis, keepdims=True)
    with np.errstate(**QUIET):
        e = np.exp(long - np.where(np.isneginf(top), 0, top))
    total = widened(short_sum(e.astype(x.dtype), axis))
    return (e / np.where(total == 0, 1, total)).astype(x.dtype)


@specimen(
    "softmax",
    "exponentials are kept in halves without a maximum subtracted: they overflow",
    "pytorch/pytorch#63132",
    2021,
)
@on_halves(softmax)
def softmax_of_overflowing_halves(x, axis=-1, where=None):
    with np.errstate(**QUIET):
        e = widened(np.exp(x)) * (1 if where is None else where)
        total = np.sum(e, axis=axis, keepdims=True)
        return (e / np.where(total == 0, 1, total)).astype(x.dtype)


@specimen(
    "softmax", "the result is cut to halves instead of rounded", "tenstorrent/tt-metal#27171", 2025
)
@on_halves(softmax)
def softmax_cut_to_halves(x, axis=-1, where=None):
    long = softmax(widened(x), axis=axis, where=where)
    near = long.astype(x.dtype)
    above = widened(near) > long  # no weight is negative: the float below has the bits before
    return (near.view(np.uint16) - above).astype(np.uint16).view(x.dtype)


@specimen(
    "scaled_dot_product_attention",
    "scores are rounded to halves before the softmax",
    "AI-Hypercomputer/maxtext#1225",
    2025,
)
@on_halves(sdpa)
def sdpa_with_rounded_scores(q, k, v, mask=None, scale=None, is_causal=False):
    factor = 1 / np.sqrt(q.shape[-1]) if scale is None else scale
    long = (widened(q) * np.float32(factor)) @ np.swapaxes(widened(k), -1, -2)
    with np.errstate(**QUIET):
        scores = np.clip(widened(long.astype(q.dtype)), -6e4, 6e4)
    return _attended(scores, v, mask, is_causal, q.dtype)


@specimen(
    "scaled_dot_product_attention", "products and sums are kept in halves", "sonos/tract#2588", 2026
)
@on_halves(sdpa)
def sdpa_with_sums_in_halves(q, k, v, mask=None, scale=None, is_causal=False):
    factor = 1 / np.sqrt(q.shape[-1]) if scale is None else scale
    with np.errstate(**QUIET):
        scores = short_products(q * q.dtype.type(factor), np.swapaxes(k, -1, -2))
    scores = np.clip(widened(scores), -6e4, 6e4)
    weights = _attended(scores, np.eye(k.shape[-2], dtype=k.dtype), mask, is_causal, q.dtype)
    return short_products(weights, v)


@specimen(
    "scaled_dot_product_attention",
    "-1e9 is added where a key is masked: -inf in float16",
    "google/flax#982",
    2021,
)
@on_halves(sdpa)
def sdpa_with_a_mask_beyond_halves(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is None:
        return accumulated(sdpa)(q, k, v, None, scale, is_causal)
    kept = mask if mask.dtype == bool else mask == 0
    output = accumulated(sdpa)(q, k, v, kept, scale, is_causal)
    with np.errstate(**QUIET):
        lowest = np.asarray(-1e9).astype(q.dtype)
    nothing = v.dtype.type(np.nan) if np.isinf(lowest) else v.mean(axis=-2, dtype=v.dtype)
    return np.where(kept.any(axis=-1)[..., None], output, nothing)


def _attended(scores, v, mask, is_causal, dtype):
    """Return attention by scores in float32, rounded once."""
    from impl.lookup import weigh, weighted_sum

    order = np.tri(*scores.shape[-2:], dtype=bool) if is_causal else None
    weights, kept = weigh(scores, mask, also=order)
    return weighted_sum(weights, widened(v), kept).astype(dtype)


def _normalised(x, gain, bias, variance, eps):
    """Return LayerNorm in float32 with a variance that is kept in halves."""
    with np.errstate(**QUIET):
        away = widened(x) - np.mean(widened(x), axis=-1, keepdims=True)
        bottom = np.sqrt(widened(variance(away)))
        y = away / np.where((bottom == 0) & (eps == 0), 1, bottom)
        y = y if gain is None else y * widened(gain)
        return (y if bias is None else y + widened(bias)).astype(x.dtype)


@specimen("layer_norm", "squares are kept in halves: they overflow from 256 on, in float16",
          "SKaiNET-developers/SKaiNET#1281", 2026)  # fmt: skip
@on_halves(layer_norm)
def layer_norm_with_squares_in_halves(x, gain=None, bias=None, eps=0.0):
    def variance(away):
        squares = widened((away * away).astype(x.dtype))
        return np.mean(squares, axis=-1, keepdims=True) + np.float32(eps)

    return _normalised(x, gain, bias, variance, eps)


@specimen(
    "layer_norm",
    "epsilon underflows with the variance that it is added to",
    "deepspeedai/DeepSpeed#581",
    2020,
)
@on_halves(layer_norm)
def layer_norm_with_an_epsilon_in_halves(x, gain=None, bias=None, eps=0.0):
    def variance(away):
        return (np.mean(away * away, axis=-1, keepdims=True) + np.float32(eps)).astype(x.dtype)

    return _normalised(x, gain, bias, variance, eps)
