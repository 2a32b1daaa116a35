"""Why the claims on the feed-forward net hold, or fail.

Method: derivations for all widths, with any activation φ where it does not matter; exact runs of
`impl`; witnesses.
"""

import sympy as sp

from impl.feedforward import feed_forward, gelu, relu
from proofs.arrays import shapes, symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses, sizes
from proofs.engine.rules import maximum
from theory import feedforward as theory
from theory import heads
from theory.symbols import (
    L,
    a,
    at,
    b,
    c,
    d,
    d_ff,
    d_q,
    family,
    i,
    k,
    real,
    sum_to,
    u,
)  # fmt: skip

x, t = family("x"), family("t")
X, W_1, b_1, W_2, b_2 = (family(name) for name in ("X", "W_1", "b_1", "W_2", "b_2"))
Q, K, V, W_v = (family(name) for name in ("Q", "K", "V", "W_v"))
phi = sp.Function("phi")


def _params(width, hidden, out):
    return {
        "w_1": symbols.entries(W_1, width, hidden), "b_1": symbols.entries(b_1, hidden),
        "w_2": symbols.entries(W_2, hidden, out), "b_2": symbols.entries(b_2, out),
    }  # fmt: skip


def _net(row, activation=theory.relu, column=c):
    return theory.feed_forward(row, W_1, b_1, W_2, b_2, activation, column)


@exact_run("feedforward.definition")
def the_net_is_the_printed_formula():
    for width, hidden, out in ((1, 1, 2), (2, 1, 1), (2, 3, 2)):
        ours = feed_forward(symbols.entries(x, width), _params(width, hidden, out)).tolist()
        printed = [at(_net(x, column=column), d=width, d_ff=hidden) for column in range(1, out + 1)]
        yield f"d = {width}, d_ff = {hidden}, d_out = {out}", ours, printed


@exact_run("feedforward.gelu")
def gelu_is_the_printed_form():
    points = [sp.Rational(p, 2) for p in (-3, 0, 1, 4)]
    yield (
        "x = -3/2, 0, 1/2, 2",
        gelu(symbols.array(points)).tolist(),
        [theory.gelu_tanh(point) for point in points],
    )


def _changed(column):
    return X[i, column] + sp.KroneckerDelta(i, k) * t[column]


@derivation("feedforward.each-row-by-itself")
def another_row_does_not_matter():
    return (
        Chain(_net(_changed, phi))
        .given("another-row", sp.KroneckerDelta(i, k), 0, "i ≠ k")
        .equals(_net(lambda column: X[i, column], phi), "nothing is added")
    )


refuses(
    another_row_does_not_matter,
    lambda: Chain(_net(_changed, phi)).equals(_net(lambda col: X[i, col], phi), "any row"),
)


@necessity("feedforward.each-row-by-itself", "another-row")
def its_own_row_matters():
    one = {"w_1": [[1]], "b_1": [0], "w_2": [[1]], "b_2": [0]}
    params = {name: symbols.array(value) for name, value in one.items()}
    before, after = (feed_forward(symbols.array([[v], [5]]), params).tolist() for v in (1, 2))
    return Witness(
        given={"X": "(1, 5), then (2, 5)", "W_1 = W_2": "1"},
        claimed="the first row's output stays",
        left=after[0][0],
        op="=",
        right=before[0][0],
        ours=after[1],
        instead="the second row's output, which stays",
    )


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
    return Chain(_net(lambda _: 0, _identity)).equals(
        sum_to(d_ff, b, b_1[b] * W_2[b, c]) + b_2[c], "b_1 W_2 + b_2"
    )


refuses(
    the_value_at_zero_is_the_bias, lambda: Chain(_net(lambda _: 0, _identity)).equals(0, "linear")
)


@derivation("feedforward.an-affine-map-keeps-midpoints")
def midpoints_are_kept():
    return Chain(_both_sides()).equals(2 * _net(x, _identity), "the terms in t cancel")


refuses(midpoints_are_kept, lambda: Chain(_both_sides()).equals(_net(x, _identity), "once"))


def _both_sides():
    up = _net(lambda column: x[column] + t[column], _identity)
    return up + _net(lambda column: x[column] - t[column], _identity)


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


def _share():
    """The matrices' share, with 2 d d_ff entries in the net and 4 d² in attention."""
    return 2 * d * d_ff / (2 * d * d_ff + 4 * d**2)


@derivation("feedforward.share-of-parameters")
def the_net_has_two_thirds():
    return (
        Chain(_share())
        .given("fourfold", d_ff, 4 * d, "d_ff = 4d")
        .equals(sp.Rational(2, 3), "8d²/(12d²) = 2/3")
    )


refuses(
    the_net_has_two_thirds,
    lambda: Chain(_share()).equals(sp.Rational(2, 3), "for any width of the net"),
)


@necessity("feedforward.share-of-parameters", "fourfold")
def a_narrow_net_has_less():
    return Witness(
        given={"d": "1", "d_ff": "1"},
        claimed="the share is 2/3",
        left=_share().subs({d: 1, d_ff: 1}),
        op="=",
        right=sp.Rational(2, 3),
    )


@sizes("feedforward.sizes")
def sizes_of_the_net():
    rows = shapes.array(L, d)
    params = {
        "w_1": shapes.array(d, d_ff), "b_1": shapes.array(d_ff),
        "w_2": shapes.array(d_ff, d), "b_2": shapes.array(d),
    }  # fmt: skip
    yield "x W_1 + b_1", (rows @ params["w_1"] + params["b_1"]).shape, (L, d_ff), {}
    with shapes.counting() as cost:
        output = feed_forward(rows, params)
    yield "FFN(X)", output.shape, (L, d), {"multiply-adds": cost.multiply_adds}
