"""Floats: sums in another order, weights without a division, and halves kept in float32."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.accumulated import HALVES, accumulated, widened
from tests.helpers.holds import holds, within
from tests.helpers.strategies import (
    KINDS,
    hard_triples,
    logits,
    long_rows,
    numbers,
    orders,
    sides,
)
from tests.properties.test_heads import booleans, exact_attention
from tests.properties.test_normalization import exact_row
from theory.fifty_digits import mp
from theory.rounding.bounds import (
    bound_affine,
    bound_layer_norm,
    bound_logsumexp,
    bound_softmax,
    bound_sum,
)
from theory.rounding.stored_bounds import bound_stored


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
    x=logits(kinds=("ties", "moderate", "spikes"), batch=False)
    | logits(kinds=("moderate",), dtypes=("float64",), least=4, batch=False),
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


def assert_stored(found, exact, off, dtype, what):
    """Assert that numbers that were computed in float32 are off by that, and were rounded once."""
    assert found.dtype == dtype, f"{what} is of {found.dtype}, expected {dtype} as the rows are"
    bounds = bound_stored(exact, off, dtype.name)
    within(found.astype(float).reshape(-1), exact, bounds, f"{what} of {dtype.name}")


@holds("floats.stored-once", "floats.softmax", x=logits(dtypes=HALVES) | long_rows())
def test_softmax_of_halves_is_that_of_float32_rounded_once(subject, x):
    p = accumulated(subject.softmax)(x)
    for row, found in zip(x.reshape(-1, x.shape[-1]), p.reshape(-1, x.shape[-1]), strict=True):
        scores = oracle.exact(row)
        exact = oracle.softmax(scores)
        assert_stored(found, exact, bound_softmax(scores, exact, "float32"), x.dtype, "softmax")


@holds("floats.stored-once", "floats.attention", triple=hard_triples(), data=st.data())
def test_attention_of_halves_is_that_of_float32_rounded_once(subject, triple, data):
    q, k, _ = triple
    mask = None
    if data.draw(st.booleans()):
        mask = booleans(data.draw, len(q), len(k))
        mask[data.draw(st.integers(0, len(q) - 1))] &= data.draw(st.booleans())
    found = accumulated(subject.scaled_dot_product_attention)(*triple, mask=mask)
    exact, off = exact_attention(*map(widened, triple), kept=mask)
    assert_stored(found, exact, off, q.dtype, "attention")


@st.composite
def rows(draw):
    """Draw a row of halves, and a gain and a bias."""
    d, dtype = draw(sides), draw(st.sampled_from(HALVES))
    kinds = (KINDS, ("moderate",), ("moderate",))
    return [draw(numbers(d, dtype=dtype, kinds=each)) for each in kinds]


@holds(
    "floats.stored-once", "floats.layer-norm", "floats.gain-and-bias",
    row=rows(), eps=st.sampled_from([0.0, 1e-12, 1e-5]),
)  # fmt: skip
def test_layer_norm_of_halves_is_that_of_float32_rounded_once(subject, row, eps):
    found = accumulated(subject.layer_norm)(*row, eps=eps)
    x, gain, bias = map(oracle.exact, row)
    normal, off = exact_row(x, mp.mpf(eps)), bound_layer_norm(x, mp.mpf(eps), "float32")
    each = [*zip(normal, off, gain, bias, strict=True)]
    exact = [g * y + b for y, _, g, b in each]
    off = [bound_affine(*one, "float32") for one in each]
    assert_stored(found, exact, off, row[0].dtype, "LayerNorm")
