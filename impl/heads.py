"""Attention heads: scaled dot-product attention, causal order, several heads side by side."""

from array_api_compat import array_namespace

from impl.checks import (
    batches_agree,
    finite_number,
    float_arrays,
    library,
    named,
    one_of,
    truth,
    whole_number,
)
from impl.lookup import attend
from impl.scores import scaled_dot

PARAMS = ("w_q", "w_k", "w_v", "w_o")


def scaled_dot_product_attention(q, k, v, mask=None, scale=None, is_causal=False):
    """Return softmax(q kᵀ / √d_k) v.

    q: (..., m, d_k). k: (..., n, d_k). v: (..., n, d_v). mask: broadcasts to (..., m, n); boolean
    (True keeps) or floating (added to the scores, -inf drops). scale: in the place of 1/√d_k.
    is_causal: query i sees keys up to i; it needs m = n. Returns (..., m, d_v).

    A query with nothing to attend to gets output 0, and what a mask drops has no influence
    (lookup.masked-value-never-leaks).

    >>> import numpy as np
    >>> x = np.asarray([[0.0], [0.0]])
    >>> scaled_dot_product_attention(x, x, np.asarray([[2.0], [4.0]]), is_causal=True).tolist()
    [[2.0], [3.0]]
    """
    name = "scaled_dot_product_attention"
    xp = float_arrays(name, q=q, k=k, v=v)
    _check_sizes(name, q, k, v)
    truth(name, "is_causal", is_causal)
    if scale is not None:
        scale = finite_number(name, "scale", scale)
    in_order = _in_order(name, xp, q.shape[-2], k.shape[-2]) if is_causal else None
    scores = finite_scores(name, xp, q, k, scale)  # (..., m, n)
    return attend(name, scores, v, mask, also=in_order)  # (..., m, d_v)


def causal_mask(n_queries, n_keys, align="end", xp=None):
    """Return which keys each query may see: (n_queries, n_keys) booleans, True keeps.

    align: with "end" the last query sees every key, as when keys are cached from earlier steps;
    with "start" the first query sees the first key alone. Both agree when the lengths do
    (heads.causal-mask). xp: the array library, NumPy unless given.

    >>> causal_mask(2, 3).tolist()
    [[True, True, False], [True, True, True]]
    """
    xp = library(xp)
    one_of("causal_mask", "align", align, ("start", "end"))
    for name, size in (("n_queries", n_queries), ("n_keys", n_keys)):
        whole_number("causal_mask", name, size, least=0)
    query = xp.expand_dims(xp.arange(n_queries), axis=1)  # (n_queries, 1)
    seen = n_keys - n_queries if align == "end" else 0
    return xp.arange(n_keys) < query + (seen + 1)


def multi_head_attention(x_query, x_key_value, params, mask=None, is_causal=False):
    """Return Concat(head_1, ..., head_h) W^O, head_i = Attention(x W_i^q, y W_i^k, y W_i^v).

    x_query: (..., m, d), the rows x that ask. x_key_value: (..., n, d'), the rows y that are asked;
    give x twice for self-attention. params: arrays w_q (h, d, d_k), w_k (h, d', d_k),
    w_v (h, d', d_v) and w_o (h d_v, d_out), one slice or block of rows a head. mask: broadcasts to
    the scores (..., h, m, n), so a mask for each of a batch is (..., 1, m, n). Returns
    (..., m, d_out).

    >>> import numpy as np
    >>> one = np.ones((1, 1, 1))
    >>> params = {"w_q": one, "w_k": one, "w_v": one, "w_o": one[0]}
    >>> x = np.asarray([[0.0], [1.0]])
    >>> multi_head_attention(x, x, params).round(3).tolist()
    [[0.5], [0.731]]
    """
    name = "multi_head_attention"
    w_q, w_k, w_v, w_o = named(name, params, PARAMS)
    xp = float_arrays(name, x_query=x_query, x_key_value=x_key_value, **params)
    check_heads(name, x_query, x_key_value, w_q, w_k, w_v, w_o)
    truth(name, "is_causal", is_causal)
    q, k, v = project(x_query, w_q), project(x_key_value, w_k), project(x_key_value, w_v)
    in_order = _in_order(name, xp, q.shape[-2], k.shape[-2]) if is_causal else None
    scores = finite_scores(name, xp, q, k)  # (..., h, m, n)
    _check_mask_axes(name, mask, scores.ndim)
    heads = attend(name, scores, v, mask, also=in_order)  # (..., h, m, d_v)
    return side_by_side(heads) @ w_o  # (..., m, d_out)


