"""A mask of queries by keys read as one of batch by keys where the batch has as many queries."""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
    if mask is not None:
        if mask.ndim == 2 and scores.ndim > 2 and mask.shape[0] == scores.shape[0]:
            mask = mask.reshape(mask.shape[0], *[1] * (scores.ndim - 2), mask.shape[1])
        scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    top = scores.max(-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = weights.sum(-1, keepdims=True)
    return weights / np.where(total == 0, 1, total) @ v
