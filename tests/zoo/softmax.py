"""Wrong softmaxes."""

import numpy as np

from impl.softmax import log_softmax, logsumexp, softmax
from tests.zoo import specimen


@specimen(
    "softmax",
    "the maximum is not subtracted, so large scores overflow",
    "microsoft/onnxruntime#2715",
    2019,
)
def naive_softmax(x, axis=-1, where=None):
    e = np.exp(x) * (1 if where is None else where)
    return e / np.sum(e, axis=axis, keepdims=True)


@specimen(
    "softmax",
    "the ratio of the scores, without exponentials, as one draft prints it",
    "jha-lab/acceltran#9",
    2023,
)
def ratio_of_scores(x, axis=-1, where=None):
    return x / np.sum(x, axis=axis, keepdims=True)


@specimen(
    "softmax", "normalised over the first axis, whatever the axis", "PetrochukM/PyTorch-NLP#2", 2018
)
def softmax_over_the_first_axis(x, axis=-1, where=None):
    e = np.exp(x - np.max(x, axis=0, keepdims=True))
    return e / np.sum(e, axis=0, keepdims=True)


@specimen(
    "softmax",
    "one maximum for the whole batch: rows far below it underflow to 0/0",
    "pyg-team/pytorch_geometric#2013",
    2021,
)
def softmax_with_a_global_maximum(x, axis=-1, where=None):
    e = np.exp(x - np.max(x))
    return e / np.sum(e, axis=axis, keepdims=True)


@specimen("softmax", "masked after the softmax without dividing again", "openxla/xla#11717", 2024)
def softmax_masked_too_late(x, axis=-1, where=None):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    p = e / np.sum(e, axis=axis, keepdims=True)
    return p if where is None else p * where


@specimen("softmax", "a fully masked row becomes even", "microsoft/onnxruntime#28904", 2026)
def softmax_with_a_large_negative_mask(x, axis=-1, where=None):
    y = np.where(np.isneginf(x), np.finfo(x.dtype).min, x)
    y = y if where is None else np.where(where, y, np.finfo(x.dtype).min)
    e = np.exp(np.maximum(y / 2 - np.max(y, axis=axis, keepdims=True) / 2, -600) * 2)
    return e / np.sum(e, axis=axis, keepdims=True)


@specimen("softmax", "base 2 instead of e", "meta-pytorch/segment-anything-fast#71", 2023)
def softmax_in_base_two(x, axis=-1, where=None):
    e = np.exp2(np.maximum(x / 2 - np.max(x, axis=axis, keepdims=True) / 2, -500) * 2)
    return e / np.sum(e, axis=axis, keepdims=True)


@specimen("softmax", "divided by the largest exponential instead of their sum")
def softmax_with_peak_one(x, axis=-1, where=None):
    e = np.exp(np.maximum(x / 2 - np.max(x, axis=axis, keepdims=True) / 2, -500) * 2)
    return e / np.max(e, axis=axis, keepdims=True)


@specimen(
    "softmax",
    "scores negated: the smallest wins, as with a distance for a score",
    "fastmachinelearning/hls4ml#42",
    2018,
)
def softmax_of_distances(x, axis=-1, where=None):
    e = np.exp(np.maximum(np.min(x, axis=axis, keepdims=True) / 2 - x / 2, -500) * 2)
    return e / np.sum(e, axis=axis, keepdims=True)


@specimen(
    "softmax",
    "the shift is added to the sum as well: an epsilon in the denominator",
    "sniklaus/softmax-splatting#23",
    2020,
)
def softmax_with_an_epsilon(x, axis=-1, where=None):
    e = np.exp(np.maximum(x / 2 - np.max(x, axis=axis, keepdims=True) / 2, -500) * 2)
    return e / (np.sum(e, axis=axis, keepdims=True) + np.asarray(0.01, dtype=x.dtype))


@specimen("softmax", "sharpened by a factor of two, so the temperature is lost")
def softmax_at_half_temperature(x, axis=-1, where=None):
    from impl.softmax import softmax

    return softmax(x + x, axis=axis, where=where)


@specimen("softmax", "position matters: each weight is that of the entry before it")
def rolled_softmax(x, axis=-1, where=None):
    from impl.softmax import softmax

    p = softmax(x, axis=axis, where=where)
    if isinstance(p, np.ndarray):
        return np.roll(p, 1, axis=axis)
    return p._like(np.roll(p.data, 1, axis=axis))


