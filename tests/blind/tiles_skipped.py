"""Tiled causal attention that skips each tile of keys that begins after a tile's first query."""

import numpy as np

TILE = 8


def scaled_dot_product_attention(q, k, v, is_causal=False):
    n_queries, n_keys = q.shape[-2], k.shape[-2]
    scores = np.full((*np.broadcast_shapes(q.shape[:-2], k.shape[:-2]), n_queries, n_keys), -np.inf)
    for row in range(0, n_queries, TILE):
        for column in range(0, n_keys, TILE // 2):
            if is_causal and column > row:
                continue
            tile = (..., slice(row, row + TILE), slice(column, column + TILE // 2))
            some, other = q[..., row : row + TILE, :], k[..., column : column + TILE // 2, :]
            scores[tile] = some @ other.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    if is_causal:
        scores = np.where(np.tri(n_queries, n_keys, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True)).astype(v.dtype) @ v
