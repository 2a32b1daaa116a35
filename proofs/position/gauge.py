"""Which changes of basis rotary positions leave."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by
from theory.heads.gauge import (
    g,
    k,
    k_,
    omega,
    p,
    pair,
    pair_,
    q,
    q_,
    r,
    tables,
    turn_commutes,
)
from theory.stating.operations import cos, sin

closes("position.rotary-leaves-turns-and-scales", "turns add their angles, and the scales cancel")


@counterexample("position.rotary-ignores-the-basis")
def a_quarter_of_a_turn_swaps_the_entries():
    half = {q: (1,), q_: (0,), k: (0,), k_: (1,), g: (2,), omega: (sp.pi / 2,), p: 0, r: 1}
    return At(half)


APART, ALONE = "position.rotary-keeps-pairs-apart", "position.rotary-turns-and-scales-alone"
sums = [each.links[0] for each in turn_commutes(pair, pair_)]
cos_a, cos_b, sin_a, sin_b = (f(omega[each]) for f in (cos, sin) for each in (pair, pair_))
near, far, own, other = 1 - cos_a * cos_b, sin_a * sin_b, sin_a * cos_b, cos_a * sin_b


def combined(chain, *weights):
    """Weigh what commutes, less itself: it is the lead times the entry, and 0."""
    parts = [w / 2 * s.left - w / 2 * s.right for w, s in zip(weights, sums, strict=True)]
    chain = chain.equals(sum(parts[1:], parts[0]), "a turn and its inverse add up to 2 cos ω")
    for each in sums:
        chain = chain.given("", each.left, each.right, "the turn and the change commute")
    return chain.closes("nothing is left")


@derivation(APART)
def of_first_entries(chain):
    return combined(chain, near, -other, own, far)


@derivation(APART, duty=1)
def from_first_to_second_entries(chain):
    return combined(chain, other, near, -far, own)


@derivation(APART, duty=2)
def from_second_to_first_entries(chain):
    return combined(chain, -own, -far, near, -other)


@derivation(APART, duty=3)
def of_second_entries(chain):
    return combined(chain, far, -own, other, near)


first, second, *_ = [each.links[0] for each in turn_commutes(pair, pair)]


def at_one_pair(chain, known, sign):
    """Weigh what commutes, less itself, by sin² and by cos²."""
    squares = sin(omega[pair]) ** 2, cos(omega[pair]) ** 2
    one, other = (sign * w * known.left - sign * w * known.right for w in squares)
    return (
        chain.equals(one + other, "cos ω times the entry, less itself; sin² + cos² = 1")
        .given("", known.left, known.right, "the turn and the change commute")
        .closes("nothing is left")
    )


@derivation(ALONE)
def equal_entries_on_the_diagonal(chain):
    return at_one_pair(chain, second, -1)


@derivation(ALONE, duty=1)
def opposite_entries_beside_it(chain):
    return at_one_pair(chain, first, 1)


def _no_change():
    return {each: ((value,),) for each, value in zip(tables, (1, 0, 0, 1), strict=True)}


@met_by(APART)
def a_pair_as_it_is():
    return {**_no_change(), omega: (1,), pair: 1, pair_: 1}


@met_by(ALONE)
def one_pair_as_it_is():
    return {**_no_change(), omega: (1,), pair: 1}
