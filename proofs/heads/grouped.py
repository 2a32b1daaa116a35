"""Grouped heads are heads with tied projections; two orders of them are a permutation apart."""

from impl.grouped import PARAMS, grouped_heads
from impl.heads import project
from proofs.arrays import shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, general_run, sizes
from proofs.rules import sift_within
from theory.grouped import K, g, p, u
from theory.symbols import d, d_k, d_v, n, size

APART = "heads.orders-of-groups-are-a-permutation-apart"
STORE = "heads.groups-store-less"
groups = size("g")


def of_groups(x, y, *weights):
    """Run grouped heads with projections given one by one."""
    return grouped_heads(x, y, dict(zip(PARAMS, weights, strict=True)))


@general_run("heads.grouped", {"grouped": of_groups})
def groups_share_keys_and_values(chain):
    return chain.closes("the largest score of a row cancels")


@sizes(STORE)
def keys_of_groups():
    yield "keys", project(shapes.array(n, d), shapes.array(groups, d, d_k)).shape, {}


@sizes(STORE, duty=1)
def values_of_groups():
    yield "values", project(shapes.array(n, d), shapes.array(groups, d, d_v)).shape, {}


@derivation(APART)
def repeated_heads_have_their_groups_keys(chain):
    return chain.by(sift_within, "head (z, r) stands at one place").closes("as stated")


@derivation(APART, duty=1)
def tiled_heads_have_their_groups_keys(chain):
    return chain.by(sift_within, "head (z, r) stands at one place").closes("as stated")


@counterexample("heads.order-of-groups-is-free")
def the_second_of_four_heads():
    return At({g: 2, u: 2, K: (1, 2), p: 2})
