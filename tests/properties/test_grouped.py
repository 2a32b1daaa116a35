"""Grouped heads: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers.holds import holds, within
from tests.helpers.strategies import DTYPES
from tests.properties.test_heads import (
    RANDOM,
    SMALL,
    assert_each_of_a_batch_has_a_mask_for_each_head,
    booleans,
    exact_heads,
    one_by_one,
)


@st.composite
def layers(draw, dtypes=DTYPES):
    """Draw two inputs and weights, small whole numbers, so that projections are exact in floats."""
    g, u, m, n, d, e, d_k, d_v, d_out = (draw(SMALL) for _ in range(9))
    dtype = draw(st.sampled_from(dtypes))

    def whole(*shape):
        count = int(np.prod(shape))
        flat = draw(st.lists(st.integers(-2, 2), min_size=count, max_size=count))
        return np.asarray(flat, dtype=dtype).reshape(shape)

    params = {
        "w_q": whole(g, u, d, d_k), "w_k": whole(g, e, d_k), "w_v": whole(g, e, d_v),
        "w_o": whole(g * u * d_v, d_out),
    }  # fmt: skip
    return whole(m, d), whole(n, e), params


@holds("heads.grouped", "heads.orders-of-groups-are-a-permutation-apart", layer=layers())
def test_the_heads_of_a_group_share_keys_and_values(subject, layer):
    x, y, params = layer
    output = subject.grouped_heads(x, y, params)
    assert output.dtype == x.dtype
    exact, bounds = exact_heads(x, y, one_by_one(params))
    within(output.reshape(-1), exact.ravel(), bounds.ravel(), "grouped heads")


@holds("heads.grouped", layer=layers(), data=st.data())
def test_a_mask_and_causal_order_hold_in_every_group(subject, layer, data):
    x, y, params = layer
    mask = booleans(data.draw, len(x), len(y))
    exact, bounds = exact_heads(x, y, one_by_one(params), kept=mask)
    output = subject.grouped_heads(x, y, params, mask=mask)
    within(output.reshape(-1), exact.ravel(), bounds.ravel(), "masked grouped heads")
    square = x[:1].repeat(len(y), axis=0) + np.arange(len(y), dtype=x.dtype)[:, None]
    kept = mask[:1] & np.tril(np.ones((len(y), len(y)), dtype=bool))
    exact, bounds = exact_heads(square, y, one_by_one(params), kept=kept)
    output = subject.grouped_heads(square, y, params, mask=mask[:1], is_causal=True)
    within(output.reshape(-1), exact.ravel(), bounds.ravel(), "causal grouped heads")


@holds("heads.grouped", layer=layers(), random=RANDOM)
def test_each_head_of_a_group_has_a_mask_of_its_own_in_a_batch(subject, layer, random):
    assert_each_of_a_batch_has_a_mask_for_each_head(subject.grouped_heads, layer, random)
