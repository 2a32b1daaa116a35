"""Keras on JAX: keras.ops, and the layers that a model is made of."""

import os

os.environ.setdefault("KERAS_BACKEND", "jax")

import jax
import keras
import numpy as np
from keras import ops

from atensi.subjects.adapters.jax import filled
from atensi.subjects.offer import NotOfferedError, Offer

jax.config.update("jax_enable_x64", True)


def attention(q, k, v, mask=None, scale=None, is_causal=False):
    """Call keras.ops.dot_product_attention; values of another width than keys are filled up."""
    width, d_v = max(k.shape[-1], v.shape[-1]), v.shape[-1]
    scale = 1 / np.sqrt(k.shape[-1]) if scale is None and d_v > k.shape[-1] else scale
    q, k, v = (filled(each, width) for each in (q, k, v))
    lead = np.broadcast_shapes(*(each.shape[:-2] for each in (q, k, v)))
    rows = [np.broadcast_to(each, (*lead, *each.shape[-2:])) for each in (q, k, v)]
    four = [each.reshape(-1, 1, *each.shape[-2:]).swapaxes(1, 2) for each in rows]
    options = {}
    if mask is not None:
        full = np.broadcast_to(mask, (*lead, q.shape[-2], k.shape[-2]))
        full = full.reshape(-1, 1, *full.shape[-2:])
        options = {"mask": full} if full.dtype == bool else {"bias": full.astype(q.dtype)}
    output = ops.dot_product_attention(*four, scale=scale, is_causal=is_causal, **options)
    return np.asarray(output).swapaxes(1, 2).reshape(*lead, q.shape[-2], width)[..., :d_v]


def layer_norm(x, gain=None, bias=None, eps=0.0):
    """Call the layer LayerNormalization, with its weights set."""
    layer = keras.layers.LayerNormalization(epsilon=eps, dtype=x.dtype.name)
    layer.build(x.shape)
    d = x.shape[-1]
    gain = np.ones(d) if gain is None else gain
    layer.set_weights([gain, np.zeros(d) if bias is None else bias])
    return layer(x)


def softmax(x, axis=-1, where=None):
    """Call keras.ops.softmax."""
    if where is not None:
        raise NotOfferedError("keras.ops.softmax takes no where")
    return ops.softmax(x, axis=axis)


def offer():
    """Return what Keras offers."""
    return Offer(
        "keras",
        {
            "scaled_dot_product_attention": attention,
            "softmax": softmax,
            "log_softmax": lambda x, axis=-1: ops.log_softmax(x, axis=axis),
            "logsumexp": lambda x, axis=-1: ops.logsumexp(x, axis=axis),
            "layer_norm": layer_norm,
            "gelu": lambda x: ops.gelu(x, approximate=True),
            "sigmoid": ops.sigmoid,
            "one_hot": lambda tokens, size: ops.one_hot(tokens, size),
        },
        keras.__version__,
    )
