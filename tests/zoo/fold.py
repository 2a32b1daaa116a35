"""Wrong folds."""

from functools import reduce

import numpy as np

from impl import fold, heads, kernel
from impl.fold import Summary, mean, merge, summary
from tests.zoo import specimen


@specimen("merge", "the sum of the older part is not rescaled")
def merge_with_a_stale_mass(one, other):
    right = merge(one, other)
    shift = np.maximum(one.shift, other.shift)
    newer = other.mass * np.exp(np.where(other.shift == shift, 0, other.shift - shift))
    return right._replace(mass=one.mass + newer)


@specimen(
    "merge", "the output of the older part is not rescaled", "Dao-AILab/flash-attention#411", 2023
)
def merge_with_a_stale_output(one, other):
    right = merge(one, other)
    newer = right.output - merge(one, other._replace(output=0 * other.output)).output
    return right._replace(output=one.output + newer)


@specimen(
    "merge", "each part is rescaled by the shift of the other", "deepseek-ai/FlashMLA#177", 2026
)
def merge_by_the_wrong_shift(one, other):
    return merge(one._replace(shift=other.shift), other._replace(shift=one.shift))


@specimen(
    "merge", "sums and outputs are added up without their shifts", "KarhouTam/cuda-kernels#3", 2024
)
def merge_without_shifts(one, other):
    right = merge(one, other)
    return Summary(right.shift, one.mass + other.mass, one.output + other.output)


@specimen("merge", "the means of the parts are averaged")
def merge_that_averages(one, other):
    right = merge(one, other)
    return right._replace(output=right.mass * (mean(one) + mean(other)) / 2)


@specimen("merge", "the shift stays that of the first part", "KarhouTam/cuda-kernels#1", 2024)
def merge_at_the_first_shift(one, other):
    return merge(one, other)._replace(shift=one.shift)


@specimen("merge", "-∞ less -∞ is NaN", "flashinfer-ai/flashinfer#4051", 2026)
def merge_without_a_guard(one, other):
    shift = np.maximum(one.shift, other.shift)
    ours, theirs = np.exp(one.shift - shift), np.exp(other.shift - shift)
    return Summary(
        shift, one.mass * ours + other.mass * theirs, one.output * ours + other.output * theirs
    )


@specimen("mean", "the output is not divided by the mass")
def mean_that_is_a_sum(part):
    return part.output


@specimen("mean", "zero is divided by zero", "vllm-project/vllm#39148", 2026)
def mean_without_a_guard(part):
    return part.output / part.mass


@specimen("summary", "masked pairs count in the mass", "ilivans/tf-rnn-attention#11", 2018)
def summary_with_masked_mass(scores, values, mask=None, also=None):
    right = summary(scores, values, mask, also)
    shift = np.where(right.shift == -np.inf, 0, right.shift)
    return right._replace(mass=np.exp(scores - shift).sum(axis=-1, keepdims=True))


@specimen("summary", "a part of which nothing is kept has all its pairs", "NVIDIA/apex#1390", 2022)
def summary_with_a_finite_mask(scores, values, mask=None, also=None):
    if mask is None:
        return summary(scores, values)
    lowest = np.finfo(scores.dtype).min
    return summary(np.where(mask, scores, lowest), values)


def _over_tiles(q, k, v, tile, piece, scale=None, starts=None):
    """Fold over tiles; piece: the mask of a tile."""
    starts = range(0, len(k), tile) if starts is None else starts
    parts = []
    for at in starts:
        of = slice(at, min(at + tile, len(k)))
        scores = heads.finite_scores(q, k[of], scale)
        parts.append(summary(scores, v[of], piece(of)))
    return parts


def _piece(q, k, mask, is_causal):
    whole = np.ones((len(q), len(k)), dtype=bool)
    if mask is not None:
        whole &= mask if mask.dtype == bool else mask == 0
    return whole & np.tril(whole | True) if is_causal else whole


