"""Attention that is wrong where three things meet: an option, a size, and how the arrays lie.

Each came through all properties once, though each option alone was tried.
"""

import numpy as np

from impl.heads import scaled_dot_product_attention as sdpa
from tests.zoo import specimen

SDPA = "scaled_dot_product_attention"


@specimen(SDPA, "in causal order and beside a mask the scale that is given is lost")
def scale_lost_where_masks_meet(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, None if is_causal and mask is not None else scale, is_causal)


@specimen(SDPA, "beside a mask of a batch the scale that is given is lost")
def scale_lost_beside_a_mask_of_a_batch(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, None if np.ndim(mask) > 2 else scale, is_causal)


@specimen(SDPA, "a scale beyond 2 is taken for a divisor")
def scale_or_divisor(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, 1 / scale if (scale or 0) > 2 else scale, is_causal)


@specimen(
    SDPA, "of arrays of three axes only the first table is causal", "huggingface/candle#3610", 2026
)
def causal_in_the_first_of_three_axes(q, k, v, mask=None, scale=None, is_causal=False):
    if not (is_causal and q.ndim == 3 and mask is None):
        return sdpa(q, k, v, mask, scale, is_causal)
    kept = np.ones((len(q), q.shape[-2], k.shape[-2]), dtype=bool)
    kept[:1] = np.tril(kept[:1])
    return sdpa(q, k, v, kept, scale)


@specimen(SDPA, "heads are taken four at a time, and always get the masks of the first four")
def masks_of_four_heads(q, k, v, mask=None, scale=None, is_causal=False):
    if np.ndim(mask) > 2:
        mask = mask[..., np.arange(mask.shape[-3]) % 4, :, :]
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen(SDPA, "in causal order the keys of the first six heads are read again")
def causal_keys_of_six_heads(q, k, v, mask=None, scale=None, is_causal=False):
    if is_causal and k.ndim > 2:
        k = k[..., np.arange(k.shape[-3]) % 6, :, :]
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen(
    SDPA,
    "of several tiles of queries as many tiles of keys are read, and no more",
    "alibaba/MNN#4898",
    2026,
)
def as_many_tiles_as_of_queries(q, k, v, mask=None, scale=None, is_causal=False):
    m = q.shape[-2]
    read = slice(-(-m // 64) * 64 if m > 64 and mask is None else None)
    return sdpa(q, k[..., read, :], v[..., read, :], mask, scale, is_causal)


@specimen(SDPA, "a head of 128 columns has the scale of one of 64")
def scale_of_half_the_head(q, k, v, mask=None, scale=None, is_causal=False):
    scale = 1 / 8 if scale is None and q.shape[-1] == 128 else scale
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen(SDPA, "keys end where a tile of 256 of them is dropped as a whole")
def ends_at_a_dropped_tile(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is not None and mask.dtype == bool and mask.ndim == 2 and len(mask) and not is_causal:
        tiles = [mask[:, at : at + 256].any() for at in range(0, mask.shape[1], 256)]
        end = 256 * (tiles.index(False) if False in tiles else len(tiles))
        mask = mask & (np.arange(mask.shape[1]) < end)
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen(
    SDPA, "heads that lie behind places are copied, and the copy alone is written",
    "XPU-Forces/mojo_opset#355", 2026,
)  # fmt: skip
def written_into_a_copy(q, k, v, mask=None, scale=None, is_causal=False):
    output = sdpa(q, k, v, mask, scale, is_causal)
    room = np.zeros_like(np.broadcast_to(q[..., :1], output.shape) if q.ndim > 3 else output)
    room.reshape(-1, *output.shape[-2:])[...] = output.reshape(-1, *output.shape[-2:])
    return room


def a_kept_mask():
    """Return an attention that keeps the last mask for as long as the same array comes."""
    last = [None, None]

    @specimen(
        SDPA,
        "a mask is read once, and not again after it was written to",
        "unslothai/unsloth#10879",
        2026,
    )
    def mask_read_once(q, k, v, mask=None, scale=None, is_causal=False):
        if mask is not last[0]:
            last[:] = mask, np.copy(mask)
        return sdpa(q, k, v, None if mask is None else last[1], scale, is_causal)

    return mask_read_once


mask_read_once = a_kept_mask()
