"""Floats: sums in another order and weights without a division, on numbers."""

import numpy as np
from hypothesis import strategies as st
from mpmath import mp

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import logits, orders
from theory.rounding import bound_logsumexp, bound_sum


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


@holds(
    "floats.two-orders-of-a-sum",
    "floats.two-orders-of-a-dot-product",
    x=logits(kinds=("ties", "moderate", "spikes"), batch=False),
    data=st.data(),
)
def test_two_orders_of_a_sum_differ_by_at_most_both_bounds(subject, x, data):
    ones = np.ones((1, x.size), dtype=x.dtype)
    bound = bound_sum(sum(map(abs, oracle.exact(x)), mp.zero), x.size, x.dtype.name)
    one = subject.dot(ones, x[None, :])[0]
    other = subject.dot(ones, x[None, list(data.draw(orders(x)))])[0]
    within(other, oracle.exact(one), [2 * bound], "the sum in another order")


@holds(
    "floats.division-free-weight",
    x=logits(kinds=("ties", "moderate", "spikes", "shifted"), batch=False),
)
def test_weights_without_a_division_answer_for_the_logarithm(subject, x):
    row = oracle.exact(x)
    p, normaliser = oracle.softmax(row), oracle.logsumexp(row)
    off = bound_logsumexp(row, p, normaliser, x.dtype.name)
    (found,) = oracle.exact(subject.logsumexp(x).reshape(1))
    weights = [mp.exp(score - found) for score in row]
    within(weights, p, [w * mp.expm1(off) for w in p], "weights without a division")
