"""Which changes of basis rotary positions leave."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation
from theory.gauge import g, k, k_, omega, p, q, q_, r


@derivation("position.rotary-leaves-turns-and-scales")
def turns_of_a_pair_commute(chain):
    return chain.closes("turns add their angles, and the scales cancel")


@counterexample("position.rotary-ignores-the-basis")
def a_quarter_of_a_turn_swaps_the_entries():
    half = {q: (1,), q_: (0,), k: (0,), k_: (1,), g: (2,), omega: (sp.pi / 2,), p: 0, r: 1}
    return At(half)