@specimen(
    "softmax",
    "weights below a hundredth are cut off, as if attention could ignore an element",
    "ROCm/FlyDSL#1020",
    2026,
)
def softmax_that_cuts_off(x, axis=-1, where=None):
    from impl.softmax import softmax

    p = softmax(x, axis=axis, where=where)
    return np.where(p < 1 / 128, np.zeros_like(p), p)


@specimen("logsumexp", "the maximum is subtracted and never added back", "elixir-nx/axon#527", 2023)
def logsumexp_without_its_maximum(x, axis=-1):
    return np.log(np.sum(np.exp(x - np.max(x, axis=axis, keepdims=True)), axis=axis))


@specimen(
    "log_softmax", "the logarithm of a weight that has underflowed", "tracel-ai/burn#315", 2023
)
def log_of_softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return np.log(e / np.sum(e, axis=axis, keepdims=True))


@specimen("softmax", "the maximum is at least -50000, so a row far below it has no weights",
          "flashinfer-ai/flashinfer#4401", 2026)  # fmt: skip
def softmax_with_a_floor_under_its_maximum(x, axis=-1, where=None):
    x = x if where is None else np.where(where, x, x.dtype.type(-np.inf))
    top = np.maximum(np.max(x, axis=axis, keepdims=True), x.dtype.type(-5e4))
    half = x / 2 - top / 2
    e = np.where(half > -500, np.exp(np.maximum(half, -500) * 2), 0)
    total = np.sum(e, axis=axis, keepdims=True)
    return e / np.where(total == 0, 1, total)


@specimen("softmax", "a row with NaN is taken for a masked one and gets zeros",
          "intel/torch-xpu-ops#5022", 2026)  # fmt: skip
def softmax_that_hides_nan(x, axis=-1, where=None):
    from impl.softmax import softmax

    p = softmax(x, axis=axis, where=where)
    return np.where(np.isnan(p), np.zeros_like(p), p)


@specimen("logsumexp", "a row of nothing but -inf gives NaN", "stan-dev/posterior#399", 2025)
def logsumexp_of_nothing(x, axis=-1):
    top = np.max(x, axis=axis, keepdims=True)
    half = np.maximum(x / 2 - top / 2, -500)  # of -inf less -inf: NaN
    return np.squeeze(top, axis) + np.log(np.sum(np.exp(half * 2), axis=axis))


@specimen("softmax", "of long rows, only full vectors of 8 count")
def softmax_without_the_rest(x, axis=-1, where=None):
    from impl.softmax import softmax

    n = x.shape[axis]
    if n < 8 or where is not None:
        return softmax(x, axis=axis, where=where)
    full = np.moveaxis(np.broadcast_to(np.arange(n) < n // 8 * 8, (*x.shape[1:], n)), -1, axis)
    return softmax(x, axis=axis, where=full)


@specimen("softmax", "under a mask the axis that is given is forgotten")
def softmax_of_the_last_axis_under_a_mask(x, axis=-1, where=None):
    return softmax(x, axis if where is None else -1, where)


@specimen(
    "softmax",
    "of long rows the entries beyond 1024 have no weight",
    "linkedin/Liger-Kernel#1344",
    2026,
)
def softmax_up_to_1024(x, axis=-1, where=None):
    p = np.moveaxis(softmax(x, axis, where), axis, -1)
    p[..., 1024:] = 0
    return np.moveaxis(p, -1, axis)


@specimen("softmax", "along the last axis, whatever axis is asked for", "paiml/aprender#2152", 2026)
def softmax_of_the_last_axis(x, axis=-1, where=None):
    return softmax(x, where=where)


@specimen("log_softmax", "always by columns, whatever axis is asked for",
          "fxia22/pointnet.pytorch#27", 2018)  # fmt: skip
def log_softmax_of_columns(x, axis=-1):
    return log_softmax(x, axis=0)


@specimen("logsumexp", "over the last axis, whatever axis is asked for")
def logsumexp_of_rows(x, axis=-1):
    moved = logsumexp(x, axis=-1)
    return moved if axis in (-1, x.ndim - 1) else np.resize(moved, np.delete(x.shape, axis))


@specimen(
    "softmax",
    "of a mask only the first 64 columns are read",
    "vllm-project/vllm-ascend#15503",
    2026,
)
def softmax_masked_in_64_columns(x, axis=-1, where=None):
    if where is not None:
        where = np.broadcast_to(where, np.broadcast_shapes(x.shape, where.shape)).copy()
        where[..., 64:] = True
    return softmax(x, axis=axis, where=where)
