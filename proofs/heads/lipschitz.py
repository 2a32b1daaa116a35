"""How far attention moves when its input does."""

from impl.lookup import attention as attend
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by
from proofs.rules import differentiate
from theory.heads.lipschitz import (
    C,
    R,
    alpha,
    beta,
    eta,
    g,
    gamma,
    h,
    kappa,
    key,
    lengths,
    p,
    pair,
    q,
    rates,
    rho,
    t,
    turns,
    xi,
)
from theory.letters import a, i, j, n, o
from theory.shared_words import dot, length_squared, mean
from theory.softmax.words import v
from theory.stating.families import every, numbers, total
from theory.stating.operations import sqrt
from theory.stating.variables import nonnegative

BALL = "heads.attention-is-lipschitz-on-a-ball"
APART = "heads.dot-product-attention-is-not-lipschitz"


@met_by("heads.scores-move-slowly-on-a-ball", supposed_by=1)
def all_on_one_line():
    rows = dict.fromkeys((q, h, key, g), (1,))
    return {**rows, **dict.fromkeys((*lengths, alpha, R), 1), t: 0}


closes("heads.output-moves-by-a-covariance", "the quotient rule")


@counterexample("heads.self-attention-moves-no-more-than-its-rows")
def a_row_in_the_middle():
    ours = attend(expressions.array([0, 0]), expressions.array([[0], [4]])).tolist()
    return At({pair: (0, 4)}, ours, "the output, which moves 9/2 times as fast as the row at 0")


@derivation(APART)
def the_slope_at_zero(chain):
    return (
        chain.by(differentiate, "the quotient rule")
        .given("", pair[1], 0, "the first row is 0, so both weights are a half")
        .closes("one denominator")
    )


closes(APART, "at t = 2√C it is C + 1/2", duty=1, let={t: 2 * sqrt(C)}, turned=True)


SCORES = "heads.scores-move-slowly-on-a-ball"
room, room_ = nonnegative("r"), nonnegative("s")
room_of_key, room_of_rates = nonnegative("u"), nonnegative("w")
LENGTHS = {
    xi: R**2 - room,
    eta: 1 - room_,
    kappa: alpha**2 * R**2 - room_of_key,
    gamma: alpha**2 - room_of_rates,
}


def lacks(first, second):
    """Return what the squared product of two rows lacks of the product of their squares."""
    return total(every(a, o, entry=(first[a] * second[o] - first[o] * second[a]) ** 2)) / 2


@derivation(SCORES)
def a_score_moves_with_both_rows(chain):
    return (
        chain.by(differentiate, "the product rule")
        .given("", t, 0, "at t = 0")
        .closes("split into two products")
    )


@derivation(SCORES, duty=1, let=LENGTHS)
def a_score_moves_slowly(chain):
    squares = 2 * (length_squared(h) * length_squared(key) + length_squared(q) * length_squared(g))
    apart = (dot(h, key) - dot(q, g)) ** 2
    of_rows = 2 * alpha**2 * (R**2 * length_squared(h) + length_squared(q))
    return (
        chain.equals(squares - 2 * lacks(h, key) - 2 * lacks(q, g) - apart, "open the squares")
        .at_most(squares, "squares are not negative")
        .given("", length_squared(key), kappa, "the length of the key")
        .given("", length_squared(g), gamma, "the length of its rates")
        .at_most(of_rows, "the key and its rates are no longer than αR and α")
        .given("", length_squared(h), eta, "the length of the row's rates")
        .given("", length_squared(q), xi, "the length of the row")
        .closes("the row and its rates are no longer than R and 1")
    )


low, free = numbers("r", n, domain="nonnegative"), numbers("s", n, domain="nonnegative")
SQUARES = {rho[j]: 2 * R**2 - free[j]}


def spread(sign):
    """Return the variance of κ + v, or of κ - v, and the squares of their means."""
    both = rates + sign * v
    pairs = every(i, j, entry=p[i] * p[j] * (both[i] - both[j]) ** 2)
    return alpha * beta * (total(pairs) / 2 + mean(p, rates) ** 2 + mean(p, v) ** 2)


squares = alpha * beta * total(p * every(j, entry=rates[j] ** 2 + v[j] ** 2))
moves = beta * mean(p, turns)


@derivation(BALL, let={**SQUARES, turns[j]: low[j] - 1}, turned=True)
def the_output_falls_slowly(chain):
    return (
        chain.equals(spread(1) - squares + moves, "2 Cov(κ, v) = Var(κ + v) - Var κ - Var v")
        .at_least(-squares + moves, "a variance and squares are not negative")
        .given(
            "",
            rates[j] ** 2 + v[j] ** 2,
            rho[j],
            "κ² + v², and w, by what they lack of their bounds",
        )
        .closes("no κ² + v² is more than 2R², no w less than -1")
    )


@derivation(BALL, duty=1, let={**SQUARES, turns[j]: 1 - low[j]})
def the_output_rises_slowly(chain):
    return (
        chain.equals(squares - spread(-1) + moves, "2 Cov(κ, v) = Var κ + Var v - Var(κ - v)")
        .at_most(squares + moves, "a variance and squares are not negative")
        .given(
            "",
            rates[j] ** 2 + v[j] ** 2,
            rho[j],
            "κ² + v², and w, by what they lack of their bounds",
        )
        .closes("no κ² + v² is more than 2R², no w more than 1")
    )
