"""The sizes of the net, and its share of a block's parameters."""

import sympy as sp

from impl.feedforward import feed_forward
from proofs.arrays import shapes
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses, sizes
from theory.symbols import (
    L,
    d,
    d_ff,
)  # fmt: skip


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
