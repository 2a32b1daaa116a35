"""Which documents products of vectors can rank first."""

from fractions import Fraction

from proofs.engine.evidence import derivation, met_by
from theory.letters import j, m
from theory.ranking import D, E, coordinate, first, k, p, q, r, second, t, third, top
from theory.stating.families import every, nonnegative, numbers, total
from theory.words import dot

MEET = "retrieval.meeting-hulls-are-not-separated"
u, v = nonnegative("u"), nonnegative("v")
below = numbers("b", m, domain="nonnegative")


@met_by(MEET)
def the_diagonals_of_a_square():
    half = Fraction(1, 2)
    return {D: ((1, 0), (-1, 0)), E: ((0, 1), (0, -1)), p: (half, half), r: (half, half),
            q: (1, 2), t: (2, -2), top: 2}  # fmt: skip


@derivation(MEET)
def means_that_meet_have_one_score(chain):
    mean = total(every(j, entry=p[j] * D[j, coordinate]))
    other = total(every(k, entry=r[k] * E[k, coordinate]))
    return (
        chain.equals(total(every(coordinate, entry=q[coordinate] * mean)), "exchange the sums")
        .given("", mean, other, "the means are one point")
        .closes("exchange the sums")
    )


@derivation(MEET, duty=1, let={t[k]: top - below[k]})
def a_mean_is_at_most_the_highest(chain):
    return (
        chain.given("", dot(q, E[k]), t[k], "no score exceeds T")
        .at_most(top * total(r), "r_k b_k ≥ 0")
        .given("", total(r), 1, "the weights sum to 1")
    )


@derivation("retrieval.a-line-ranks-its-ends", let={first: second - u, third: second + v})
def a_middle_is_on_one_side(chain):
    return chain.closes("-q² u v ≤ 0")
