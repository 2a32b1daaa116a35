"""Wrong lookups."""

import numpy as np

from impl.lookup import attention, hard_attention
from impl.softmax import hardmax, softmax
from tests.zoo import specimen


@specimen(
    "attention",
    "normalised over the queries instead of the keys",
    "nerminnuraydogan/vision-transformer#1",
    2025,
)
def attention_over_queries(scores, values, mask=None):
    if scores.ndim == 1:
        return attention(scores, values, mask)
    return softmax(scores, axis=-2) @ values


@specimen("attention", "the mask is read the other way round", "pytorch/pytorch#170415", 2025)
def attention_with_inverted_mask(scores, values, mask=None):
    if mask is not None and mask.dtype == bool:
        mask = ~mask
    return attention(scores, values, mask)


@specimen("attention", "zero times NaN leaks through the mask", "pytorch/pytorch#101967", 2023)
def attention_that_leaks(scores, values, mask=None):
    kept = None if mask is None else (mask if mask.dtype == bool else mask == 0)
    return softmax(scores, where=kept) @ values


@specimen(
    "attention",
    "a fully masked query gets the mean of all values",
    "microsoft/onnxruntime#28904",
    2026,
)
def attention_with_a_finite_mask(scores, values, mask=None):
    if mask is None:
        return attention(scores, values)
    kept = mask if mask.dtype == bool else mask == 0
    return attention(np.where(kept, scores, np.finfo(scores.dtype).min), values)


@specimen("attention", "masked after the softmax, and not divided again", "openxla/xla#11717", 2024)
def attention_masked_too_late(scores, values, mask=None):
    weights = softmax(scores)
    if mask is not None:
        weights = weights * (mask if mask.dtype == bool else mask == 0)
    return weights @ values


@specimen("attention", "the output of the hard table")
def attention_that_is_hard(scores, values, mask=None):
    return hard_attention(scores, values)


@specimen("attention", "the first key is paired with the second value, as one draft prints it")
def attention_with_shifted_values(scores, values, mask=None):
    order = [min(1, values.shape[-2] - 1), *range(1, values.shape[-2])]
    shifted = values[..., order, :] if isinstance(values, np.ndarray) else values[order]
    return attention(scores, shifted, mask)


@specimen("attention", "the sum of the values, with weights that sum to n")
def attention_that_sums(scores, values, mask=None):
    return attention(scores, values, mask) * scores.shape[-1]


@specimen("attention", "one output for all queries")
def attention_that_pools_queries(scores, values, mask=None):
    if scores.ndim == 1 or not isinstance(scores, np.ndarray):
        return attention(scores, values, mask)
    output = attention(scores, values, mask)
    return np.broadcast_to(output.mean(axis=-2, keepdims=True, dtype=output.dtype), output.shape)


@specimen("attention", "the value's own size decides its weight")
def attention_by_value(scores, values, mask=None):
    if not isinstance(scores, np.ndarray):
        return attention(scores + values[..., 0], values, mask)
    return attention(scores + np.nan_to_num(values[..., 0]), values, mask)


@specimen("attention", "the output is one query too short", "pytorch/pytorch#97111", 2023)
def attention_that_truncates(scores, values, mask=None):
    return attention(scores, values, mask)[..., :-1]


@specimen("attention", "a soft table at twice the temperature")
def attention_too_soft(scores, values, mask=None):
    return attention(scores / 2, values, mask)


@specimen("hardmax", "takes the last of equal scores", "openvinotoolkit/openvino#33410", 2025)
def hardmax_of_the_last(x, axis=-1):
    flipped = np.flip(x, axis=axis)
    return np.flip(hardmax(flipped, axis=axis), axis=axis)


@specimen("hardmax", "equal scores share the weight")
def hardmax_that_shares(x, axis=-1):
    largest = (x == x.max(axis=axis, keepdims=True)).astype(x.dtype)
    return largest / largest.sum(axis=axis, keepdims=True)


@specimen(
    "hardmax", "the smallest wins, as with a distance for a score", "lance-format/lance#1149", 2023
)
def hardmax_of_distances(x, axis=-1):
    return hardmax(-x, axis=axis)


@specimen(
    "hard_attention", "adds up the values of all largest scores", "raskr/rust-autograd#4", 2018
)
def hard_attention_that_adds(scores, values):
    return (scores == scores.max(axis=-1, keepdims=True)).astype(scores.dtype) @ values


@specimen(
    "hard_attention",
    "the smallest score wins",
    "tristanguigue/universal-correspondence-network#2",
    2018,
)
def hard_attention_of_distances(scores, values):
    return hard_attention(-scores, values)


@specimen("attention", "a boolean mask is added to the scores, as 0 and 1",
          "huggingface/diffusers#14342", 2026)  # fmt: skip
def attention_with_truth_added(scores, values, mask=None):
    if mask is not None and mask.dtype == bool:
        return attention(scores + mask.astype(scores.dtype), values)
    return attention(scores, values, mask)


@specimen(
    "attention", "a bias that is not zero drops its key", "huggingface/transformers#48843", 2026
)
def attention_that_drops_biased_keys(scores, values, mask=None):
    if mask is not None and mask.dtype != bool:
        mask = mask == 0
    return attention(scores, values, mask)


@specimen(
    "attention",
    "an added mask is read as truth: 0 drops, -inf keeps",
    "nishide-dev/unturtle#56",
    2026,
)
def attention_with_a_bias_as_truth(scores, values, mask=None):
    if mask is not None and mask.dtype != bool:
        mask = mask != 0
    return attention(scores, values, mask)


@specimen("attention", "every table of a batch has the values of the first")
def attention_with_the_first_values(scores, values, mask=None):
    return attention(scores, values[0] if values.ndim > 2 else values, mask)


@specimen("attention", "a masked score is -10000, and wins where all others are lower",
          "ohdearquant/lattice#373", 2026)  # fmt: skip
def attention_with_a_mask_of_ten_thousand(scores, values, mask=None):
    if mask is None or mask.dtype != bool:
        return attention(scores, values, mask)
    some = (mask | np.zeros_like(scores, dtype=bool)).any(axis=-1, keepdims=True)
    return attention(np.where(mask, scores, scores.dtype.type(-1e4)), values, mask | some)


@specimen("hardmax", "whatever axis is asked for, the last one")
def hardmax_along_the_last_axis(x, axis=-1):
    return hardmax(x)
