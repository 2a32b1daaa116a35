"""How far attention moves where its rows are bounded."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, met_by, necessity
from proofs.rules import differentiate
from theory.encoder import spread
from theory.heads.lipschitz_on_a_ball import (
    L,
    R,
    alpha,
    beta,
    c,
    eta,
    f,
    far,
    g,
    gap,
    h,
    keys,
    q,
    r,
    reach,
    s,
    scores,
    t,
    u,
    values,
    w,
    xi,
    z,
)
from theory.letters import d, d_v, j, k, l, n
from theory.lookup.words import high, low
from theory.shared_words import dot, length_squared
from theory.softmax.words import softmax, v, x
from theory.stating.families import every, total
from theory.stating.operations import exp
from theory.stating.variables import nonnegative

LENGTHS = "heads.a-product-is-at-most-the-lengths"
QUERY = "heads.attention-is-lipschitz-in-its-query"
MIDDLE = "heads.a-query-in-the-middle-moves-fastest"
ALIKE = "heads.scores-rise-alike-on-a-ball"
BALL = "heads.attention-to-rows-on-a-ball-is-lipschitz"
MANY = "heads.a-row-against-many-moves-fastest"
OUTPUTS, BETWEEN = "encoder.alike-scores-have-alike-outputs", "lookup.output-is-between-the-values"
room, room_ = nonnegative("e"), nonnegative("f")


@derivation(LENGTHS, let={xi: r**2 - room, eta: s**2 - room_})
def squares_weigh_a_product(chain):
    both = (s * length_squared(u) / r + r * length_squared(w) / s) / 2
    return (
        chain.equals(both - total((s * u - r * w) ** 2) / (2 * r * s), "complete the squares")
        .at_most(both, "squares are not negative")
        .given("", length_squared(u), xi, "the length of the first row")
        .given("", length_squared(w), eta, "the length of the second row")
        .closes("they are no longer than r and s")
    )


def of_lengths(first, second, longest, longest_):
    """Return the values at which a product is at most the lengths."""
    of = {u: first, w: second, r: longest, s: longest_}
    return of | {xi: length_squared(first), eta: length_squared(second)}


seen = every(j, entry=dot(c, values[j]))  # a value, as far as it goes in the direction


@derivation(QUERY)
def scores_of_a_query_rise_alike(chain):
    lifted = every(j, entry=dot(h, keys[j]))
    chain.knows(LENGTHS, of_lengths(h, keys[k] - keys[l], reach, far))
    chain.knows(LENGTHS, of_lengths(c, values[k] - values[l], 1, gap))
    at = {x: scores(q, keys), spread.t: lifted, v: seen}
    at |= {spread.span: reach * far, spread.gap: gap}
    return chain.cites(OUTPUTS, "scores differ by a product of differences", at, 1).closes(
        "multiply"
    )


@derivation(MIDDLE)
def the_slope_in_the_middle(chain):
    return (
        chain.by(differentiate, "the quotient rule")
        .given("", z, 0, "the query is in the middle")
        .closes("both weights are a half")
    )


@derivation(ALIKE)
def four_products_rise(chain):
    moved = keys + g
    parts = [(h, moved[k], L, alpha * R), (-h, moved[l], L, alpha * R)]
    parts += [(q, g[k], R, alpha * L), (-q, g[l], R, alpha * L)]
    line = sum(dot(first, second) for first, second, *_ in parts)
    chain.equals(line, "two products for each score")
    for first, second, *longest in parts:
        beside = line - dot(first, second)
        at = of_lengths(first, second, *longest)
        chain.cites(LENGTHS, "no row, and no way, is longer than its bound", at, beside=beside)
        line = beside + longest[0] * longest[1]
    return chain.closes("add")


moves = every(j, entry=dot(c, f[j]))


@derivation(BALL)
def values_move_and_weights_do(chain):
    after = scores(q + h, keys + g)
    lifted = every(j, entry=after[j] - scores(q, keys)[j])
    at = {x: scores(q, keys), spread.t: lifted, v: seen}
    at |= {spread.span: 4 * alpha * R * L, spread.gap: 2 * beta * R}
    chain.knows(ALIKE)
    chain.knows(LENGTHS, of_lengths(c, values[k] - values[l], 1, 2 * beta * R))
    for way in (c, -c):
        chain.knows(LENGTHS, of_lengths(way, f[j], 1, beta * L))
    return (
        chain.cites(OUTPUTS, "scores rise alike", at, 1, beside=total(softmax(after) * moves))
        .cites(
            BETWEEN,
            "no value moves farther",
            {x: after, v: moves, low: -beta * L, high: beta * L},
            1,
            beside=2 * alpha * beta * R**2 * L,
        )
        .closes("multiply")
    )


EVEN = "the others are together as heavy as the one"


@derivation(MANY)
def the_slope_against_many(chain):
    return (
        chain.by(differentiate, "the quotient rule")
        .given("", t, 0, "at t = 0")
        .given("", n, exp(2 * alpha * R**2), EVEN)
        .closes("both weights are a half")
    )


@derivation(MANY, duty=1)
def the_slope_of_a_row_against_many(chain):
    return (
        chain.by(differentiate, "the quotient rule")
        .given("", n, exp(2 * z**2), EVEN)
        .closes("both weights are a half")
    )


@met_by(LENGTHS)
def two_rows_of_one():
    return {d: 1, u: (1,), w: (1,), xi: 1, eta: 1, r: 1, s: 1}


def beside_opposite_rows(query=0, key=1, value=1, turn=0):
    """Return a query and two opposite keys, which move by 1/10 at most: it, or each of them."""
    tenth = sp.Rational(1, 10)
    at = {q: (query,), h: (tenth * (1 - turn),), keys: ((key,), (-key,)), c: (1,)}
    at |= {g: ((tenth * turn,), (-tenth * turn,)), values: ((value,), (-value,)), f: ((0,), (0,))}
    return {d: 1, d_v: 1, n: 2, k: 1, l: 2, alpha: 1, beta: 1, R: 1, L: tenth} | at


met_by(BALL)(beside_opposite_rows)


@necessity(BALL, "query-in-a-ball")
@necessity(ALIKE, "query-in-a-ball")
def a_long_query_sees_keys_turn():
    return At(beside_opposite_rows(query=100, key=0, turn=1))


@necessity(BALL, "keys-in-a-ball")
@necessity(ALIKE, "keys-in-a-ball")
def long_keys_see_a_query_turn():
    return At(beside_opposite_rows(key=100))


@necessity(BALL, "values-near")
def far_values_differ():
    return At(beside_opposite_rows(value=100))


@met_by(MANY, supposed_by=0)
def one_against_two():
    return {n: 2, alpha: sp.log(2) / 2, beta: 1, R: 1, t: 0, z: sp.sqrt(sp.log(2) / 2)}
