"""What one function gives besides: attention by scores, and weights, out of a whole attention.

With the identity for keys and scale 1 the products are the scores themselves, exactly: each is one
product by 1 among products by 0. Where no scale can be given, but the root of the width divides,
the keys are widened by zeros to a width 16^k and the queries are multiplied by its root 4^k, which
is exact too, also for who divides queries and keys by 2^k each. With the identity for values the
output is the weights. Of a backward pass, the identity for what comes upstream gives the weights
as the values' gradients.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from atensi.subjects.offer import Function, NotOfferedError
from atensi.subjects.questions import Answer

SDPA, GRADIENTS = "scaled_dot_product_attention", "attention_gradients"


def with_derived(
    functions: Mapping[str, Function], answers: Sequence[Answer] = ()
) -> tuple[dict[str, Function], dict[str, str]]:
    """Return the functions with those that follow from them, and by which one each follows."""
    offered, by = dict(functions), {}
    if GRADIENTS in offered and SDPA not in offered:
        offered[SDPA] = _forward_of(offered[GRADIENTS])
        by[SDPA] = "attention_gradients, with the identity for what comes upstream"
    if SDPA in offered and "attention" not in offered:
        by_root = any(each.convention.key == "scale" and each.is_ours for each in answers)
        offered["attention"] = _attention_by(offered[SDPA], by_root)
        by["attention"] = "scaled_dot_product_attention, with the identity for keys"
    if "attention" in offered and "softmax" not in offered:
        offered["softmax"] = _softmax_by(offered["attention"])
        by["softmax"] = "attention, with the identity for values"
    if "grouped_attention" in offered and "grouped_heads" not in offered:
        offered["grouped_heads"] = _grouped_heads_by(offered["grouped_attention"])
        by["grouped_heads"] = "grouped_attention, between NumPy's projections"
    if "rotary" in offered:
        offered["rotary"] = _rotary_from_anywhere(offered["rotary"])
    return offered, by


LONGEST = 2**18  # rows of a table that starts at 0, for one that starts later


def _rotary_from_anywhere(rotary: Function) -> Function:
    """Return rows from a later start as the last of a longer table, where it takes no start."""

    def called(x: Any, start: int = 0, **options: Any) -> Any:
        try:
            return rotary(x, start=start, **options)
        except NotOfferedError:
            if start > LONGEST:
                raise
            before = np.zeros((*x.shape[:-2], start, x.shape[-1]), dtype=x.dtype)
            return rotary(np.concatenate([before, x], axis=-2), **options)[..., start:, :]

    vars(called).update(vars(rotary))
    return called


def _forward_of(gradients: Function) -> Function:
    def forward(q: Any, k: Any, v: Any, **options: Any) -> Any:
        m, n = q.shape[-2], k.shape[-2]
        lead = np.broadcast_shapes(*(each.shape[:-2] for each in (q, k, v)))
        q, k = (np.array(np.broadcast_to(each, (*lead, *each.shape[-2:]))) for each in (q, k))
        upstream = np.array(np.broadcast_to(np.eye(m, dtype=q.dtype), (*lead, m, m)))
        values = np.zeros((*lead, n, m), dtype=q.dtype)
        weights = np.asarray(gradients(q, k, values, upstream, **options)[2]).swapaxes(-1, -2)
        return weights @ v

    return forward


def _attention_by(sdpa: Function, by_root: bool) -> Function:
    def attention(scores: Any, values: Any, mask: Any = None) -> Any:
        if not np.isfinite(scores).all():
            raise NotOfferedError("scores that are not finite are no products with the identity")
        queries = scores if scores.ndim > 1 else scores[None]
        n = queries.shape[-1]
        keys = np.broadcast_to(np.eye(n, dtype=queries.dtype), (*queries.shape[:-2], n, n))
        values = np.broadcast_to(values, (*queries.shape[:-2], *values.shape[-2:]))
        try:
            output = sdpa(queries, keys, values, mask=mask, scale=1.0)
        except NotOfferedError:
            if not by_root:
                raise
            output = sdpa(*widened(queries, keys), values, mask=mask)
        return output if scores.ndim > 1 else output[..., 0, :]

    return attention


def widened(queries: Any, keys: Any) -> tuple[Any, Any]:
    """Return queries and keys of a width 16^k whose products, over 4^k, are as before."""
    n = queries.shape[-1]
    root = 4 ** -(-(n - 1).bit_length() // 4)
    wider = [(0, 0)] * (queries.ndim - 1) + [(0, root * root - n)]
    with np.errstate(over="ignore"):
        queries = np.pad(queries, wider) * queries.dtype.type(root)
    if not np.isfinite(queries).all():
        raise NotOfferedError("the scores times the root of a width overflow")
    return queries, np.pad(keys, wider)


def _softmax_by(attention: Function) -> Function:
    def softmax(x: Any, axis: int = -1, where: Any = None) -> Any:
        rows = np.moveaxis(x, axis, -1)
        if where is not None:
            where = np.moveaxis(np.broadcast_to(where, x.shape), axis, -1)
        n = rows.shape[-1]
        flat = rows.reshape(-1, n)
        mask = None if where is None else where.reshape(-1, n)
        weights = attention(flat, np.eye(n, dtype=x.dtype), mask=mask)
        return np.moveaxis(np.asarray(weights).reshape(rows.shape), -1, axis)

    return softmax


def _grouped_heads_by(grouped: Function) -> Function:
    def grouped_heads(
        x: Any, y: Any, params: Any, mask: Any = None, is_causal: bool = False
    ) -> Any:
        w_q = params["w_q"].reshape(-1, *params["w_q"].shape[-2:])  # the heads of a group in a row
        given = ((x, w_q), (y, params["w_k"]), (y, params["w_v"]))
        tables = [rows[..., None, :, :] @ w for rows, w in given]
        *lead, h, m, _ = tables[0].shape
        if mask is not None and mask.ndim > 2:  # of each head, or the same for all
            n = tables[1].shape[-2]
            mask = np.broadcast_to(mask, (*lead, h, m, n)).reshape(-1, h, m, n)
        flat = [each.reshape(-1, *each.shape[-3:]) for each in tables]
        heads = np.asarray(grouped(*flat, mask=mask, is_causal=is_causal))
        return heads.swapaxes(-3, -2).reshape(*lead, m, -1) @ params["w_o"]

    return grouped_heads
