"""Attention, softmax and LayerNorm as somebody may compute them: any format, any order of sums.

Numbers are kept as float64. One operation on two floats of a shorter format, rounded from float64
to it, is rounded to nearest: 53 bits are more than twice 24. exp is NumPy's own in the format.
"""

import numpy as np

ORDERS = ("sequential", "reversed", "pairwise", "blocked")


def rounded(x, name):
    """Return numbers, rounded to a format."""
    if name == "bfloat16":
        bits = np.asarray(x, dtype=np.float32).view(np.uint32)
        odd = (bits >> 16) & 1
        return ((bits + 0x7FFF + odd) & np.uint32(0xFFFF0000)).view(np.float32).astype(np.float64)
    return np.asarray(x).astype(name).astype(np.float64)


def exp(x, name):
    """Return exponentials as a library computes them in the format."""
    return rounded(np.exp(x.astype("float32" if name == "bfloat16" else name)), name)


def added(terms, name, order):
    """Return the sums over the last axis, each addition rounded to the format."""
    if order == "reversed":
        return added(terms[..., ::-1], name, "sequential")
    if order == "blocked":
        parts = [terms[..., k : k + 8] for k in range(0, terms.shape[-1], 8)]
        sums = [added(part, name, "sequential") for part in parts]
        return added(np.stack(sums, axis=-1), name, "sequential")
    n = terms.shape[-1]
    if n == 1:
        return terms[..., 0]
    if order == "pairwise":
        halves = terms[..., : n // 2], terms[..., n // 2 :]
        return rounded(sum(added(half, name, order) for half in halves), name)
    total = terms[..., 0]
    for k in range(1, n):
        total = rounded(total + terms[..., k], name)
    return total


def products(a, b, name, order):
    """Return a @ b, with products and sums in the format."""
    terms = rounded(a[..., :, None, :] * np.swapaxes(b, -1, -2)[..., None, :, :], name)
    return added(terms, name, order)


def scores(q, k, dtype, sums, order, scaled="q"):
    """Return scaled scores: the scale is multiplied to q, to the scores, or its root to q and k."""
    factor = rounded(1 / np.sqrt(q.shape[-1]), dtype)
    if scaled == "both":
        factor = rounded(np.sqrt(factor), dtype)
        q, k = rounded(q * factor, dtype), rounded(k * factor, dtype)
    if scaled == "q":
        q = rounded(q * factor, dtype)
    s = rounded(products(q, np.swapaxes(k, -1, -2), sums, order), dtype)
    return rounded(s * factor, dtype) if scaled == "scores" else s


def stepwise(q, k, v, dtype, sums, order="sequential", scaled="q", mask=0.0):
    """Return attention whose every step is stored in `dtype`; sums are kept in `sums`."""
    s = scores(q, k, dtype, sums, order, scaled)
    p = softmax(s if np.ndim(mask) == 0 else rounded(s + mask, dtype), dtype, sums, order)
    return rounded(products(p, v, sums, order), dtype)


def softmax(s, dtype, sums, order="sequential"):
    """Return weights whose every step is stored in `dtype`."""
    e = exp(rounded(s - s.max(axis=-1, keepdims=True), dtype), dtype)
    total = rounded(added(e, sums, order), dtype)[..., None]
    return rounded(e / total, dtype)


def fused(q, k, v, dtype, sums, order="sequential", block=16):
    """Return attention as flash kernels do, block by block of keys; the division is last."""
    s = scores(q, k, sums, sums, order, "scores")
    top, total, out = -np.inf, 0.0, 0.0
    for start in range(0, s.shape[-1], block):
        part, values = s[..., start : start + block], v[..., start : start + block, :]
        new = np.maximum(top, part.max(axis=-1, keepdims=True))
        old = exp(rounded(top - new, sums), sums)
        e = exp(rounded(part - new, sums), sums)
        total = rounded(rounded(total * old, sums) + added(e, sums, order)[..., None], sums)
        part = products(rounded(e, dtype), values, sums, order)
        out = rounded(rounded(out * old, sums) + part, sums)
        top = new
    return rounded(rounded(out / total, sums), dtype)


def layer_norm(x, gain, bias, eps, dtype, sums, order="sequential"):
    """Return gain · (x - μ) / √(σ² + eps) + bias, every step stored in `dtype`."""
    mean = lambda t: rounded(rounded(added(t, sums, order), dtype)[..., None] / t.shape[-1], dtype)
    deviations = rounded(x - mean(x), dtype)
    variance = mean(rounded(deviations**2, dtype))
    root = rounded(np.sqrt(rounded(variance + rounded(eps, dtype), dtype)), dtype)
    y = rounded(deviations / root, dtype)
    return rounded(rounded(y * gain, dtype) + bias, dtype)
