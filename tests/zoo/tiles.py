"""Wrong tiles, and regressions that leave out too much."""

import numpy as np

from impl import fold, heads, kernel
from impl.fast import tiles
from tests.zoo import specimen


def _exponentials(q, k, mask, scale, is_causal):
    """Return exp(x) of the scores x, nothing subtracted, and 0 where a mask drops."""
    x = heads.finite_scores(q, k, scale)
    kept = np.ones(x.shape, dtype=bool)
    if mask is not None:
        kept &= mask if mask.dtype == bool else mask == 0
    with np.errstate(over="ignore"):
        return np.where(np.tril(kept) if is_causal else kept, np.exp(x), 0)


@specimen(
    "tiled_attention",
    "nothing is ever subtracted from the scores",
    "pytorch/executorch#18407",
    2026,
)
def tiles_without_a_shift(q, k, v, mask=None, scale=None, is_causal=False, tile=512):
    e = _exponentials(q, k, mask, scale, is_causal)
    with np.errstate(over="ignore", invalid="ignore"):
        total = e.sum(-1, keepdims=True)
        return (e @ v / np.where(total == 0, 1, total)).astype(q.dtype)


@specimen(
    "tiled_attention",
    "the bound of the scores, not the largest, is always subtracted",
    "Dao-AILab/flash-attention#2082",
    2025,
)
def tiles_at_the_bound(q, k, v, mask=None, scale=None, is_causal=False, tile=512):
    lengths = lambda x: np.linalg.norm(x, axis=-1)
    factor = q.shape[-1] ** -0.5 if scale is None else abs(scale)
    reach = (factor * lengths(q) * lengths(k).max(-1, initial=0)[..., None])[..., None]
    x = heads.finite_scores(q, k, scale)
    e = np.exp(x - reach) * (_exponentials(0 * q, k, mask, scale, is_causal) > 0)
    total = e.sum(-1, keepdims=True)
    return (e @ v / np.where(total == 0, 1, total)).astype(q.dtype)


@specimen(
    "tiled_attention",
    "the second block of queries has the keys of the first",
    "ROCm/rocMLIR#2165",
    2025,
)
def tiles_with_one_end(q, k, v, mask=None, scale=None, is_causal=False, tile=512):
    end = min(tiles.ROWS, k.shape[-2]) if is_causal else k.shape[-2]
    kept = np.ones((q.shape[-2], k.shape[-2]), dtype=bool)
    kept[:, end:] = False
    kept = kept if mask is None else kept & (mask if mask.dtype == bool else mask == 0)
    return fold.folded_attention(q, k, v, kept, scale, is_causal)


@specimen(
    "tiled_attention", "rows beyond the last full block stay 0", "hw-native-sys/pypto-lib#910", 2026
)
def tiles_of_full_blocks(q, k, v, mask=None, scale=None, is_causal=False, tile=512):
    output = tiles.tiled_attention(q, k, v, mask, scale, is_causal, tile).copy()
    if q.shape[-2] > tiles.ROWS:
        output[..., q.shape[-2] // tiles.ROWS * tiles.ROWS :, :] = 0
    return output


@specimen("tiled_attention", "causal order is ignored", "NVIDIA/TransformerEngine#1524", 2025)
def tiles_that_look_ahead(q, k, v, mask=None, scale=None, is_causal=False, tile=512):
    return tiles.tiled_attention(q, k, v, mask, scale, False, tile)


@specimen("tiled_attention", "each tile of keys has the mask of the first")
def tiles_with_one_mask(q, k, v, mask=None, scale=None, is_causal=False, tile=512):
    if mask is not None:
        mask = mask[..., np.arange(k.shape[-2]) % tile]
    return tiles.tiled_attention(q, k, v, mask, scale, is_causal, tile)


def _within(x_query, x, y, beta, radius):
    """Return kernel regression from the points within a radius of each query; 0 of none."""
    apart = np.linalg.norm(x_query[:, None].astype(float) - x, axis=-1)
    scores = np.where(apart <= radius(apart), -((beta * apart) ** 2) / 2, -np.inf)
    top = scores.max(-1, keepdims=True)
    e = np.exp(scores - np.where(top == -np.inf, 0, top))
    total = e.sum(-1)
    return (e @ y / np.where(total == 0, 1, total)).astype(x.dtype)


@specimen("tiled_regression", "points beyond three widths are left out", "tommyod/KDEpy#202", 2026)
def regression_of_three_widths(x_query, x, y, beta, tile=2048):
    return _within(x_query, x, y, beta, lambda apart: 3 / max(abs(beta), 1e-9))


@specimen("tiled_regression", "the radius does not grow with the distance of the nearest point")
def regression_of_one_radius(x_query, x, y, beta, tile=2048):
    return _within(x_query, x, y, beta, lambda apart: 9 / max(abs(beta), 1e-9))


@specimen("tiled_regression", "the nearest point alone decides")
def regression_of_the_nearest(x_query, x, y, beta, tile=2048):
    return _within(x_query, x, y, beta, lambda apart: apart.min(-1, keepdims=True))


@specimen(
    "tiled_regression",
    "squared distances are formed from inner products",
    "spotify/annoy#314",
    2018,
)
def regression_by_products(x_query, x, y, beta, tile=2048):
    squares = (x_query**2).sum(-1)[:, None] + (x**2).sum(-1) - 2 * x_query @ x.T
    scores = -(beta**2) * squares / 2
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return (e @ y / e.sum(-1)).astype(x.dtype)


@specimen(
    "tiled_regression", "the last tile is dropped if it is not full", "treecode/Bonsai#32", 2017
)
def regression_of_full_tiles(x_query, x, y, beta, tile=2048):
    n = max(len(x) // tile * tile, 1)
    return kernel.kernel_regression(x_query, x[:n], y[:n], beta)


@specimen("tiled_attention", "zeros fill up the last tile of keys, and have weights",
          "flashinfer-ai/flashinfer#5090", 2026)  # fmt: skip
def tiles_with_zeros_for_a_rest(q, k, v, mask=None, scale=None, is_causal=False, tile=512):
    if mask is None and not is_causal:
        rest = [(0, 0)] * (k.ndim - 2) + [(0, -k.shape[-2] % tile), (0, 0)]
        k, v = np.pad(k, rest), np.pad(v, rest)
    return tiles.tiled_attention(q, k, v, mask, scale, is_causal, tile)
