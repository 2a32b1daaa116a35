"""The feed-forward net: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.as_stated import holds_in_digits
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import DTYPES, numbers, orders
from theory.feedforward.words import gelu_hat, point, rounding
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_feed_forward, bound_gelu

SMALL = st.integers(1, 3)


@st.composite
def nets(draw, dtypes=DTYPES):
    """Draw rows (..., d) and the parameters of a net."""
    lead, d, d_ff, d_out = (
        draw(st.sampled_from([(2,), (1, 3)])),
        draw(SMALL),
        draw(SMALL | st.just(70)),
        draw(SMALL),
    )
    dtype = draw(st.sampled_from(dtypes))
    shapes = {"w_1": (d, d_ff), "b_1": (d_ff,), "w_2": (d_ff, d_out), "b_2": (d_out,)}
    drawn = {name: numbers(min(np.prod(shape), 9), dtype=dtype) for name, shape in shapes.items()}
    params = {name: np.resize(draw(drawn[name]), shape) for name, shape in shapes.items()}
    return draw(numbers(*lead, d, dtype=dtype)), params


@remembered
def exact_net(x, params, bend):
    """Return the exact output and its bounds, row by row."""
    dtype, d = x.dtype.name, x.shape[-1]
    w_1, w_2 = ([oracle.exact(column) for column in params[name].T] for name in ("w_1", "w_2"))
    b_1, b_2 = oracle.exact(params["b_1"]), oracle.exact(params["b_2"])
    values, bounds = [], []
    for row in map(oracle.exact, x.reshape(-1, d)):
        hidden = [oracle.mean(row, w) + b for w, b in zip(w_1, b_1, strict=True)]
        sizes = [sum((abs(p * q) for p, q in zip(row, w, strict=True)), abs(b))
                 for w, b in zip(w_1, b_1, strict=True)]  # fmt: skip
        for w, b in zip(w_2, b_2, strict=True):
            values.append(oracle.mean(w, map(bend, hidden)) + b)
            bounds.append(bound_feed_forward(sizes, w, b, d, dtype))
    return values, bounds


def relu(x):
    return max(x, mp.zero)


@holds("feedforward.definition", "feedforward.sizes", net=nets())
def test_the_net_is_two_layers_with_a_bend(subject, net):
    x, params = net
    output = subject.feed_forward(x, params)
    assert output.dtype == x.dtype
    assert output.shape == (*x.shape[:-1], len(params["b_2"]))
    within(output.reshape(-1), *exact_net(x, params, relu), "feed-forward net")


@holds("feedforward.affine-without-a-bend", "feedforward.an-affine-map-keeps-midpoints", net=nets())
def test_without_a_bend_the_net_is_one_affine_map(subject, net):
    x, params = net
    output = subject.feed_forward(x, params, activation=lambda hidden: hidden)
    within(output.reshape(-1), *exact_net(x, params, lambda h: h), "net without a bend")


@holds("feedforward.each-row-by-itself", net=nets(dtypes=("float64",)), data=st.data())
def test_a_row_does_not_depend_on_the_others(subject, net, data):
    x, params = net
    rows = digits.array(x.reshape(-1, x.shape[-1]))
    exact = {name: digits.array(value) for name, value in params.items()}
    whole = subject.feed_forward(rows, exact)
    order = data.draw(orders(rows, axis=0))
    permuted = subject.feed_forward(digits.array(rows.data[order]), exact)
    assert (permuted.data == whole.data[order]).all()
    for place in range(rows.shape[0]):
        alone = subject.feed_forward(rows[place], exact)
        assert (alone.data == whole.data[place]).all()


@holds("feedforward.absolute-value", x=numbers(4, 1, dtype="float64", kinds=("moderate", "huge")))
def test_two_hidden_units_compute_the_absolute_value(subject, x):
    params = {
        "w_1": np.asarray([[1.0, -1.0]]), "b_1": np.zeros(2),
        "w_2": np.ones((2, 1)), "b_2": np.zeros(1),
    }  # fmt: skip
    assert (subject.feed_forward(x, params) == abs(x)).all()


@holds("feedforward.definition", x=st.sampled_from(DTYPES).flatmap(
    lambda dtype: numbers(6, dtype=dtype, kinds=("ties", "moderate", "huge", "far below"))
))  # fmt: skip
def test_relu_keeps_what_is_positive(subject, x):
    assert (subject.relu(x) == np.where(x > 0, x, 0)).all()


@holds(
    "feedforward.gelu", "feedforward.gelu-is-close",
    x=st.sampled_from(DTYPES).flatmap(
        lambda dtype: numbers(6, dtype=dtype, kinds=("ties", "moderate", "spikes", "far below"))
    ),
)  # fmt: skip
def test_gelu_is_the_tanh_form_and_close_to_the_normal_one(subject, x):
    got = subject.gelu(x)
    assert got.dtype == x.dtype
    for value, entry in zip(got, oracle.exact(x), strict=True):
        cubic = entry + mp.mpf(44715) / 10**6 * entry**3
        tanh_form = entry * (1 + mp.tanh(mp.sqrt(2 / mp.pi) * cubic)) / 2
        off = bound_gelu(entry, x.dtype.name)
        within([value], [tanh_form], [off], "gelu")
        case = {point: entry, gelu_hat: mp.mpf(float(value)), rounding: off}
        holds_in_digits("feedforward.gelu-is-close", case)


def test_gelu_meets_a_known_value_and_its_ends(subject):
    # x Φ(x) at 1 is 0.841344746...; the tanh form gives 0.841191990608...
    got = float(subject.gelu(np.asarray([1.0]))[0])
    within(
        [got], [mp.mpf("0.84119199060827684306841553613")], [bound_gelu(1, "float64")], "gelu(1)"
    )
    for large in (1e300, 1.7e308, np.inf):
        assert subject.gelu(np.asarray([large, -large])).tolist() == [large, 0.0]
    assert subject.gelu(np.asarray([40000], dtype="float16")).tolist() == [40000.0]


def test_a_nan_stays_in_its_row(subject):
    x = np.asarray([[np.nan], [2.0]])
    one = {"w_1": np.ones((1, 1)), "b_1": np.zeros(1), "w_2": np.ones((1, 1)), "b_2": np.zeros(1)}
    output = subject.feed_forward(x, one)
    assert np.isnan(output[0, 0])
    assert output[1, 0] == 2
