"""One layer with one head has no memory of what stood beside a token."""

from itertools import product

import numpy as np

from impl.induction import next_by_repetition
from proofs.engine.evidence import closes, derivation, exact_run
from theory.decoder.induction import (
    FREE,
    A,
    B,
    C,
    D,
    at_right,
    g,
    held,
    is_last,
    left_over,
    other,
    r,
    right,
    said,
    sharp,
    sharp_at,
)
from theory.letters import j, k, m, n
from theory.lookup import hard as hard_lookup
from theory.lookup.hard import T
from theory.lookup.hard import g as lead_of
from theory.softmax.words import v, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp
from theory.stating.variables import positive

ONE_LAYER = "decoder.one-layer-cannot-go-on"

closes(ONE_LAYER, "a token at a place says the same on both sides")


def masses_are_positive(chain):
    return chain.closes("exponentials are positive")


for each in range(1, 5):
    derivation(ONE_LAYER, duty=each, turned=True)(masses_are_positive)


first, second, third = (positive(name) for name in "xyz")  # by how much each leads
RIGHT = {
    said[1, D]: -said[2, B] - said[3, A] - said[4, C] - second,
    said[2, B]: third - said[1, A] - said[3, D] - said[4, C],
    said[1, A]: -said[2, C] - said[3, D] - said[4, B] - first,
}


closes(
    "decoder.one-layer-fails-one-of-four",
    "the first two have the same eight terms together as the last two",
    let=RIGHT,
)


NET, SAME, APART = "decoder.a-net-after-one-layer-goes-on", "both or neither", "one alone"

closes(NET, APART, APART, SAME, SAME)


def _all_named(bits):
    tokens = [2 * twos + ones for twos, ones in bits.tolist()]
    return [_named_next(*tokens[:at], 4, *tokens[at:], 4) for at in range(FREE)]


@exact_run("decoder.two-layers-go-on", {"went_on": _all_named})
def every_sequence():
    for bits in product(product((0, 1), repeat=2), repeat=FREE):
        yield {r: bits}


def _named_next(*seen):
    """Return the token that the two layers name after these; the query is token 4."""
    weights = next_by_repetition(np.asarray(seen), 5)
    return int(weights.argmax())


slack = numbers("r", n, domain="nonnegative")
SHARP, HARD = "decoder.sharp-layers-go-on", "lookup.soft-tends-to-hard"


@derivation(SHARP)
def one_place_leads_by_the_sharpness(chain):
    at = {x: every(j, entry=sharp * delta(j, k)), T: 1, lead_of: sharp}
    return chain.cites(HARD, "one score leads all others by s", at)


BELOW = {held[j]: held[k] - (1 - delta(j, k)) * (g + slack[j])}


@derivation(SHARP, duty=1, let=BELOW)
def one_place_leads_by_a_share_of_it(chain):
    at = {x: sharp * held, T: 1, lead_of: sharp * g}
    return chain.cites(HARD, "one score leads all others by at least s g", at)


near, PRECISION = numbers("y", n, domain="nonnegative"), "lookup.retrieval-precision"
BEFORE, SURE = "decoder.first-layer-holds-the-token-before", "decoder.two-layers-are-sure"


def _precise(chain, duty):
    at = {x: sharp_at, v: is_last, T: 1, lead_of: sharp, hard_lookup.D: 1}
    return chain.cites(PRECISION, "one score leads all others by s", at, duty)


@derivation(BEFORE, turned=True)
def no_more_than_the_token_before(chain):
    return _precise(chain, 1)


@derivation(BEFORE, duty=1)
def no_less_than_the_token_before(chain):
    return _precise(chain, 0)


high, low = numbers("y", m, domain="nonnegative"), numbers("z", n, domain="nonnegative")


@derivation(
    SURE, let={right[at_right]: 1 - left_over + high[at_right], other[j]: left_over - low[j]}
)
def right_places_outweigh_the_others(chain):
    mass_right = total((sharp * (1 - left_over + high)).map(exp))
    mass_other = total((sharp * (left_over - low)).map(exp))
    return (
        chain.equals(1 - mass_other / (mass_right + mass_other), "what the others weigh")
        .at_least(1 - mass_other / mass_right, "their weight is positive")
        .at_least(
            1 - n * exp(sharp * left_over) / mass_right,
            "none of the others holds more than (L - 1) exp(-s)",
        )
        .at_least(
            1 - n * exp(sharp * left_over) / (m * exp(sharp * (1 - left_over))),
            "each holds at least 1 - (L - 1) exp(-s)",
        )
        .closes("both exponents together")
    )
