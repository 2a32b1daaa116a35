"""A backward pass that scales the queries' gradients and forgets to scale the keys'."""

import numpy as np


def attention_gradients(q, k, v, upstream):
    scale = np.sqrt(q.shape[-1]).astype(q.dtype)
    scores = q @ k.swapaxes(-1, -2) / scale
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights = weights / weights.sum(-1, keepdims=True)
    dp = upstream @ v.swapaxes(-1, -2)
    ds = weights * (dp - (weights * dp).sum(-1, keepdims=True))
    return ds @ k / scale, ds.swapaxes(-1, -2) @ q, weights.swapaxes(-1, -2) @ upstream
