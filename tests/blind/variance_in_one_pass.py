"""LayerNorm whose variance is the mean of squares less the square of the mean."""

import numpy as np


def layer_norm(x, gain=None, bias=None, eps=0.0):
    mean = x.mean(-1, keepdims=True)
    variance = (x * x).mean(-1, keepdims=True) - mean * mean
    deviation = np.sqrt(np.maximum(variance, 0) + eps)
    y = np.where(deviation > 0, (x - mean) / np.where(deviation > 0, deviation, 1), 0)
    y = y.astype(x.dtype)
    y = y if gain is None else y * gain
    return y if bias is None else y + bias
