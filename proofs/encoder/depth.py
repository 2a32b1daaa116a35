"""Layer after layer of attention alone, and what keeps rows apart."""

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import by_induction, closes, derivation, met_by, necessity
from theory.encoder import spread
from theory.encoder.collapse import bilinear
from theory.encoder.depth import (
    LAYERS,
    B,
    D,
    beta,
    gamma,
    kappa,
    lean,
    limit,
    m,
    omega,
    r,
    rows,
    s,
    x,
    y,
)
from theory.encoder.spread import PARTS, X, c, mixed
from theory.letters import N, a, d, i, j, k, o
from theory.stating.families import numbers, total
from theory.stating.operations import exp, sqrt
from theory.stating.variables import nonnegative

DEPTH, SPREAD = "encoder.depth-loses-all-differences", "encoder.rows-lose-their-spread"
spare = nonnegative("e")


@by_induction(
    DEPTH, 0, s, r,
    first={rows[1, i, c]: rows[1, k, c] + D - spare},
    then={rows[r + 1, j, o]: mixed(rows[r], *(each[r] for each in LAYERS))[j, o]},
    closed=("mixed",),
)  # fmt: skip
def each_layer_leaves_a_cube_of_the_spread(start, after):
    at = dict(zip(PARTS, (each[r] for each in LAYERS), strict=True))
    at |= {X: rows[r], spread.far: limit(r), spread.steep: beta[r], spread.reach: omega[r]}
    at |= {spread.gamma: gamma}
    after.cites(SPREAD, "one layer leaves a cube", at)
    return start.closes("as it begins"), after.closes("three times as high a power, and one more")


def two_rows(scores=1, values=1, heads=1):
    """Return one layer of two rows 1 and -1, of which its head makes 1/3 and -1/3."""
    third = sp.Rational(1, 3)
    ones = {P: [[[[value]]]] for P, value in zip(LAYERS, (sp.log(2) / 2, 0, 1, 0), strict=True)}
    held = {N: 1, rows: [[[1], [-1]], [[third], [-third]]], s: 2, D: 2, **ones}
    return held | {beta: [[scores]], omega: [[values]], gamma: heads}


met_by(DEPTH)(two_rows)
FEW = sp.Rational(1, 100)


@necessity(DEPTH, "bounded-scores")
def large_scores_keep_more():
    return At(two_rows(scores=FEW, heads=FEW))


@necessity(DEPTH, "bounded-values")
def large_values_keep_more():
    return At(two_rows(values=FEW, heads=FEW))


@necessity(DEPTH, "bounded-heads")
def heads_that_add_up_keep_more():
    return At(two_rows(heads=FEW))


above, over = numbers("u", d, domain="nonnegative"), numbers("w", d, domain="nonnegative")

closes(
    "encoder.a-net-multiplies-differences",
    "no entry, raised by m, lies below the bend",
    let={x[a]: above[a] - m, y[a]: over[a] - m},
)


OPPOSITE = "encoder.layer-norm-keeps-opposite-rows"


def _shared(chain):
    return (
        chain.given("", bilinear(x, B, x), lean, "a row scores itself by t")
        .given("", bilinear(x, B, -x), -lean, "and its opposite by -t")
        .closes("both weights have one denominator")
    )


@derivation(OPPOSITE)
def a_multiple_of_the_row_is_left(chain):
    return _shared(chain)


@derivation(OPPOSITE, duty=1)
def so_it_is_of_the_opposite(chain):
    return _shared(chain)


@derivation(OPPOSITE, duty=2, turned=True)
def it_has_the_sign_of_the_score(chain):
    both = exp(lean) + exp(-lean)
    return (
        chain.above((exp(lean) - 1 - lean * exp(-lean)) / both, "exp(-t) > 1 - t")
        .above((exp(lean) + exp(-lean) - 2) / both, "exp(t) > 1 + t")
        .equals((exp(lean) - 1) ** 2 / (exp(lean) * both), "complete the square")
        .at_least(0, "a square is not negative")
    )


@derivation(OPPOSITE, duty=3)
def the_row_comes_back_or_its_opposite(chain):
    deviation = sqrt(total(x**2) / d - total(x) ** 2 / d**2)
    return (
        chain.equals(
            kappa / abs(kappa) * (x[c] - total(x) / d) / deviation, "of a factor its sign is left"
        )
        .given("", total(x**2), d, "the row has mean square 1")
        .given("", total(x), 0, "and mean 0: it is normalised already")
    )


def two_opposite_rows(score):
    return {x: (1, -1), B: ((score, 0), (0, score)), lean: 2 * score, kappa: 1}


@met_by(OPPOSITE)
@met_by(OPPOSITE, supposed_by=3)
def each_row_prefers_the_other():
    return two_opposite_rows(-1)


@necessity(OPPOSITE, "scores-itself")
def rows_that_are_met_alike_are_lost():
    return At(two_opposite_rows(0))
