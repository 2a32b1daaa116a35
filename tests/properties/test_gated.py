"""Gated nets: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import DTYPES, numbers
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_gated, bound_silu

SMALL = st.integers(1, 3)


def silu(t):
    return t / (1 + mp.exp(-t))


@st.composite
def nets(draw, dtypes=DTYPES):
    """Draw rows (..., d) and the parameters of a gated net."""
    d, d_ff, d_out = draw(SMALL), draw(SMALL), draw(SMALL)
    lead, dtype = draw(st.sampled_from([(2,), (1, 3)])), draw(st.sampled_from(dtypes))
    shapes = {"w_gate": (d, d_ff), "w_up": (d, d_ff), "w_down": (d_ff, d_out)}
    params = {name: draw(numbers(*shape, dtype=dtype)) for name, shape in shapes.items()}
    return draw(numbers(*lead, d, dtype=dtype)), params


@remembered
def exact_net(x, params, bend=silu):
    """Return the exact output and its bounds, row by row."""
    dtype, d = x.dtype.name, x.shape[-1]
    gates, ups, downs = (
        [oracle.exact(column) for column in params[name].T] for name in ("w_gate", "w_up", "w_down")
    )
    size = lambda row, w: sum((abs(a * b) for a, b in zip(row, w, strict=True)), mp.zero)
    values, bounds = [], []
    for row in map(oracle.exact, x.reshape(-1, d)):
        units = [(oracle.mean(row, g), size(row, g), oracle.mean(row, u), size(row, u))
                 for g, u in zip(gates, ups, strict=True)]  # fmt: skip
        for w in downs:
            values.append(oracle.mean(w, [bend(z) * u for z, _, u, _ in units]))
            bounds.append(bound_gated(units, w, d, dtype))
    return values, bounds


@holds("feedforward.gated", "feedforward.gated-is-linear-in-its-units", net=nets())
def test_units_are_multiplied_by_their_gates(subject, net):
    x, params = net
    output = subject.gated_feed_forward(x, params)
    assert output.dtype == x.dtype
    assert output.shape == (*x.shape[:-1], params["w_down"].shape[1])
    within(output.reshape(-1), *exact_net(x, params), "gated net")


@holds("feedforward.linear-gate-is-quadratic", "feedforward.relu-gates-itself", net=nets())
def test_the_gate_is_bent_as_it_is_asked_to(subject, net):
    x, params = net
    output = subject.gated_feed_forward(x, params, activation=lambda hidden: hidden)
    within(output.reshape(-1), *exact_net(x, params, lambda z: z), "net with a linear gate")
    itself = {**params, "w_up": params["w_gate"]}
    output = subject.gated_feed_forward(x, itself, activation=lambda z: np.maximum(z, 0))
    within(output.reshape(-1), *exact_net(x, itself, lambda z: max(z, mp.zero)), "squared ReLU")


@holds(
    "feedforward.silu",
    x=st.sampled_from(DTYPES).flatmap(
        lambda dtype: numbers(6, dtype=dtype, kinds=("ties", "moderate", "spikes", "far below"))
    ),
)  # fmt: skip
def test_silu_is_its_argument_times_a_share(subject, x):
    got = subject.silu(x)
    assert got.dtype == x.dtype
    exact = [silu(entry) for entry in oracle.exact(x)]
    bounds = [bound_silu(entry, value, x.dtype.name)
              for entry, value in zip(oracle.exact(x), exact, strict=True)]  # fmt: skip
    within(got, exact, bounds, "SiLU")
