"""Rotary positions: turned by one angle, two rows keep their dot product."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by
from theory.letters import a, d
from theory.position.rotary import b, omega, p, q, q_, r, s, t, two, wide, wide_, x, y
from theory.stating.families import every, total
from theory.stating.operations import cos, sin

OFFSET, WAVES = "position.rotary-score-knows-the-offset", "position.rotary-score-is-a-sum-of-waves"
NOTHING = "position.rotary-at-zero-is-nothing"

closes(OFFSET, "the sine and the cosine of a difference", "the sine and the cosine of a difference")
closes("position.rotary-keeps-lengths", "sin² + cos² = 1 for each pair")
closes(NOTHING, "cos 0 = 1, sin 0 = 0", "cos 0 = 1, sin 0 = 0")
closes(WAVES, "the sine and the cosine of a difference")


FORMS = "position.rotary-forms-are-a-permutation-apart"


@met_by(FORMS)
def two_pairs():
    return {d: 2, x: (3, 4, 5, 6), y: (3, 5, 4, 6), omega: (1, 2), p: 2}


@derivation(FORMS)
def the_first_of_a_pair_is_an_odd_column(chain):
    return (
        chain.given("", y[b], x[2 * b - 1], "odd columns come first")
        .given("", y[b + d], x[2 * b], "even columns come after them")
        .closes("as it is written")
    )


@derivation(FORMS, duty=1)
def the_second_of_a_pair_is_an_even_column(chain):
    return (
        chain.given("", y[b], x[2 * b - 1], "odd columns come first")
        .given("", y[b + d], x[2 * b], "even columns come after them")
        .closes("as it is written")
    )


@counterexample("position.rotary-forms-mix")
def a_quarter_of_a_turn_of_the_first_pair():
    one = (1, 0, 0, 0)
    return At({wide: one, wide_: one, two: (sp.pi / 2, 0), p: 0, r: 0, t: 1})


@counterexample("position.rotary-scores-fall-with-distance")
def nearly_a_period_away_the_score_is_back():
    return At({q: (1,), q_: (0,), omega: (1,), t: 6, s: 3})


FIRST = "position.rotary-any-offset-can-be-first"
turns_apart = [every(a, entry=turn(p * omega[a]) - turn(r * omega[a])) ** 2 for turn in (cos, sin)]


@derivation(FIRST)
def a_turned_row_is_nearest_to_itself(chain):
    lost = total((q**2 + q_**2) * (turns_apart[0] + turns_apart[1])) / 2
    return (
        chain.equals(
            total(q**2 + q_**2) - lost, "half the square of the distance of both turns is lost"
        )
        .at_most(total(q**2 + q_**2), "a square is not negative")
        .closes("sin² + cos² = 1 for each pair")
    )


closes(FIRST, "sin² + cos² = 1 for each pair", duty=1)


DIVIDED = "position.rotary-angles-divide-positions"

closes(DIVIDED, "s p ω/s = p ω", "s p ω/s = p ω")


BASE = "position.rotary-base-stretches-slow-pairs"

closes(BASE, "the exponents add", "exp 0 = 1", "the exponents add")
