"""Online softmax whose denominator is not rescaled when a later tile raises the maximum."""

import numpy as np

TILE = 16


def scaled_dot_product_attention(q, k, v, scale=None):
    scale = 1 / np.sqrt(q.shape[-1]) if scale is None else scale
    k, v = np.asarray(k), np.asarray(v)
    top = np.full((*q.shape[:-1], 1), -np.inf, q.dtype)
    total, out = 0, 0
    for start in range(0, k.shape[-2], TILE):
        tile = slice(start, start + TILE)
        scores = scale * (q @ k[..., tile, :].swapaxes(-1, -2))
        new_top = np.maximum(top, scores.max(-1, keepdims=True))
        weights = np.exp(scores - new_top)
        out = np.exp(top - new_top) * out + weights @ v[..., tile, :]
        total = total + weights.sum(-1, keepdims=True)
        top = new_top
    return (out / total).astype(v.dtype)
