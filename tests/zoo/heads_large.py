"""Attention that is right with each option alone, and wrong where two meet, or where more come.

Each is right on small tables: it took wider heads, more rows, more tables or a mask that is added.
"""

import numpy as np

from impl.heads import scaled_dot_product_attention as sdpa
from tests.zoo import specimen

SDPA = "scaled_dot_product_attention"


def is_added(mask, axes):
    """Say whether a mask is added, and has so many axes."""
    return mask is not None and mask.dtype != bool and mask.ndim >= axes


@specimen(
    SDPA, "in causal order the scale that is given is lost", "huggingface/transformers#44397", 2026
)
def causal_without_its_scale(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, None if is_causal else scale, is_causal)


@specimen(
    SDPA, "where a mask is added the scale that is given is lost", "pytorch/pytorch#174049", 2026
)
def scale_lost_beside_a_bias(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, None if is_added(mask, 0) else scale, is_causal)


@specimen(SDPA, "in a batch the scale that is given is lost")
def scale_lost_in_a_batch(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, None if q.ndim > 2 else scale, is_causal)


@specimen(
    SDPA,
    "of wide heads the scale is that of the width rounded up to a power of two",
    "bytedance-iaas/sglang#485",
    2026,
)
def scale_of_the_padded_width(q, k, v, mask=None, scale=None, is_causal=False):
    d = q.shape[-1]
    padded = 1 << (d - 1).bit_length()
    return sdpa(q, k, v, mask, padded**-0.5 if scale is None and d > 64 else scale, is_causal)


@specimen(SDPA, "in causal order heads are read up to column 32", "triton-lang/triton#621", 2022)
def causal_of_narrow_heads(q, k, v, mask=None, scale=None, is_causal=False):
    scale = q.shape[-1] ** -0.5 if scale is None else scale
    cut = slice(32 if is_causal else None)
    return sdpa(q[..., cut], k[..., cut], v, mask, scale, is_causal)


@specimen(SDPA, "blocks of queries are counted by the keys, and later rows stay 0")
def rows_counted_by_the_keys(q, k, v, mask=None, scale=None, is_causal=False):
    output = sdpa(q, k, v, mask, scale, is_causal)
    output[..., -(-max(1, k.shape[-2]) // 64) * 64 :, :] = 0
    return output


@specimen(
    SDPA,
    "of a mask that is added all heads get that of the first",
    "openvinotoolkit/openvino#28828",
    2025,
)
def bias_of_the_first_head(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask[..., :1, :, :] if is_added(mask, 3) else mask, scale, is_causal)


@specimen(
    SDPA,
    "of a mask that is added all sequences get that of the first",
    "pytorch/pytorch#184180",
    2026,
)
def bias_of_the_first_sequence(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask[:1] if is_added(mask, 4) else mask, scale, is_causal)


@specimen(SDPA, "beside masks of a batch causal order is lost", "keras-team/keras#23040", 2026)
def causal_lost_beside_masks_of_a_batch(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, scale, is_causal and (mask is None or mask.ndim < 3))


@specimen(SDPA, "beside causal order a mask of a batch is changed where it lies")
def causal_order_written_into_the_mask(q, k, v, mask=None, scale=None, is_causal=False):
    if is_causal and is_added(mask, 3):
        mask[..., ~np.tril(np.ones(mask.shape[-2:], dtype=bool))] = -np.inf
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen(SDPA, "where all heads share their keys, all get the mask of the first")
def shared_keys_with_one_mask(q, k, v, mask=None, scale=None, is_causal=False):
    shared = mask is not None and mask.ndim > 2 and k.ndim > 2 and k.shape[-3] == 1
    return sdpa(q, k, v, mask[..., :1, :, :] if shared else mask, scale, is_causal)


@specimen(SDPA, "keys are read as if they were shared wherever the values are")
def keys_shared_as_values_are(q, k, v, mask=None, scale=None, is_causal=False):
    if v.ndim == k.ndim:
        first = k[tuple(slice(1 if size == 1 else None) for size in v.shape[:-2])]
        k = np.broadcast_to(first, k.shape)
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen(SDPA, "from the 17th table on the keys of the first ones are read again")
def seventeenth_table(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is None and k.shape[:-2] == q.shape[:-2] and q.ndim > 2:
        tables = k.reshape(-1, *k.shape[-2:])
        k = tables[np.arange(len(tables)) % 16].reshape(k.shape)
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen(
    SDPA,
    "what is added to all queries alike is read as padding: below 0 drops its key",
    "pytorch/pytorch#92554",
    2023,
)
def bias_of_one_row_as_padding(q, k, v, mask=None, scale=None, is_causal=False):
    one_row = is_added(mask, 1) and (mask.ndim == 1 or mask.shape[-2] == 1)
    return sdpa(q, k, v, mask >= 0 if one_row and q.shape[-2] > 1 else mask, scale, is_causal)
