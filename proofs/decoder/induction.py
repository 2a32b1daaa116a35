"""One layer with one head has no memory of what stood beside a token."""

from itertools import product

from impl.induction import next_by_repetition
from proofs.arrays import digits
from proofs.arrays.objects import INT
from proofs.engine.evidence import derivation, exact_run
from theory.induction import SEEN, g, held, r, sharp
from theory.letters import j, k, n
from theory.lookup import T, x
from theory.lookup import g as lead
from theory.stating.families import delta, every, numbers

ONE_LAYER = "decoder.one-layer-cannot-go-on"


@derivation(ONE_LAYER)
def the_same_eight_terms_on_both_sides(chain):
    return chain.closes("a token at a place says the same on both sides")


@derivation(ONE_LAYER, duty=1, turned=True)
def masses_are_positive(chain):
    return chain.closes("weights are positive")


@derivation(ONE_LAYER, duty=2, turned=True)
def so_is_the_other(chain):
    return chain.closes("weights are positive")


@exact_run("decoder.two-layers-go-on")
def every_sequence_is_gone_on_with():
    for bits in product((0, 1), repeat=SEEN - 1):
        yield {r: bits}, [_named_next(*bits[:place], 2, *bits[place:], 2) for place in range(3)]


def _named_next(*seen):
    """Return the token that the two layers name after these; the query is token 2."""
    weights = next_by_repetition(digits.xp.asarray(list(seen), dtype=INT), 3)
    return int(digits.xp.argmax(weights, axis=0))


slack = numbers("r", n, domain="nonnegative")
SHARP, HARD = "decoder.sharp-layers-go-on", "lookup.soft-tends-to-hard"


@derivation(SHARP)
def one_place_leads_by_the_sharpness(chain):
    at = {x: every(j, entry=sharp * delta(j, k)), T: 1, lead: sharp}
    return chain.cites(HARD, "one score leads all others by s", at)


BELOW = {held[j]: held[k] - (1 - delta(j, k)) * (g + slack[j])}


@derivation(SHARP, duty=1, let=BELOW)
def one_place_leads_by_a_share_of_it(chain):
    at = {x: sharp * held, T: 1, lead: sharp * g}
    return chain.cites(HARD, "one score leads all others by s g", at)
