"""Floats: sums in another order, on numbers."""

import numpy as np
from hypothesis import strategies as st
from mpmath import mp

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import logits, orders
from theory.rounding import bound_sum


@holds(
    "floats.sum-in-any-order",
    x=logits(kinds=("ties", "moderate", "spikes"), batch=False),
    data=st.data(),
)
def test_a_sum_stays_within_its_bound_in_another_order(subject, x, data):
    row, ones = oracle.exact(x), np.ones((1, x.size), dtype=x.dtype)
    exact, size = sum(row, mp.zero), sum(map(abs, row), mp.zero)
    bound = bound_sum(size, x.size, x.dtype.name)  # the products with 1 are exact
    for order in (range(x.size), data.draw(orders(x))):
        within(subject.dot(ones, x[None, list(order)])[0], [exact], [bound], "the sum")
