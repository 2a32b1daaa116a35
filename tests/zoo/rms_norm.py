"""Wrong RMSNorms."""

import numpy as np

from impl.normalization import layer_norm
from impl.rms_norm import rms_norm
from tests.zoo import specimen


@specimen("rms_norm", "the mean is subtracted, as in LayerNorm", "mit-han-lab/omniserve#32", 2024)
def rms_norm_that_centres(x, gain=None, eps=0.0):
    return layer_norm(x, gain, None, eps)


@specimen(
    "rms_norm", "the sum of squares is not divided by the width", "tenstorrent/tt-mlir#8798", 2026
)
def rms_norm_by_the_length(x, gain=None, eps=0.0):
    return rms_norm(x, gain, eps * x.shape[-1]) / np.asarray(x.shape[-1] ** 0.5, x.dtype)


@specimen(
    "rms_norm", "epsilon is added to the root, not inside it", "EleutherAI/gpt-neox#1342", 2025
)
def rms_norm_with_epsilon_outside(x, gain=None, eps=0.0):
    root = np.sqrt((x * x).mean(-1, keepdims=True)) + np.asarray(eps, x.dtype)
    normal = x / np.where(root == 0, 1, root)
    return normal if gain is None else normal * gain


@specimen("rms_norm", "epsilon is written into the code", "keras-team/keras-hub#1472", 2024)
def rms_norm_with_its_own_epsilon(x, gain=None, eps=0.0):
    return rms_norm(x, gain, 1e-6)


@specimen(
    "rms_norm",
    "one is added to the gain, as where it is stored less one",
    "utensils/mold#1078",
    2026,
)
def rms_norm_with_one_more_gain(x, gain=None, eps=0.0):
    return rms_norm(x, None if gain is None else gain + np.asarray(1, x.dtype), eps)


@specimen("rms_norm", "the mean is taken over all rows", "kyegomez/zeta#180", 2024)
def rms_norm_over_rows(x, gain=None, eps=0.0):
    return rms_norm(x.reshape(-1), None, eps).reshape(x.shape) * (1 if gain is None else gain)


@specimen("rms_norm", "the gain stands in another order")
def rms_norm_with_a_turned_gain(x, gain=None, eps=0.0):
    return rms_norm(x, None if gain is None else gain[::-1], eps)


@specimen("rms_norm", "behind the last full vector of 8, entries are added and not squared",
          "ggml-org/llama.cpp#28027", 2026)  # fmt: skip
def rms_norm_of_unsquared_rest(x, gain=None, eps=0.0):
    full, wide = x.shape[-1] // 8 * 8 or x.shape[-1], x.astype(float)
    squares = (wide[..., :full] ** 2).sum(-1, keepdims=True)
    mean = (squares + wide[..., full:].sum(-1, keepdims=True)) / x.shape[-1]
    root = np.sqrt(np.abs(mean) + eps)
    normal = (x / np.where(root == 0, 1, root)).astype(x.dtype)
    return normal if gain is None else normal * gain


@specimen(
    "rms_norm",
    "epsilon is rounded to a half, in which a small one is 0",
    "huggingface/diffusers#13316",
    2026,
)
def rms_norm_with_half_an_epsilon(x, gain=None, eps=0.0):
    return rms_norm(x, gain, float(np.float16(eps)))
