"""The periods of the sinusoids, and why no two positions have one vector."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, necessity
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


@derivation("position.unique", duty=1, let={p: q + k})
def the_first_pair_never_repeats(chain):
    return chain.closes("π is irrational: an integer k ≠ 0 is no full turn")


@necessity("position.unique", "whole-positions")
def a_full_turn_comes_back():
    return At({d_model: 2, p: 2 * sp.pi, q: 0, k: 1})


@necessity("position.unique", "two-columns")
def a_lone_sine_comes_nearer():
    return At({d_model: 1, p: 3, q: 0, k: 3}, sinusoids(4, 1).flat(), "the sines of 0 to 3")


@counterexample("position.as-many-periods-as-dimensions")
def a_pair_shares_one_period():
    return At({d_model: 2, column: 1, other: 2})


@derivation("position.wavelengths")
def a_wavelength_is_a_period_of_the_sine(chain):
    return chain.closes("a full turn more")


@derivation("position.wavelengths", duty=1)
def a_wavelength_is_a_period_of_the_cosine(chain):
    return chain.closes("a full turn more")


@derivation("position.wavelengths", duty=2)
def the_first_wavelength_is_a_full_turn(chain):
    return chain.closes("b⁰ = 1")


@derivation("position.wavelengths", duty=3, let=ABOVE_ONE)
def wavelengths_are_geometric(chain):
    return chain.closes("a quotient of powers: subtract the exponents")


@derivation("position.wavelengths", duty=4, let=ABOVE_ONE)
def wavelengths_grow(chain):
    return chain.closes("b > 1")


@necessity("position.wavelengths", "base-above-one")
def a_base_of_one_has_one_period():
    return At({base: 1, d_model: 4, pair: 0, p: 0})


@derivation("position.longest-wavelength", let={**ABOVE_ONE, d_model: 2 * pair + r})
def no_wavelength_reaches_the_base(chain):
    return chain.closes("2i < d")


@necessity("position.longest-wavelength", "base-above-one")
def a_base_of_one_has_one_wavelength():
    return At({base: 1, d_model: 2, pair: 0})
