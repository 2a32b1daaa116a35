"""Masked scores moved by -10000 in the place of -inf: large scores leak through."""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
    if mask is not None:
        scores = scores + (np.where(mask, 0, -1e4) if mask.dtype == bool else mask)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True)).astype(v.dtype) @ v
