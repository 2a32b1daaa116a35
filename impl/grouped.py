"""Grouped heads: several heads of queries share one head of keys and values."""

from array_api_compat import array_namespace

from impl.arrays import Array, Params
from impl.checks import params_fit
from impl.heads import multi_head_attention
from impl.refusals import speaking_for

PARAMS = {"w_q": "g u d d_k", "w_k": "g d' d_k", "w_v": "g d' d_v", "w_o": "g*u*d_v d_out"}


def grouped_heads(
    x_query: Array, x_key_value: Array, params: Params,
    mask: Array | None = None, is_causal: bool = False,
) -> Array:  # fmt: skip
    """Return multi-head attention in which the u heads of a group share their keys and values.

    params: see PARAMS. With u = 1 this is multi-head attention, with g = 1 multi-query attention.
    The g u heads stand in the order of their groups. Mask and order are as in multi_head_attention.
    A cache holds the keys and values of g heads (heads.groups-store-less). Returns (..., m, d_out).

    >>> import numpy as np
    >>> one = np.ones((1, 1, 1))
    >>> params = {"w_q": np.ones((1, 2, 1, 1)), "w_k": one, "w_v": one, "w_o": np.ones((2, 1))}
    >>> x = np.asarray([[0.0], [1.0]])
    >>> grouped_heads(x, x, params).round(3).tolist()
    [[1.0], [1.462]]
    """
    name = "grouped_heads"
    rows = {"x_query": (x_query, "... m d"), "x_key_value": (x_key_value, "... n d'")}
    params_fit(name, params, PARAMS, **rows)
    sharers = params["w_q"].shape[1]
    tied = {
        "w_q": _in_a_row(params["w_q"]),
        "w_k": _in_a_row(_shared(params["w_k"], sharers)),
        "w_v": _in_a_row(_shared(params["w_v"], sharers)),
        "w_o": params["w_o"],
    }
    with speaking_for(name):
        return multi_head_attention(x_query, x_key_value, tied, mask, is_causal)


def _shared(w: Array, sharers: int) -> Array:
    """Return each projection (g, ...) as that of every head of its group: (g, sharers, ...)."""
    groups, *rest = w.shape
    xp = array_namespace(w)
    return xp.broadcast_to(xp.expand_dims(w, axis=1), (groups, sharers, *rest))


def _in_a_row(w: Array) -> Array:
    """Return the projections of all heads (g, u, ...) one after the other: (g u, ...)."""
    groups, sharers, *rest = w.shape
    return array_namespace(w).reshape(w, (groups * sharers, *rest))
