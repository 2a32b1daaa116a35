"""Grouped heads are heads with tied projections; two orders of them are a permutation apart."""

from impl.grouped import PARAMS, grouped_heads
from impl.heads import project
from proofs.engine.at_case import At
from proofs.engine.evidence import computes, counterexample, derivation, sizes
from proofs.rules import sift_within
from theory.heads.grouped import K, g, p, u

APART = "heads.orders-of-groups-are-a-permutation-apart"
STORE = "heads.groups-store-less"


def of_groups(x, y, *weights):
    """Run grouped heads with projections given one by one."""
    return grouped_heads(x, y, dict(zip(PARAMS, weights, strict=True)))


computes("heads.grouped", {"grouped": of_groups}, "the largest score of a row cancels")


@derivation("heads.groups-of-one-head-are-multi-head", turned=True)
def heads_side_by_side_are_summed(chain):
    return chain.by(sift_within, "column (r - 1) d_v + c is column c of head r").closes(
        "a sum of one head each"
    )


sizes(STORE, {"product": project})
sizes(STORE, {"product": project}, duty=1)
sizes(STORE, {"product": project}, duty=2)
sizes(STORE, {"product": project}, duty=3)


@derivation(APART)
def repeated_heads_have_their_groups_keys(chain):
    return chain.by(sift_within, "head (z, r) stands at one place").closes("as stated")


@derivation(APART, duty=1)
def tiled_heads_have_their_groups_keys(chain):
    return chain.by(sift_within, "head (z, r) stands at one place").closes("as stated")


@counterexample("heads.order-of-groups-is-free")
def the_second_of_four_heads():
    return At({g: 2, u: 2, K: (1, 2), p: 2})
