"""JAX: jax.nn, with batches and heads as its layout wants them, and gradients by jax.vjp."""

import jax
import jax.numpy as jnp
import numpy as np

from atensi.subjects.offer import NotOfferedError, Offer
from atensi.subjects.script import given, has_batches, of_one_dtype, passed

jax.config.update("jax_enable_x64", True)

START = ["import jax, numpy as np", 'jax.config.update("jax_enable_x64", True)']


def attention_lines(named, shape):
    """Return the lines of a call of attention, with values as wide as keys."""
    if has_batches(named):
        return []
    named, width = of_one_dtype(named), max(named["k"].shape[-1], named["v"].shape[-1])
    if named["v"].shape[-1] > named["k"].shape[-1]:
        named.setdefault("scale", 1 / np.sqrt(named["k"].shape[-1]))
    named |= {key: np.asarray(filled(named[key], width)) for key in "qkv"}
    call = f"jax.nn.dot_product_attention({_passed(named)})"
    return [
        *START, given(named), "q, k, v = (x[None, :, None] for x in (q, k, v))",
        f"got = np.asarray({call})[0, :, 0, :{shape[-1]}]",
    ]  # fmt: skip


def gradient_lines(named, shape):
    """Return the lines of a call of the gradients."""
    if has_batches(named):
        return []
    named = of_one_dtype(named)
    rows = {key: each for key, each in named.items() if key != "upstream"}
    return [
        *START, given(named),
        "q, k, v, upstream = (x[None, :, None] for x in (q, k, v, upstream))",
        f"run = lambda q, k, v: jax.nn.dot_product_attention({_passed(rows)})",
        "got = [np.asarray(x)[0, :, 0] for x in jax.vjp(run, q, k, v)[1](upstream)]",
    ]  # fmt: skip


def _passed(named):
    which = "mask" if named.get("mask", np.ones(1, bool)).dtype == bool else "bias"
    return passed(named, mask=which).replace("=mask", "=mask[None, None]")


def _rows(array, lead):
    """Return (batch, length, one head, width), as jax.nn.dot_product_attention takes it."""
    full = jnp.broadcast_to(array, (*lead, *array.shape[-2:]))
    return full.reshape(-1, 1, *array.shape[-2:]).swapaxes(1, 2)


def _attention(rows, mask, scale, is_causal):
    q, k, v = rows
    if v.shape[-1] != k.shape[-1]:
        raise NotOfferedError("jax.nn.dot_product_attention takes values as wide as keys")
    lead = np.broadcast_shapes(*(each.shape[:-2] for each in (q, k, v)))
    options = {}
    if mask is not None:
        full = jnp.broadcast_to(mask, (*lead, q.shape[-2], k.shape[-2]))
        full = full.reshape(-1, 1, *full.shape[-2:])
        options = {"mask": full} if full.dtype == bool else {"bias": full.astype(q.dtype)}
    output = jax.nn.dot_product_attention(
        *(_rows(each, lead) for each in (q, k, v)), scale=scale, is_causal=is_causal, **options
    )
    return output.swapaxes(1, 2).reshape(*lead, q.shape[-2], v.shape[-1])


def attention(q, k, v, mask=None, scale=None, is_causal=False):
    """Call jax.nn.dot_product_attention; values of another width than keys are filled up."""
    width = max(k.shape[-1], v.shape[-1])
    scale = 1 / np.sqrt(k.shape[-1]) if scale is None and v.shape[-1] > k.shape[-1] else scale
    rows = [jnp.asarray(filled(each, width)) for each in (q, k, v)]
    output = _attention(rows, mask, scale, is_causal)
    return np.asarray(output)[..., : v.shape[-1]]


def filled(array, width):
    """Return the array with columns of zeros up to a width, which change no product."""
    missing = width - array.shape[-1]
    return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, missing)])


def gradients(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    """Return the gradients by q, k and v of the sum of upstream times the output."""
    run = lambda *rows: _attention(rows, mask, scale, is_causal)
    _, pull = jax.vjp(run, *map(jnp.asarray, (q, k, v)))
    return tuple(map(np.asarray, pull(jnp.asarray(upstream))))


def grouped(q, k, v, mask=None, is_causal=False):
    """Return attention of several heads of queries over fewer heads of keys."""
    rows = [jnp.asarray(each).swapaxes(1, 2) for each in (q, k, v)]
    if v.shape[-1] != k.shape[-1]:
        raise NotOfferedError("jax.nn.dot_product_attention takes values as wide as keys")
    mask = None if mask is None else jnp.broadcast_to(mask, (1, 1, *mask.shape[-2:]))
    output = jax.nn.dot_product_attention(*rows, mask=mask, is_causal=is_causal)
    return np.asarray(output).swapaxes(1, 2)


def gated_feed_forward(x, params, activation=jax.nn.silu):
    """Return the gated net as it is written in JAX, with jax.nn.silu."""
    gate = activation(jnp.asarray(x) @ params["w_gate"])
    return np.asarray((gate * (jnp.asarray(x) @ params["w_up"])) @ params["w_down"])


def offer():
    """Return what JAX offers."""
    nn = jax.nn
    return Offer(
        "jax",
        {
            "scaled_dot_product_attention": attention,
            "attention_gradients": gradients,
            "grouped_attention": grouped,
            "softmax": lambda x, axis=-1, where=None: nn.softmax(
                jnp.asarray(x), axis=axis, where=where
            ),
            "log_softmax": lambda x, axis=-1: nn.log_softmax(jnp.asarray(x), axis=axis),
            "logsumexp": lambda x, axis=-1: nn.logsumexp(jnp.asarray(x), axis=axis),
            "gelu": lambda x: nn.gelu(jnp.asarray(x), approximate=True),
            "sigmoid": lambda x: nn.sigmoid(jnp.asarray(x)),
            "silu": lambda x: nn.silu(jnp.asarray(x)),
            "gated_feed_forward": gated_feed_forward,
            "one_hot": lambda tokens, size: nn.one_hot(jnp.asarray(tokens), size),
        },
        jax.__version__,
        scripts={
            "scaled_dot_product_attention": attention_lines,
            "attention_gradients": gradient_lines,
        },
    )
