"""Keys and values repeated as whole blocks where each should stand beside itself."""

import numpy as np


def grouped_heads(x_query, x_key_value, params):
    groups, shared = params["w_q"].shape[:2]
    q = x_query[..., None, :, :] @ params["w_q"].reshape(groups * shared, *params["w_q"].shape[2:])
    k = x_key_value[..., None, :, :] @ np.concatenate([params["w_k"]] * shared)
    v = x_key_value[..., None, :, :] @ np.concatenate([params["w_v"]] * shared)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    heads = (weights / weights.sum(-1, keepdims=True) @ v).swapaxes(-2, -3)
    return heads.reshape(*x_query.shape[:-1], -1) @ params["w_o"]
