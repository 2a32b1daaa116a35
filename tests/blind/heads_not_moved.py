"""Heads put side by side by reshape alone: the axes of heads and rows are not exchanged."""

import numpy as np


def multi_head_attention(x_query, x_key_value, params, is_causal=False):
    q = x_query[..., None, :, :] @ params["w_q"]
    k = x_key_value[..., None, :, :] @ params["w_k"]
    v = x_key_value[..., None, :, :] @ params["w_v"]
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
    if is_causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    heads = weights / weights.sum(-1, keepdims=True) @ v
    return heads.reshape(*x_query.shape[:-1], -1) @ params["w_o"]
