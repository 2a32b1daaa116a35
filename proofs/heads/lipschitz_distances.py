"""How far attention by distances moves when its rows do."""

import sympy as sp

from proofs.engine.evidence import closes, derivation, met_by
from proofs.rules import differentiate
from theory.heads.lipschitz_distances import (
    C,
    L,
    R,
    beta,
    c,
    eta,
    g,
    gamma,
    h,
    nearness,
    r,
    rho,
    squares,
    t,
    weight,
    x,
    y,
    z,
    zeta,
)
from theory.letters import a, d, j, n, o
from theory.shared_words import dot, length_squared
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp, sqrt
from theory.stating.variables import nonnegative

BOUNDED = "heads.weighted-distances-are-bounded"
NEAR = "heads.attention-by-distances-is-lipschitz"
ALONE = "heads.distances-without-the-row-itself-are-not-lipschitz"
spare = nonnegative("r")
ENOUGH = "R is large enough"


def above_tangent(weight, squares):
    """Return what the tangent of exp at 0 leaves, at each s - R - 1, under the weights exp(-s)."""
    beyond = squares - R - 1
    return total(weight * (beyond.map(exp) - 1 - beyond))


@derivation(BOUNDED, let={rho: R - spare})
def the_mean_square_is_bounded(chain):
    whole, needed = 1 + total(weight), n / exp(1 + R)
    return (
        chain.equals(
            R + (needed - R - above_tangent(weight, squares)) / whole,
            "exp(s - R - 1) is exp(s)/exp(R + 1)",
        )
        .at_most(R + (needed - R) / whole, "exp is never below its tangent")
        .given("", needed, rho, ENOUGH)
        .closes(ENOUGH)
    )


@derivation(BOUNDED, duty=1)
def the_logarithm_is_enough(chain):
    return (
        chain.given("", n, exp(L) - 1, "L is the logarithm of n + 1")
        .at_most(1 - exp(-L), "1/e is less than 1")
        .closes("exp is never below its tangent")
    )


apart = lambda p: x[j, p] - y[p]
faster = lambda p: g[j, p] - h[p]
toward = lambda p: c[p]
near = nearness(y, x, beta)
whole = 1 + total(near)


def product(first, second):
    """Return the sum of the products of the entries of two rows."""
    return total(every(a, entry=first(a) * second(a)))


def lacks(first, second):
    """Return what the squared product of two rows lacks of the product of their squares."""
    pairs = every(a, o, entry=(first(a) * second(o) - first(o) * second(a)) ** 2)
    return total(pairs) / 2


def of_rows(entry):
    """Return the family of what stands at each row."""
    return every(j, entry=entry)


def mean(family):
    """Return the mean under the weights, where the row itself has 0."""
    return total(near * family) / whole


score_rates, seen = of_rows(product(apart, faster)), of_rows(product(apart, toward))
mixed = score_rates / 2 + seen
squares_apart = of_rows(product(apart, apart))
moved = (dot(c, h) + total(near * of_rows(product(toward, lambda p: g[j, p])))) / whole
of_c, of_h, of_g = length_squared(c), length_squared(h), of_rows(length_squared(g[j]))
room, room_, room_of_rows = (
    nonnegative("u"),
    nonnegative("w"),
    numbers("v", n, domain="nonnegative"),
)
LENGTHS = {zeta: 1 - room, eta: 1 - room_, gamma[j]: 1 - room_of_rows[j]}


def squared(first, second, sign):
    """Return the square of the length of a sum or a difference."""
    return total(every(a, entry=(first(a) + sign * second(a)) ** 2))


def of_lengths(own, others, squares):
    """Return the means of half the lengths, and of squares β² as large as their part."""
    return own / 2 / whole + total(near * others) / 2 / whole + beta**2 * mean(squares)


@derivation(NEAR, let={rho: R - spare, **LENGTHS})
def the_output_moves_no_faster(chain):
    least = moved + beta**2 * mean(score_rates**2 / 4 + seen**2)
    covariance = mean(score_rates * seen) - mean(score_rates) * mean(seen)
    variance = mean((mixed - mean(mixed)) ** 2) + mean(mixed) ** 2 / whole
    means = mean(score_rates) ** 2 / 4 + mean(seen) ** 2
    longest = of_lengths(of_c + of_h, of_c + of_g, squares_apart * ((of_g + of_h) / 2 + of_c))
    row = lambda p: g[j, p]
    sums = squares_apart * of_rows(squared(row, lambda p: h[p], 1)) / 4
    left = of_lengths(
        squared(toward, lambda p: h[p], -1),
        of_rows(squared(toward, row, -1)),
        of_rows(lacks(apart, faster)) / 4 + sums + of_rows(lacks(apart, toward)),
    )
    shorter = of_lengths(
        room + room_, room + room_of_rows, squares_apart * ((room_of_rows + room_) / 2 + room)
    )
    needed, over = n / exp(1 + R), above_tangent(near, beta**2 * squares_apart / 2)
    return (
        chain.by(differentiate, "the quotient rule")
        .given("", t, 0, "at t = 0")
        .equals(moved - beta**2 * covariance, "the output moves by a covariance")
        .equals(least - beta**2 * (means + variance), "Cov(a, b) = Var(a/2 + b) - Var(a/2) - Var b")
        .at_most(least, "squares are not negative")
        .equals(
            longest - left,
            "Lagrange's identity, the parallelogram law, and 2 c·h = |c|² + |h|² - |c - h|²",
        )
        .at_most(longest, "squares are not negative")
        .given("", of_c, zeta, "the length of the direction")
        .given("", of_h, eta, "the length of the row's rates")
        .given("", length_squared(g[j]), gamma[j], "the lengths of the others' rates")
        .equals(1 + 2 * beta**2 * mean(squares_apart) - shorter, "the weights sum to one")
        .at_most(
            1 + 2 * beta**2 * mean(squares_apart),
            "neither a rate nor the direction is longer than 1",
        )
        .equals(1 + 4 * R + (needed - R - over) / whole * 4, "exp(s - R - 1) is exp(s)/exp(R + 1)")
        .at_most(1 + 4 * R + (needed - R) / whole * 4, "exp is never below its tangent")
        .given("", needed, rho, ENOUGH)
        .closes(ENOUGH)
    )


@met_by(BOUNDED, supposed_by=0)
@met_by(BOUNDED, supposed_by=1)
def one_other_row():
    return {n: 1, squares: (1,), R: 1, rho: sp.exp(-2), L: sp.log(2)}


@met_by(NEAR)
@met_by(NEAR, supposed_by=0)
def one_row_beside_another():
    row = {y: (0,), h: (1,), c: (1,), x: ((2,),), g: ((-1,),)}
    return {n: 1, d: 1, R: 1, rho: sp.exp(-2), t: 0, beta: 1, zeta: 1, eta: 1, gamma: (1,), **row}


@derivation(ALONE)
def the_slope_between_two_rows(chain):
    return (
        chain.by(differentiate, "the quotient rule")
        .given("", z, 0, "the row is in the middle")
        .closes("both weights are a half")
    )


closes(ALONE, "(√C + 1)² is more than C", duty=1, let={r: sqrt(C) + 1}, turned=True)
