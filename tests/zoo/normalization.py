"""Wrong normalisations."""

import numpy as np

from impl.normalization import layer_norm
from tests.zoo import specimen


def _affine(normal, gain, bias):
    normal = normal if gain is None else normal * gain
    return normal if bias is None else normal + bias


def _naive(x, eps, ddof=0, outside=False):
    away = x - x.mean(axis=-1, keepdims=True)
    variance = (away**2).sum(axis=-1, keepdims=True) / max(1, x.shape[-1] - ddof)
    bottom = np.sqrt(variance) + eps if outside else np.sqrt(variance + eps)
    return (away / np.where(bottom == 0, 1, bottom)).astype(x.dtype)


@specimen("layer_norm", "squares divided by d - 1", "harvardnlp/annotated-transformer#119", 2024)
def layer_norm_unbiased(x, gain=None, bias=None, eps=0.0):
    return _affine(_naive(x, eps, ddof=1), gain, bias)


@specimen("layer_norm", "epsilon outside the root", "tracel-ai/burn#2185", 2024)
def layer_norm_with_epsilon_outside(x, gain=None, bias=None, eps=0.0):
    return _affine(_naive(x, eps, outside=True), gain, bias)


@specimen("layer_norm", "mean and variance of the whole array", "OpenNMT/OpenNMT-tf#6", 2017)
def layer_norm_of_everything(x, gain=None, bias=None, eps=0.0):
    return _affine(layer_norm(x.reshape(-1), eps=eps).reshape(x.shape), gain, bias)


@specimen(
    "layer_norm", "the variance as mean square less squared mean", "pytorch/pytorch#55044", 2021
)
def layer_norm_by_cancelling(x, gain=None, bias=None, eps=0.0):
    mean = x.mean(axis=-1, keepdims=True)
    variance = np.maximum((x * x).mean(axis=-1, keepdims=True) - mean * mean, 0) + eps
    normal = (x - mean) / np.sqrt(np.where(variance == 0, 1, variance))
    return _affine(normal.astype(x.dtype), gain, bias)


@specimen(
    "layer_norm",
    "no mean taken off: the root mean square alone",
    "huggingface/transformers#14772",
    2021,
)
def layer_norm_without_mean(x, gain=None, bias=None, eps=0.0):
    square = (x * x).sum(axis=-1, keepdims=True) / x.shape[-1] + eps
    bottom = square**0.5
    return _affine(x / bottom, gain, bias)


@specimen("layer_norm", "an epsilon that cannot be switched off", "amd/IRON#139", 2026)
def layer_norm_with_fixed_epsilon(x, gain=None, bias=None, eps=0.0):
    return layer_norm(x, gain, bias, eps=eps + 1e-5)


@specimen("layer_norm", "the bias is added before the gain", "apple/ml-ane-transformers#2", 2022)
def layer_norm_with_early_bias(x, gain=None, bias=None, eps=0.0):
    normal = layer_norm(x, None, bias, eps)
    return normal if gain is None else normal * gain


@specimen(
    "layer_norm", "divides by zero in a row without variance", "tensorflow/tensorflow#61287", 2023
)
def layer_norm_that_divides_by_zero(x, gain=None, bias=None, eps=0.0):
    away = x - x.mean(axis=-1, keepdims=True)
    return _affine(away / np.sqrt((away**2).mean(axis=-1, keepdims=True) + eps), gain, bias)


@specimen("layer_norm", "entries stretched a little by their own size")
def layer_norm_that_stretches(x, gain=None, bias=None, eps=0.0):
    plain = layer_norm(x, None, None, eps)
    return _affine(plain * (1 + abs(plain) / 100), gain, bias)


@specimen(
    "layer_norm",
    "epsilon is added after the row was divided by its largest entry",
    "apple/coremltools#2822",
    2026,
)
def layer_norm_with_a_swollen_epsilon(x, gain=None, bias=None, eps=0.0):
    largest = abs(x).max(axis=-1, keepdims=True)
    return _affine(_naive(x, eps * largest**2), gain, bias)


@specimen(
    "layer_norm",
    "of wide rows, mean and variance are those of the first 64 entries",
    "facebookresearch/xformers#785",
    2023,
)
def layer_norm_of_the_first_block(x, gain=None, bias=None, eps=0.0):
    if x.shape[-1] <= 64:
        return layer_norm(x, gain, bias, eps)
    first = x[..., :64]
    away = x - first.mean(axis=-1, keepdims=True)
    return _affine((away / np.sqrt(first.var(-1, keepdims=True) + eps)).astype(x.dtype), gain, bias)


@specimen("layer_norm", "gain and bias reach the first 64 columns alone")
def layer_norm_with_a_gain_of_64_columns(x, gain=None, bias=None, eps=0.0):
    output, cut = layer_norm(x, eps=eps), np.s_[..., :64]
    output[cut] = _affine(
        output[cut], *(each if each is None else each[:64] for each in (gain, bias))
    )
    return output


@specimen("layer_norm", "a bias without a gain is not added", "pytorch/pytorch#69208", 2021)
def layer_norm_whose_bias_needs_a_gain(x, gain=None, bias=None, eps=0.0):
    return layer_norm(x, gain, None if gain is None else bias, eps)


@specimen("layer_norm", "beyond the eighth row the first ones are taken again")
def layer_norm_of_eight_rows(x, gain=None, bias=None, eps=0.0):
    rows = x.reshape(-1, x.shape[-1])
    return layer_norm(rows[np.arange(len(rows)) % 8].reshape(x.shape), gain, bias, eps)


@specimen("layer_norm", "beside a gain the epsilon is lost", "tensorflow/tensorflow#58863", 2022)
def epsilon_lost_beside_a_gain(x, gain=None, bias=None, eps=0.0):
    return layer_norm(x, gain, bias, 0.0 if gain is not None else eps)


@specimen("layer_norm", "rows are read as they lie in memory", "microsoft/DirectML#588", 2024)
def rows_as_they_lie(x, gain=None, bias=None, eps=0.0):
    output = layer_norm(x, gain, bias, eps)
    if x.ndim < 2 or x.flags.c_contiguous:
        return output
    lying = np.frombuffer(x.tobytes("A"), dtype=x.dtype).reshape(x.shape)
    return layer_norm(lying, gain, bias, eps)


@specimen(
    "layer_norm",
    "beyond column 256 rows stay 0, as one block of threads has no more",
    "facebookresearch/xformers#785",
    2023,
)
def layer_norm_of_256_columns(x, gain=None, bias=None, eps=0.0):
    found = np.array(layer_norm(x, gain, bias, eps))
    found[..., 256:] = 0
    return found
