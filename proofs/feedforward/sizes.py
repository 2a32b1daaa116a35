"""The sizes of the net, and its share of a block's parameters."""

from impl.feedforward import PARAMS, feed_forward
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, formed, met_by, necessity, sizes
from theory.letters import d, d_ff
from theory.symbols import family


@derivation("feedforward.share-of-parameters")
def the_net_has_two_thirds(chain):
    return chain.given("fourfold", d_ff, 4 * d, "d_ff = 4d").closes("8d²/(12d²) = 2/3")


@necessity("feedforward.share-of-parameters", "fourfold")
def a_narrow_net_has_less():
    return At({d: 1, d_ff: 1})


@met_by("feedforward.share-of-parameters")
def four_units_for_one_column():
    return {d: 1, d_ff: 4}


def net(x, *given):
    return feed_forward(x, dict(zip(PARAMS, given, strict=True)))


@counterexample("feedforward.first-layer-widens")
def one_unit_for_two_columns():
    x, w = expressions.entries(family("x"), 1, 2), expressions.entries(family("W"), 2, 1)
    return At({d: 2, d_ff: 1}, (x @ w).tolist(), "one component, from two")


formed("feedforward.sizes")
sizes("feedforward.sizes", {"net": net}, duty=1)
