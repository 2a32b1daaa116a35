"""A scale of 0 read as no scale: `scale or default`."""

import numpy as np


def scaled_dot_product_attention(q, k, v, scale=None):
    scale = scale or q.shape[-1] ** -0.5
    scores = q @ k.swapaxes(-1, -2) * scale
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v
