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


def grouped(q, k, v, mask=None, is_causal=False):
    """Return attention of several heads of queries over fewer heads of keys."""
    if v.shape[-1] != k.shape[-1]:
        raise NotOfferedError("keras.ops.dot_product_attention takes values as wide as keys")
    rows = (each.swapaxes(1, 2) for each in (q, k, v))
    mask = None if mask is None else np.broadcast_to(mask, (1, 1, *mask.shape[-2:]))
    output = ops.dot_product_attention(*rows, mask=mask, is_causal=is_causal)
    return np.asarray(output).swapaxes(1, 2)


def layer_norm(x, gain=None, bias=None, eps=0.0):
    """Call the layer LayerNormalization, with its weights set."""
    layer = keras.layers.LayerNormalization(epsilon=eps, dtype=x.dtype.name)
    layer.build(x.shape)
    d = x.shape[-1]
    gain = np.ones(d) if gain is None else gain
    layer.set_weights([gain, np.zeros(d) if bias is None else bias])
    return layer(x)


def rms_norm(x, gain=None, eps=0.0):
    """Call keras.ops.rms_normalization."""
    return ops.rms_normalization(x, scale=gain, axis=-1, epsilon=eps)


def gated_feed_forward(x, params, activation=ops.silu):
    """Return the gated net as it is written in Keras, with keras.ops.silu."""
    gate, up = (ops.matmul(x, params[name]) for name in ("w_gate", "w_up"))
    return ops.matmul(ops.multiply(activation(gate), up), params["w_down"])


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
            "grouped_attention": grouped,
            "softmax": softmax,
            "log_softmax": lambda x, axis=-1: ops.log_softmax(x, axis=axis),
            "logsumexp": lambda x, axis=-1: ops.logsumexp(x, axis=axis),
            "layer_norm": layer_norm,
            "gelu": lambda x: ops.gelu(x, approximate=True),
            "sigmoid": ops.sigmoid,
            "silu": ops.silu,
            "rms_norm": rms_norm,
            "gated_feed_forward": gated_feed_forward,
            "one_hot": lambda tokens, size: ops.one_hot(tokens, size),
        },
        keras.__version__,
    )
