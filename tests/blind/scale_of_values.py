"""The root of the width of the values in the place of that of the keys."""

import numpy as np


def scaled_dot_product_attention(q, k, v):
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(v.shape[-1]).astype(q.dtype)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v
