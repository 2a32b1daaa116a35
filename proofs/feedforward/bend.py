"""Without a bend the net is affine; with one, two units compute |x|."""

import sympy as sp

from impl.feedforward import feed_forward, relu
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import derivation, exact_run, refuses
from proofs.engine.rules import maximum
from proofs.feedforward.net import W_1, W_2, X, b_1, b_2, net, t, x
from theory import feedforward as theory
from theory import heads
from theory.symbols import (
    a,
    at,
    b,
    c,
    d_ff,
    d_q,
    family,
    real,
    sum_to,
    u,
)  # fmt: skip

Q, K, V, W_v = (family(name) for name in ("Q", "K", "V", "W_v"))


def _identity(value):
    return value


def _bent_nowhere():
    """The net without activation, as a function of x, for a width of d_q."""
    hidden = sum_to(d_q, a, x[a] * W_1[a, b]) + b_1[b]
    return sum_to(d_ff, b, hidden * W_2[b, c]) + b_2[c]


@derivation("feedforward.affine-without-a-bend")
def the_slope_is_the_product_of_the_layers():
    return Chain(sp.Derivative(_bent_nowhere(), x[u])).equals(
        sum_to(d_ff, b, W_1[u, b] * W_2[b, c]), "entry (u, c) of W_1 W_2, free of x"
    )


refuses(
    the_slope_is_the_product_of_the_layers,
    lambda: Chain(sp.Derivative(_bent_nowhere(), x[u])).equals(0, "constant"),
)


@derivation("feedforward.affine-without-a-bend")
def the_value_at_zero_is_the_bias():
    return Chain(net(lambda _: 0, _identity)).equals(
        sum_to(d_ff, b, b_1[b] * W_2[b, c]) + b_2[c], "b_1 W_2 + b_2"
    )


refuses(
    the_value_at_zero_is_the_bias, lambda: Chain(net(lambda _: 0, _identity)).equals(0, "linear")
)


@derivation("feedforward.an-affine-map-keeps-midpoints")
def midpoints_are_kept():
    return Chain(_both_sides()).equals(2 * net(x, _identity), "the terms in t cancel")


refuses(midpoints_are_kept, lambda: Chain(_both_sides()).equals(net(x, _identity), "once"))


def _both_sides():
    up = net(lambda column: x[column] + t[column], _identity)
    return up + net(lambda column: x[column] - t[column], _identity)


@derivation("feedforward.absolute-value")
def two_units_compute_the_absolute_value():
    return _opened_units().equals(sp.Abs(real("x")), "x cancels")


refuses(
    two_units_compute_the_absolute_value,
    lambda: _opened_units().equals(real("x"), "the first unit passes all"),
)


def _opened_units():
    units = theory.relu(real("x")) + theory.relu(-real("x"))
    return Chain(units).by(maximum, "max(0, x) = (x + |x|)/2")


@exact_run("feedforward.absolute-value")
def the_explicit_weights_compute_it():
    params = {"w_1": [[1, -1]], "b_1": [0, 0], "w_2": [[1], [1]], "b_2": [0]}
    params = {name: symbols.array(value) for name, value in params.items()}
    rows = symbols.array([[-2], [0], [sp.Rational(1, 3)]])
    ours = feed_forward(rows, params, activation=relu).flat()
    yield "x = -2, 0, 1/3", ours, [2, 0, sp.Rational(1, 3)]


def _alone():
    """One coordinate of self-attention with n = 1: the row attends to itself."""
    values = heads.projected(X, W_v, d_q)
    return at(heads.scaled_dot_product_attention(Q, K, values, 1, u), n=1)


@derivation("feedforward.attention-alone-is-linear-for-one-row")
def one_row_attends_to_itself():
    return Chain(_alone()).equals(
        sum_to(d_q, a, X[1, a] * W_v[a, u]), "the only weight is exp(s)/exp(s) = 1"
    )


refuses(one_row_attends_to_itself, lambda: Chain(_alone()).equals(0, "nothing to attend to"))
