"""The periods of the sinusoids: which there are, and why no position comes twice."""

import sympy as sp

from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, necessity
from proofs.position import any_pair, sinusoids
from proofs.rules import powers
from theory import position as theory
from theory.symbols import a, d, d_model, family, positive, real, sum_over

omega, place = family("omega"), real("p")


@counterexample("position.relative-to-the-length")
def the_middle_of_two_lengths():
    short, long = sinusoids(2, 2), sinusoids(4, 2)
    return Witness(
        given={"d_model": "2", "p/L": "1/2: p = 1 of L = 2, and p = 2 of L = 4"},
        claimed="the same relative place has the same vector",
        left=long[2, ...].tolist(),
        op="=",
        right=short[1, ...].tolist(),
        ours=long[1, ...].tolist(),
        instead="p = 1 of L = 4, which has the vector of p = 1 of L = 2",
    )


def _offset():
    return sp.Symbol("k", integer=True, positive=True)


def _distance(frequency):
    first, second = frequency * (place + _offset()), frequency * place
    return (sp.sin(first) - sp.sin(second)) ** 2 + (sp.cos(first) - sp.cos(second)) ** 2


@derivation(
    "position.unique",
    wrong=lambda: Chain(_distance(1)).at_least(4, "further than opposite points"),
)
def positions_are_as_far_apart_as_in_the_first_pair():
    rest = sum_over(a, _distance(omega[a]))
    return (
        Chain(_distance(1) + rest)
        .at_least(_distance(1), "the other pairs add squares")
        .equals(2 - 2 * sp.cos(_offset()), "angle sums")
    )


@derivation(
    "position.unique",
    wrong=lambda: Chain(2 - 2 * sp.cos(real("k"))).above(0, "for any shift"),
)
def the_first_pair_never_repeats():
    return Chain(2 - 2 * sp.cos(_offset())).above(0, "k is an integer, not 0")


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
        claimed="|PE_3 - PE_0|² ≥ 2 - 2 cos 3",
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


@derivation(
    "position.wavelengths",
    wrong=lambda: Chain(_ratio()).equals(positive("b") ** (1 / d_model), "a step a column"),
)
def wavelengths_are_geometric():
    return (
        Chain(_ratio())
        .by(powers, "exponents add up")
        .equals(positive("b") ** (2 / d_model), "2(i + 1)/d - 2i/d")
    )


def _ratio():
    at_pair = lambda pair: theory.wavelength(pair, d_model, positive("b"))  # noqa: E731
    return at_pair(any_pair() + 1) / at_pair(any_pair())


@derivation(
    "position.longest-wavelength",
    wrong=lambda: Chain(_longest()).above(2 * sp.pi * sp.exp(_log_base()), "beyond the base"),
)
def no_wavelength_reaches_the_base():
    return Chain(_longest()).below(2 * sp.pi * sp.exp(_log_base()), "d/2 - 1 < d/2")


@derivation(
    "position.longest-wavelength",
    wrong=lambda: Chain(_last_wavelength()).equals(2 * sp.pi * positive("b"), "the base itself"),
)
def the_last_pair_has_this_wavelength():
    return Chain(_last_wavelength()).equals(
        2 * sp.pi * positive("b") ** (1 - 1 / d), "2(d - 1)/(2d), d being the number of pairs"
    )


def _last_wavelength():
    return theory.wavelength(d - 1, 2 * d, positive("b"))


def _log_base():
    """log b, which is positive: the base is above 1."""
    return positive("log_b")


def _longest():
    """Write b^(1 - 2/d) as exp((1 - 2/d) log b)."""
    pairs = d  # of pairs, so the width is 2d and the last pair is d - 1
    return 2 * sp.pi * sp.exp(_log_base() * (1 - 1 / pairs))


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


@necessity("position.longest-wavelength", "even-width")
def a_lone_sine_is_longer():
    return Witness(
        given={"d_model": "3", "base": "8", "the last column": "2, a sine by itself"},
        claimed="its wavelength is 2π · 8^(1 - 2/3)",
        left=theory.wavelength(sp.Integer(1), 3, sp.Integer(8)),
        op="=",
        right=2 * sp.pi * sp.Integer(8) ** (1 - sp.Rational(2, 3)),
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
