"""The periods of the sinusoids, and why no two positions have one vector."""

import sympy as sp

from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from proofs.engine.rules import powers
from proofs.position.sinusoids import any_pair, sinusoids
from theory import position as theory
from theory.symbols import b, d_model, family, nonnegative, positive, real, sum_to

x, y, place = family("x"), family("y"), real("p")


@counterexample("position.relative-to-the-length")
def the_middle_of_two_lengths():
    short, long = sinusoids(2, 2), sinusoids(4, 2)
    return Witness(
        given={"d_model": "2", "p/L": "1/2: p = 1 with L = 2, and p = 2 with L = 4"},
        claimed="the same relative place has the same vector",
        left=long[2, ...].tolist(),
        op="=",
        right=short[1, ...].tolist(),
        ours=long[1, ...].tolist(),
        instead="p = 1 with L = 4, whose vector is that of p = 1 with L = 2",
    )


def _offset():
    return sp.Symbol("k", integer=True, nonzero=True)


def _in_first_pair():
    first, second = place + _offset(), place
    return (sp.sin(first) - sp.sin(second)) ** 2 + (sp.cos(first) - sp.cos(second)) ** 2


@derivation("position.unique")
def positions_are_as_far_apart_as_in_the_first_pair():
    further = sp.Symbol("r", integer=True, nonnegative=True)  # columns, none or an odd number too
    rest = sum_to(further, b, (x[b] - y[b]) ** 2)
    return (
        Chain(_in_first_pair() + rest)
        .at_least(_in_first_pair(), "further columns add squares, which are not negative")
        .equals(2 - 2 * sp.cos(_offset()), "sin² + cos² = 1, and the cosine of a difference")
    )


refuses(
    positions_are_as_far_apart_as_in_the_first_pair,
    lambda: Chain(_in_first_pair()).at_least(4, "further than opposite points"),
)


@derivation("position.unique")
def the_first_pair_never_repeats():
    return Chain(2 - 2 * sp.cos(_offset())).above(
        0, "π is irrational: an integer k ≠ 0 is no full turn"
    )


refuses(
    the_first_pair_never_repeats, lambda: Chain(2 - 2 * sp.cos(real("k"))).above(0, "for any shift")
)


@necessity("position.unique", "whole-positions")
def a_full_turn_comes_back():
    at_turn = theory.sinusoid_by_pair(2 * sp.pi, 0, 2)
    start = theory.sinusoid_by_pair(0, 0, 2)
    return Witness(
        given={"d_model": "2", "p": "2π", "q": "0"},
        claimed="|PE_p - PE_q|² > 0",
        left=sum((x - y) ** 2 for x, y in zip(at_turn, start, strict=True)),
        op=">",
        right=0,
    )


@necessity("position.unique", "two-columns")
def a_lone_sine_comes_nearer():
    column = sinusoids(4, 1).flat()
    return Witness(
        given={"d_model": "1", "p": "3", "q": "0"},
        claimed="|PE_3 - PE_0|² ≥ 2 - 2 cos(3)",
        left=(column[3] - column[0]) ** 2,
        op="≥",
        right=2 - 2 * sp.cos(3),
        ours=column,
        instead="the sines of 0 to 3",
    )


@counterexample("position.as-many-periods-as-dimensions")
def a_pair_shares_one_period():
    periods = {theory.wavelength(sp.Integer(column // 2), 2, 10000) for column in range(2)}
    return Witness(
        given={"d_model": "2"},
        claimed="two dimensions have two periods",
        left=len(periods),
        op="=",
        right=2,
        ours=[*periods],
        instead="the periods",
    )


@derivation("position.wavelengths")
def wavelengths_are_geometric():
    base = positive("b")
    return (
        Chain(_ratio(base))
        .by(powers, "a quotient of powers: subtract the exponents")
        .equals(base ** (2 / d_model), "2(i + 1)/d - 2i/d")
    )


refuses(
    wavelengths_are_geometric,
    lambda: Chain(_ratio(positive("b"))).equals(positive("b") ** (1 / d_model), "a step a column"),
)


@derivation("position.wavelengths")
def wavelengths_grow():
    return (
        Chain(_ratio(sp.exp(LOG_BASE)))
        .equals(sp.exp(2 * LOG_BASE / d_model), "the ratio is b^(2/d), with b = exp(log b)")
        .above(1, "b > 1")
    )


refuses(
    wavelengths_grow,
    lambda: Chain(_ratio(sp.exp(nonnegative("log_b")))).above(1, "a base of at least 1"),
)


LOG_BASE = positive("log_b")  # the base is above 1


def _ratio(base):
    at_pair = lambda pair: theory.wavelength(pair, d_model, base)
    return at_pair(any_pair() + 1) / at_pair(any_pair())


@derivation("position.longest-wavelength")
def no_wavelength_reaches_the_base():
    return Chain(_wavelength(positive("r"))).below(_end(), "2i < d")


refuses(
    no_wavelength_reaches_the_base,
    lambda: Chain(_wavelength(nonnegative("r"))).below(_end(), "2i ≤ d"),
)


def _wavelength(further):
    """The wavelength of column 2i, where 2i = d - r: r is 1 or 2 at the last."""
    return theory.wavelength((d_model - further) / 2, d_model, sp.exp(LOG_BASE))


def _end():
    return 2 * sp.pi * sp.exp(LOG_BASE)


def _periods(width, base):
    """The different periods of the columns, by 003:50."""
    return {theory.wavelength(sp.Integer(column // 2), width, base) for column in range(width)}


for _hypothesis, _width, _base in (("even-width", 1, 10000), ("base-above-one", 4, 1)):
    necessity("position.wavelengths", _hypothesis)(
        lambda width=_width, base=_base: Witness(
            given={"d_model": str(width), "base": str(base)},
            claimed="there are d_model/2 different periods",
            left=len(_periods(width, base)),
            op="=",
            right=sp.Rational(width, 2),
        )
    )


@necessity("position.longest-wavelength", "base-above-one")
def a_base_of_one_has_one_wavelength():
    return Witness(
        given={"base": "1", "d_model": "2"},
        claimed="the longest wavelength is below 2π · 1",
        left=theory.wavelength(sp.Integer(0), 2, 1),
        op="<",
        right=2 * sp.pi,
    )
