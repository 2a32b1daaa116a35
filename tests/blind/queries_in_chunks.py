"""Queries in chunks to save memory, each with a causal mask that begins at row 0."""

import numpy as np

CHUNK = 32


def scaled_dot_product_attention(q, k, v, is_causal=False):
    outputs = []
    for start in range(0, q.shape[-2], CHUNK):
        some = q[..., start : start + CHUNK, :]
        scores = some @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
        if is_causal:
            scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        outputs.append(weights / weights.sum(-1, keepdims=True) @ v)
    return np.concatenate(outputs, axis=-2)
