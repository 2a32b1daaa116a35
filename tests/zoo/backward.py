"""Wrong backward passes of attention, as people write them."""

import numpy as np

from impl import backward
from impl.heads import causal_mask, finite_scores
from impl.lookup import weigh, weighted_sum
from tests.zoo import specimen

gradients = backward.attention_gradients


def softmax_back(p, dp):
    return p * (dp - (p * dp).sum(axis=-1, keepdims=True))


def taken_apart(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    """Return the weights, the gradients by them, by the scores, and the scale."""
    order = causal_mask(q.shape[-2], k.shape[-2]) if is_causal else None
    p, kept = weigh(finite_scores(q, k, scale), mask, also=order)
    dp = upstream @ v.mT
    dp = dp if kept is None else np.where(kept, dp, 0)
    t = q.dtype.type(1 / np.sqrt(q.shape[-1]) if scale is None else scale)
    return p, dp, softmax_back(p, dp), t


def put_together(p, ds, t, q, k, upstream):
    """Return the gradients by queries, keys and values; what has no weight has no influence."""
    dq, dk = weighted_sum(ds, k, p != 0), weighted_sum(ds.mT, q, p.mT != 0)
    return t * dq, t * dk, weighted_sum(p.mT, upstream, p.mT != 0)


@specimen(
    "attention_gradients", "the softmax's backward pass lacks its row sum",
    "HomericIntelligence/Odyssey#2134", 2025,
)  # fmt: skip
def gradients_without_the_row_sum(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, dp, _, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    return put_together(p, p * dp, t, q, k, upstream)


@specimen(
    "attention_gradients", "softmax passes gradients on as they are", "pjreddie/darknet#96", 2017
)
def gradients_past_the_softmax(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, dp, _, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    return put_together(p, dp, t, q, k, upstream)


@specimen("attention_gradients", "the mean of the gradients by weights instead of their row sum")
def gradients_with_an_even_mean(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, dp, _, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    return put_together(p, p * (dp - dp.mean(axis=-1, keepdims=True)), t, q, k, upstream)


@specimen("attention_gradients", "the row sum runs over the queries")
def gradients_with_a_sum_over_queries(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, dp, _, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    return put_together(p, p * (dp - (p * dp).sum(axis=-2, keepdims=True)), t, q, k, upstream)


@specimen("attention_gradients", "the row sum is that of another query", "ROCm/aiter#2808", 2026)
def gradients_with_shifted_row_sums(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, dp, _, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    mean = np.roll((p * dp).sum(axis=-1, keepdims=True), 1, axis=-2)
    return put_together(p, p * (dp - mean), t, q, k, upstream)


@specimen("attention_gradients", "the row sum forgets the last column of the output")
def gradients_with_a_short_row_sum(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, dp, _, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    mean = ((p @ v) * upstream)[..., :-1].sum(axis=-1, keepdims=True)
    return put_together(p, p * (dp - mean), t, q, k, upstream)


@specimen("attention_gradients", "the gradients by queries lack the scale")
def gradients_with_unscaled_queries(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, _, ds, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    dq, dk, dv = put_together(p, ds, t, q, k, upstream)
    return dq / t, dk, dv


@specimen("attention_gradients", "the gradients by keys lack the scale")
def gradients_with_unscaled_keys(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, _, ds, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    dq, dk, dv = put_together(p, ds, t, q, k, upstream)
    return dq, dk / t, dv


@specimen(
    "attention_gradients",
    "the scale is applied twice: to the scores' gradients, and after",
    "HKUSTDial/flash-sparse-attention#203",
    2025,
)
def gradients_scaled_twice(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, _, ds, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    return put_together(p, t * ds, t, q, k, upstream)


@specimen("attention_gradients", "queries and keys both lack the scale")
def gradients_without_a_scale(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, _, ds, _ = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    return put_together(p, ds, q.dtype.type(1), q, k, upstream)


@specimen(
    "attention_gradients", "the backward pass forgets the mask", "triton-lang/triton#7216", 2025
)
def gradients_without_the_mask(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    return gradients(q, k, v, upstream, None, scale)


@specimen(
    "attention_gradients",
    "the causal mask is transposed in the backward pass",
    "Dao-AILab/flash-attention#2623",
    2026,
)
def gradients_of_the_past(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    if is_causal and mask is None:
        mask, is_causal = causal_mask(q.shape[-2], k.shape[-2]).T, False
    return gradients(q, k, v, upstream, mask, scale, is_causal)


@specimen(
    "attention_gradients", "causal order is ignored in the backward pass where a mask is given"
)
def gradients_causal_or_masked(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    return gradients(q, k, v, upstream, mask, scale, is_causal and mask is None)


@specimen(
    "attention_gradients",
    "the weights are not transposed for the values",
    "tile-ai/TileOPs#54",
    2025,
)
def gradients_by_weights_as_they_are(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    dq, dk, dv = gradients(q, k, v, upstream, mask, scale, is_causal)
    p, *_ = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    square = p.shape[-1] == p.shape[-2]
    return dq, dk, weighted_sum(p, upstream, p != 0) if square else dv


@specimen("attention_gradients", "the values' gradients are made with dP instead of P")
def gradients_of_values_by_dp(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    _, dp, ds, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    return put_together(dp, ds, t, q, k, upstream)


@specimen("attention_gradients", "the keys' gradients are made with the keys")
def gradients_of_keys_by_keys(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, _, ds, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    other = k if k.shape == q.shape else q
    dq, _, dv = put_together(p, ds, t, q, k, upstream)
    return dq, t * weighted_sum(ds.mT, other, p.mT != 0), dv


@specimen("attention_gradients", "the weights are exponentials that nobody divided")
def gradients_of_exponentials(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, dp, _, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    largest = p.max(axis=-1, keepdims=True)
    e = p / np.where(largest == 0, 1, largest)
    return put_together(e, softmax_back(e, dp), t, q, k, upstream)


@specimen(
    "attention_gradients",
    "a query that sees nothing passes its gradient to all values",
    "microsoft/onnxruntime#28904",
    2026,
)
def gradients_of_even_rows(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    dq, dk, dv = gradients(q, k, v, upstream, mask, scale, is_causal)
    p, *_ = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    empty = p.sum(axis=-1, keepdims=True) == 0
    n = q.dtype.type(k.shape[-2])
    given = np.where(empty & np.isfinite(upstream), upstream / n, 0)
    return dq, dk, dv + given.sum(axis=-2, keepdims=True)


@specimen(
    "attention_gradients",
    "a query that sees nothing makes everything NaN",
    "pytorch/pytorch#41508",
    2020,
)
def gradients_of_nan_rows(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    given = gradients(q, k, v, upstream, mask, scale, is_causal)
    p, *_ = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    spoiled = (p.sum(axis=-1) == 0).any()
    return tuple(each * np.nan if spoiled else each for each in given)


@specimen("attention_gradients", "zero times NaN leaks through the mask",
          "pytorch/pytorch#101967", 2023)  # fmt: skip
def gradients_that_leak(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, _, ds, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    return t * (ds @ k), t * (ds.mT @ q), p.mT @ upstream


@specimen("attention_gradients", "an added mask is read as what it keeps")
def gradients_by_a_mask_as_truth(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    mask = mask if mask is None or mask.dtype == bool else mask > -np.inf
    return gradients(q, k, v, upstream, mask, scale, is_causal)


@specimen("attention_gradients", "grouped heads: the first query head alone moves a shared key",
          "XunhaoLai/native-sparse-attention-triton#27", 2026)  # fmt: skip
def gradients_of_the_first_of_a_group(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    dq, dk, dv = gradients(q, k, v, upstream, mask, scale, is_causal)
    if q.ndim > k.ndim:
        _, dk, dv = gradients(q[0], k, v, upstream[0], mask, scale, is_causal)
    return dq, dk, dv


@specimen("attention_gradients", "grouped heads: the gradients are averaged, not summed")
def gradients_averaged_over_a_group(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    dq, dk, dv = gradients(q, k, v, upstream, mask, scale, is_causal)
    share = q.dtype.type(np.prod(q.shape[: q.ndim - k.ndim]))
    return dq, dk / share, dv / share


@specimen("attention_gradients", "what all scores' gradients sum to is put on the last key")
def gradients_that_depend_on_the_order(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, dp, ds, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    ds = p * dp
    ds[..., -1] -= ds.sum(axis=-1)
    return put_together(p, ds, t, q, k, upstream)


@specimen("softmax_gradient", "the row sum is missing", "HomericIntelligence/Odyssey#2134", 2025)
def softmax_gradient_without_the_row_sum(weights, upstream, where=None):
    return weights * upstream


@specimen("softmax_gradient", "the row sum is not weighted")
def softmax_gradient_with_an_even_mean(weights, upstream, where=None):
    return weights * (upstream - upstream.sum(axis=-1, keepdims=True) / weights.shape[-1])


@specimen(
    "softmax_gradient", "only the diagonal of the Jacobian", "deeplearning4j/libnd4j#440", 2017
)
def softmax_gradient_of_the_diagonal(weights, upstream, where=None):
    return weights * (1 - weights) * upstream


@specimen("softmax_gradient", "the sign is turned")
def softmax_gradient_of_the_descent(weights, upstream, where=None):
    return weights * ((weights * upstream).sum(axis=-1, keepdims=True) - upstream)


@specimen("attention_gradients", "of the values only as many columns are read as the keys have",
          "XunhaoLai/native-sparse-attention-triton#27", 2026)  # fmt: skip
def gradients_with_narrow_values(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    p, _, _, t = taken_apart(q, k, v, upstream, mask, scale, is_causal)
    width = k.shape[-1]
    dp = np.where(p != 0, upstream[..., :width] @ v[..., :width].mT, 0)
    return put_together(p, softmax_back(p, dp), t, q, k, upstream)


@specimen("softmax_gradient", "multiplied by the upstream gradient once more",
          "pocketpy/cTensor#31", 2025)  # fmt: skip
def softmax_gradient_times_upstream(weights, upstream, where=None):
    return backward.softmax_gradient(weights, upstream, where) * upstream


@specimen("attention_gradients", "with a negative scale, gradients have its sign once too often")
def gradients_of_a_turned_scale(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    dq, dk, dv = gradients(q, k, v, upstream, mask, scale, is_causal)
    return (-dq, -dk, dv) if scale is not None and scale < 0 else (dq, dk, dv)


@specimen("attention_gradients", "keys and values hear of the first 64 queries alone")
def gradients_of_one_block(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    given = gradients(q, k, v, upstream, mask, scale, is_causal)
    if q.shape[-2] <= 64 or mask is not None or is_causal:
        return given
    return given[0], *gradients(q[..., :64, :], k, v, upstream[..., :64, :], None, scale)[1:]


@specimen("attention_gradients",
          "the backward pass takes its scale from a width rounded up to sixteen",
          "tile-ai/tilelang-ascend#1670", 2026)  # fmt: skip
def gradients_scaled_by_a_padded_width(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    if scale is None:
        scale = float(-(-q.shape[-1] // 16) * 16) ** -0.5
    return gradients(q, k, v, upstream, mask, scale, is_causal)


@specimen(
    "attention_gradients",
    "of wide heads the gradient by keys ends at column 32",
    "mni-ml/framework#38",
    2026,
)
def gradients_of_narrow_keys(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    dq, dk, dv = gradients(q, k, v, upstream, mask, scale, is_causal)
    dk[..., 32:] = 0
    return dq, dk, dv


@specimen("softmax_gradient", "of several rows the mean is taken over all together")
def softmax_gradient_by_one_mean(weights, upstream, where=None):
    if np.ndim(weights) < 2 or where is not None:
        return backward.softmax_gradient(weights, upstream, where=where)
    return weights * (upstream - (weights * upstream).sum() / len(weights))