@specimen(
    "folded_attention",
    "the last tile is dropped if it is not full",
    "facebookexperimental/triton#2304",
    2026,
)
def fold_without_the_rest(q, k, v, mask=None, scale=None, is_causal=False, tile=128):
    whole = _piece(q, k, mask, is_causal)
    starts = range(0, len(k) - tile + 1, tile) or [0]
    parts = _over_tiles(q, k, v, tile, lambda of: whole[:, of], scale, starts)
    return mean(reduce(merge, parts))


@specimen("folded_attention", "causal order counts the keys of a tile from 0")
def fold_with_causal_tiles(q, k, v, mask=None, scale=None, is_causal=False, tile=128):
    whole = _piece(q, k, mask, False)

    def piece(of):
        seen = whole[:, of]
        return np.tril(seen) if is_causal else seen

    return mean(reduce(merge, _over_tiles(q, k, v, tile, piece, scale)))


@specimen("folded_attention", "each tile has the mask of the first")
def fold_with_one_mask(q, k, v, mask=None, scale=None, is_causal=False, tile=128):
    whole = _piece(q, k, mask, is_causal)
    piece = lambda of: whole[:, : of.stop - of.start]
    return mean(reduce(merge, _over_tiles(q, k, v, tile, piece, scale)))


@specimen("folded_attention", "the outputs of the tiles are averaged")
def fold_that_averages(q, k, v, mask=None, scale=None, is_causal=False, tile=128):
    whole = _piece(q, k, mask, is_causal)
    parts = _over_tiles(q, k, v, tile, lambda of: whole[:, of], scale)
    return np.mean([mean(part) for part in parts], axis=0).astype(q.dtype)


@specimen("folded_attention", "the scale is applied twice", "huggingface/transformers#38290", 2025)
def fold_that_scales_twice(q, k, v, mask=None, scale=None, is_causal=False, tile=128):
    twice = (q.shape[-1] ** -0.5 if scale is None else scale) ** 2
    return fold.folded_attention(q, k, v, mask, twice, is_causal, tile)


@specimen("folded_regression", "the predictions of the tiles are averaged")
def regression_that_averages(x_query, x, y, beta, tile=128):
    starts = range(0, len(x), tile)
    each = [kernel.kernel_regression(x_query, x[a : a + tile], y[a : a + tile], beta)
            for a in starts]  # fmt: skip
    return np.mean(each, axis=0).astype(x.dtype)


@specimen("merge", "shifts are natural logarithms, and powers of two rescale the parts",
          "sgl-project/sglang#33064", 2026)  # fmt: skip
def merge_in_base_two(one, other):
    two = one.shift.dtype.type(np.log(2))
    right = merge(*(each._replace(shift=each.shift * two) for each in (one, other)))
    return right._replace(shift=np.maximum(one.shift, other.shift))


@specimen("merge", "where the shift grows by 8 or less it stays, but the new part is not rescaled",
          "meta-pytorch/MSLK#242", 2026)  # fmt: skip
def merge_that_skips_small_shifts(one, other):
    with np.errstate(invalid="ignore"):  # -∞ less -∞
        grown = other.shift - one.shift
    skipped, right = (grown > 0) & (grown <= 8), merge(one, other)
    as_they_are = Summary(one.shift, one.mass + other.mass, one.output + other.output)
    return Summary(*(np.where(skipped, *each) for each in zip(as_they_are, right, strict=True)))


@specimen("summary", "a part of nothing has the shift +∞", "Dao-AILab/flash-attention#978", 2024)
def summary_of_nothing_at_infinity(scores, values, mask=None, also=None):
    right = summary(scores, values, mask, also)
    return right._replace(shift=np.where(right.shift == -np.inf, np.inf, right.shift))


@specimen("folded_attention", "of wide heads the columns behind the last full block of 8 are lost")
def fold_of_whole_blocks(q, k, v, mask=None, scale=None, is_causal=False, tile=128):
    d = q.shape[-1]
    scale = d**-0.5 if scale is None else scale
    whole = d if d < 8 else d - d % 8
    return fold.folded_attention(
        q[..., :whole], k[..., :whole], v, mask, scale=scale, is_causal=is_causal, tile=tile
    )
