"""The sizes of the net, and its share of a block's parameters."""

from impl.feedforward import feed_forward
from proofs.arrays import shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, met_by, necessity, sizes
from theory.letters import d, d_ff
from theory.symbols import L
from theory.symbols import d as width
from theory.symbols import d_ff as units


@derivation("feedforward.share-of-parameters")
def the_net_has_two_thirds(chain):
    return chain.given("fourfold", d_ff, 4 * d, "d_ff = 4d").closes("8d²/(12d²) = 2/3")


@necessity("feedforward.share-of-parameters", "fourfold")
def a_narrow_net_has_less():
    return At({d: 1, d_ff: 1})


@met_by("feedforward.share-of-parameters")
def four_units_for_one_column():
    return {d: 1, d_ff: 4}


ROWS = shapes.array(L, width)
PARAMS = {
    "w_1": shapes.array(width, units), "b_1": shapes.array(units),
    "w_2": shapes.array(units, width), "b_2": shapes.array(width),
}  # fmt: skip


@sizes("feedforward.sizes")
def sizes_of_the_hidden_rows():
    yield "x W_1 + b_1", (ROWS @ PARAMS["w_1"] + PARAMS["b_1"]).shape, {}


@sizes("feedforward.sizes", duty=1)
def sizes_of_the_net():
    with shapes.counting() as cost:
        output = feed_forward(ROWS, PARAMS)
    yield "FFN(X)", output.shape, {"multiply-adds": cost.multiply_adds}
