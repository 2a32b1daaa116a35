"""Attention in which no query sees what comes after it, whether it is asked for or not.

The last of as many queries as keys sees every key. So attention in no order follows from it, query
by query: each is asked as the last of its like.
"""

from dataclasses import replace

import numpy as np

from atensi.subjects.each_function import CAUSAL, SDPA, SEES
from atensi.subjects.offer import Function, Offer, RefusedError
from atensi.subjects.questions import Answer, ask

HOW = "each query as the last of as many as keys"
MOST = 2**12  # pairs of queries and keys, of which each is asked of as many keys again


def with_ours(offer: Offer) -> tuple[Offer, list[Answer]]:
    """Return the offer with attention in either order, if there is none but the causal one."""
    answer = ask(SEES, offer.functions)
    if answer is None or answer.said != CAUSAL:
        return offer, []
    functions = {**offer.functions, SDPA: in_either_order(offer.functions[SDPA])}
    how = {**offer.how, SDPA: f"{offer.how.get(SDPA, SDPA)}; in no order, {HOW}"}
    return replace(offer, functions=functions, how=how), [answer]


def in_either_order(causal: Function) -> Function:
    """Return attention in causal order where that is asked for, and in no order elsewhere."""

    def attention(q, k, v, is_causal=False, mask=None, **options):
        m, n = q.shape[-2], k.shape[-2]
        if is_causal:
            return causal(q, k, v, mask=mask, **options)
        if not 0 < m * n <= MOST:
            raise RefusedError("it has an order, without which it is asked of few keys")
        rows = mask if mask is None else np.broadcast_to(mask, (*mask.shape[:-2], m, n))
        output = []
        for i in range(m):
            query = np.repeat(q[..., i : i + 1, :], n, axis=-2)
            kept = None if rows is None else np.repeat(rows[..., i : i + 1, :], n, axis=-2)
            output.append(causal(query, k, v, mask=kept, **options)[..., -1:, :])
        return np.concatenate(output, axis=-2)

    return attention
