"""The periods of the sinusoids, and why no two positions have one vector."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, necessity
from proofs.position.sinusoids import sinusoids
from proofs.rules import first_apart
from theory.letters import L, d_model
from theory.position.sinusoids import base, column, other, p, pair, q, sinusoid
from theory.stating.operations import exp
from theory.stating.terms import Variable
from theory.stating.variables import positive, size

further, k = Variable("r", "natural"), Variable("k", "shift")
t, r = positive("t"), positive("r")
ABOVE_ONE = {base: exp(t)}


@counterexample("position.relative-to-the-length")
def the_middle_of_two_lengths():
    return At(
        {d_model: 2, p: 1, L: 2, q: 2, size("M"): 4, column: 1},
        sinusoids(4, 2)[1, ...].tolist(),
        "p = 1 with L = 4, whose vector is that of p = 1 with L = 2",
    )


@derivation("position.unique", let={p: q + k, d_model: 2 + further})
def positions_are_as_far_apart_as_in_the_first_pair(chain):
    pairs = [sinusoid(p, c) - sinusoid(q, c) for c in (0, 1)]
    return (
        chain.by(first_apart, "the first column")
        .by(first_apart, "and the second, of the first pair")
        .at_least(
            pairs[0] ** 2 + pairs[1] ** 2,
            "further columns add squares, which are not negative",
        )
        .closes("sin² + cos² = 1, and the cosine of a difference")
    )


closes(
    "position.unique", "π is irrational: an integer k ≠ 0 is no full turn", duty=1, let={p: q + k}
)


@necessity("position.unique", "whole-positions")
def a_full_turn_comes_back():
    return At({d_model: 2, p: 2 * sp.pi, q: 0, k: 1})


@necessity("position.unique", "two-columns")
def a_lone_sine_comes_nearer():
    return At({d_model: 1, p: 3, q: 0, k: 3}, sinusoids(4, 1).flat(), "the sines of 0 to 3")


@counterexample("position.as-many-periods-as-dimensions")
def a_pair_shares_one_period():
    return At({d_model: 2, column: 1, other: 2})


closes("position.wavelengths", "a full turn more", "a full turn more", "b⁰ = 1")


closes(
    "position.wavelengths",
    "a quotient of powers: subtract the exponents",
    "b > 1",
    duty=3,
    let=ABOVE_ONE,
)


@necessity("position.wavelengths", "base-above-one")
def a_base_of_one_has_one_period():
    return At({base: 1, d_model: 4, pair: 0, p: 0})


closes("position.longest-wavelength", "2i < d", let={**ABOVE_ONE, d_model: 2 * pair + r})


@necessity("position.longest-wavelength", "base-above-one")
def a_base_of_one_has_one_wavelength():
    return At({base: 1, d_model: 2, pair: 0})