def project(x, w):
    """Return x W_i for every head. x: (..., n, d). w: (h, d, d_k). Returns (..., h, n, d_k)."""
    return array_namespace(x).expand_dims(x, axis=-3) @ w


def side_by_side(heads):
    """Return the heads' rows, concatenated. heads: (..., h, m, d_v). Returns (..., m, h d_v)."""
    xp = array_namespace(heads)
    beside = xp.moveaxis(heads, -3, -2)  # (..., m, h, d_v)
    h, d_v = beside.shape[-2:]
    return xp.reshape(beside, (*beside.shape[:-2], h * d_v))


def _in_order(name, xp, n_queries, n_keys):
    """Return the causal mask of as many queries as keys."""
    if n_queries != n_keys:
        raise ValueError(
            f"{name}: is_causal with {n_queries} queries and {n_keys} keys; expected as many of "
            "each, because libraries disagree on which query sees what: give "
            "mask=causal_mask(n_queries, n_keys, align='end') or align='start'"
        )
    return causal_mask(n_queries, n_keys, xp=xp)


def finite_scores(name, xp, q, k, scale=None):
    """Return the scaled scores; refuse those that overflow, as -inf would mean a masked key."""
    scores = scaled_dot(q, k, scale)
    if bool(xp.any(xp.isinf(scores))) and bool(xp.all(xp.isfinite(q)) & xp.all(xp.isfinite(k))):
        raise ValueError(
            f"{name}: a score of finite queries and keys is beyond the range of {scores.dtype}; "
            "expected smaller entries or a wider dtype, because an infinite score decides alone"
        )
    return scores


def _check_mask_axes(name, mask, axes):
    """Refuse a mask with a batch and no axis for the heads: which one it means is a guess."""
    if 2 < getattr(mask, "ndim", 0) < axes:
        raise ValueError(
            f"{name}: mask has shape {mask.shape}; expected two axes or {axes}, (..., h, m, n), "
            "because a third axis could mean the batch or the heads: give (..., 1, m, n) for the "
            "batch"
        )


def _check_sizes(name, q, k, v):
    fits = min(q.ndim, k.ndim, v.ndim) >= 2 and (
        q.shape[-1] == k.shape[-1] and k.shape[-2] == v.shape[-2]
    )
    if not fits:
        raise ValueError(
            f"{name}: q has shape {q.shape}, k {k.shape}, v {v.shape}; expected (..., m, d_k), "
            "(..., n, d_k), (..., n, d_v), because each query meets each key, and each key has a "
            "value"
        )
    batches_agree(name, q=q.shape[:-2], k=k.shape[:-2], v=v.shape[:-2])


def check_heads(name, x, y, w_q, w_k, w_v, w_o):
    """Refuse matrices that do not fit the rows x that ask, the rows y that are asked, or others."""
    float_arrays(name, x=x, y=y, w_q=w_q, w_k=w_k, w_v=w_v, w_o=w_o)
    fits = (
        min(x.ndim, y.ndim) >= 2 and w_q.ndim == w_k.ndim == w_v.ndim == 3 and w_o.ndim == 2
        and w_q.shape[0] == w_k.shape[0] == w_v.shape[0] and w_q.shape[2] == w_k.shape[2]
        and x.shape[-1] == w_q.shape[1] and y.shape[-1] == w_k.shape[1] == w_v.shape[1]
        and w_o.shape[0] == w_v.shape[0] * w_v.shape[2]
    )  # fmt: skip
    if not fits:
        raise ValueError(
            f"{name}: x_query has shape {x.shape}, x_key_value {y.shape}, w_q {w_q.shape}, w_k "
            f"{w_k.shape}, w_v {w_v.shape}, w_o {w_o.shape}; expected (..., m, d), (..., n, d'), "
            "(h, d, d_k), (h, d', d_k), (h, d', d_v), (h d_v, d_out)"
        )
    batches_agree(name, x_query=x.shape[:-2], x_key_value=y.shape[:-2])
