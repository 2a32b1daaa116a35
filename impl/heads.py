"""Attention heads: scaled dot-product attention, causal order, several heads side by side."""

from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array, Params
from impl.checks import params_fit, shapes_fit
from impl.lookup import weigh, weighted_sum
from impl.options import finite_number, library, one_of, truth, whole_number
from impl.refusals import ArgumentValueError, speaking_for
from impl.scores import scaled

PARAMS = {"w_q": "h d d_k", "w_k": "h d' d_k", "w_v": "h d' d_v", "w_o": "h*d_v d_out"}


def scaled_dot_product_attention(
    q: Array, k: Array, v: Array,
    mask: Array | None = None, scale: float | None = None, is_causal: bool = False,
) -> Array:  # fmt: skip
    """Return softmax(q kᵀ / √d_k) v.

    mask: broadcasts to (..., m, n); boolean (True keeps) or floating (added to the scores, -inf
    drops). scale: in the place of 1/√d_k. is_causal: query i sees keys up to i; it needs m = n.
    Returns (..., m, d_v).

    A query with nothing to attend to gets output 0, and what a mask drops has no influence
    (lookup.masked-value-never-leaks). A score that overflows is refused.

    >>> import numpy as np
    >>> x = np.asarray([[0.0], [0.0]])
    >>> scaled_dot_product_attention(x, x, np.asarray([[2.0], [4.0]]), is_causal=True).tolist()
    [[2.0], [3.0]]
    """
    name = "scaled_dot_product_attention"
    shapes_fit(name, q=(q, "... m d_k"), k=(k, "... n d_k"), v=(v, "... n d_v"))
    if scale is not None:
        scale = finite_number(name, "scale", scale)
    order = in_order(name, q, k, is_causal)
    with speaking_for(name, scores="q"):
        weights, kept = weigh(finite_scores(q, k, scale), mask, also=order)  # (..., m, n)
    return weighted_sum(weights, v, kept)  # (..., m, d_v)


def causal_mask(n_queries: int, n_keys: int, align: str = "end", xp: Any = None) -> Array:
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


def multi_head_attention(
    x_query: Array, x_key_value: Array, params: Params,
    mask: Array | None = None, is_causal: bool = False,
) -> Array:  # fmt: skip
    """Return Concat(head_1, ..., head_h) W^O, head_i = Attention(x W_i^q, y W_i^k, y W_i^v).

    x_query: the rows x that ask. x_key_value: the rows y that are asked; give x twice for
    self-attention. params: see PARAMS; one slice, or block of rows, a head. mask: broadcasts to the
    scores (..., h, m, n), so a mask for each of a batch is (..., 1, m, n). is_causal: query i sees
    keys up to i. Returns (..., m, d_out).

    >>> import numpy as np
    >>> one = np.ones((1, 1, 1))
    >>> params = {"w_q": one, "w_k": one, "w_v": one, "w_o": one[0]}
    >>> x = np.asarray([[0.0], [1.0]])
    >>> multi_head_attention(x, x, params).round(3).tolist()
    [[0.5], [0.731]]
    """
    name = "multi_head_attention"
    rows = {"x_query": (x_query, "... m d"), "x_key_value": (x_key_value, "... n d'")}
    params_fit(name, params, PARAMS, **rows)
    q = project(x_query, params["w_q"])  # (..., h, m, d_k)
    k, v = (project(x_key_value, params[w]) for w in ("w_k", "w_v"))  # (..., h, n, ...)
    order = in_order(name, q, k, is_causal)
    with speaking_for(name, scores="x_query"):
        _check_mask_axes(mask, max(q.ndim, k.ndim))
        weights, kept = weigh(finite_scores(q, k), mask, also=order)  # (..., h, m, n)
    heads = weighted_sum(weights, v, kept)  # (..., h, m, d_v)
    return side_by_side(heads) @ params["w_o"]  # (..., m, d_out)


def project(x: Array, w: Array) -> Array:
    """Return x W_i for every head. x: (..., n, d). w: (h, d, d_k). Returns (..., h, n, d_k)."""
    return array_namespace(x).expand_dims(x, axis=-3) @ w


def side_by_side(heads: Array) -> Array:
    """Return the heads' rows, concatenated. heads: (..., h, m, d_v). Returns (..., m, h d_v)."""
    xp = array_namespace(heads)
    beside = xp.moveaxis(heads, -3, -2)  # (..., m, h, d_v)
    h, d_v = beside.shape[-2:]
    return xp.reshape(beside, (*beside.shape[:-2], h * d_v))


def in_order(name: str, q: Array, k: Array, is_causal: bool) -> Array | None:
    """Return the causal mask of as many queries as keys, if one is asked for."""
    if not order_fits(name, q, k, is_causal):
        return None
    return causal_mask(q.shape[-2], k.shape[-2], xp=array_namespace(q))


def order_fits(name: str, q: Array, k: Array, is_causal: bool) -> bool:
    """Say whether causal order is asked for; refuse it for more queries than keys, or fewer."""
    truth(name, "is_causal", is_causal)
    n_queries, n_keys = q.shape[-2], k.shape[-2]
    if is_causal and n_queries != n_keys:
        what = (
            f"is True with {n_queries} queries and {n_keys} keys, expected as many of each, "
            "because libraries disagree on which query sees what: give "
            "mask=causal_mask(n_queries, n_keys, align='end') or align='start'"
        )
        raise ArgumentValueError(name, is_causal=what)
    return bool(is_causal)


def finite_scores(q: Array, k: Array, scale: float | None = None) -> Array:
    """Return the scaled scores; refuse those that overflow, as -inf would mean a masked key."""
    xp, queries = array_namespace(q), scaled(q, scale)
    scores = queries @ k.mT
    if _within_reach(queries, k) or not bool(xp.any(xp.isinf(scores))):
        return scores
    if bool(xp.all(xp.isfinite(q)) & xp.all(xp.isfinite(k))):
        what = (
            f"has a score beyond the range of {scores.dtype} with a key, expected smaller entries "
            "or a wider dtype, because an infinite score decides alone"
        )
        raise ArgumentValueError("attention", scores=what)
    return scores


def _within_reach(queries: Array, keys: Array) -> bool:
    """Say whether the entries are so small that no score of these queries can overflow.

    No score exceeds the product of two lengths (fold.scores-within-reach), and no length √d times
    the largest entry. A sixteenth of the range leaves room for what rounding adds, in any order. An
    entry that is NaN makes scores NaN, and not infinite.
    """
    xp = array_namespace(queries)
    largest = (xp.finfo(queries.dtype).max / (1 + queries.shape[-1])) ** 0.5 / 4
    return not any(bool(xp.any(abs(x) > largest)) for x in (queries, keys))


def _check_mask_axes(mask: Array, axes: int) -> None:
    """Refuse a mask with a batch and no axis for the heads: which one it means is a guess."""
    if 2 < getattr(mask, "ndim", 0) < axes:
        what = (
            f"has shape {mask.shape}, expected two axes or {axes}, (..., h, m, n), because a third "
            "could mean the batch or the heads: give (..., 1, m, n) for the batch"
        )
        raise ArgumentValueError("attention", mask=what)
