"""The net as printed, which works on each row by itself.

Method of the chapter: derivations for all widths, with any activation φ where it does not matter;
exact runs of `impl`; witnesses.
"""

import sympy as sp

from impl.feedforward import feed_forward, gelu
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from theory import feedforward as theory
from theory.symbols import (
    at,
    c,
    family,
    i,
    k,
)  # fmt: skip

x, t = family("x"), family("t")


X, W_1, b_1, W_2, b_2 = (family(name) for name in ("X", "W_1", "b_1", "W_2", "b_2"))


phi = sp.Function("phi")


def _params(width, hidden, out):
    return {
        "w_1": symbols.entries(W_1, width, hidden), "b_1": symbols.entries(b_1, hidden),
        "w_2": symbols.entries(W_2, hidden, out), "b_2": symbols.entries(b_2, out),
    }  # fmt: skip


def net(row, activation=theory.relu, column=c):
    return theory.feed_forward(row, W_1, b_1, W_2, b_2, activation, column)


@exact_run("feedforward.definition")
def the_net_is_the_printed_formula():
    for width, hidden, out in ((1, 1, 2), (2, 1, 1), (2, 3, 2)):
        ours = feed_forward(symbols.entries(x, width), _params(width, hidden, out)).tolist()
        printed = [at(net(x, column=column), d=width, d_ff=hidden) for column in range(1, out + 1)]
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
        Chain(net(_changed, phi))
        .given("another-row", sp.KroneckerDelta(i, k), 0, "i ≠ k")
        .equals(net(lambda column: X[i, column], phi), "nothing is added")
    )


refuses(
    another_row_does_not_matter,
    lambda: Chain(net(_changed, phi)).equals(net(lambda col: X[i, col], phi), "any row"),
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
