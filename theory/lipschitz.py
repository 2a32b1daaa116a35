"""How far attention moves when its input does: H. Kim et al., "The Lipschitz constant of
self-attention" (2021), arXiv:2006.04710, theorems 3.1 and 3.2.
"""

from theory.attending import attention
from theory.claim import Claim
from theory.letters import j, k, n
from theory.softmax import softmax, v, x
from theory.stating.families import (
    Family,
    every,
    exp,
    numbers,
    positive,
    real,
    slope,
    total,
    word,
)
from theory.stating.statements import equal, line, some, states
from theory.stating.terms import term
from theory.words import covariance, mean


@word(r"\operatorname{{self}}({x})")
def first_row(x: Family):
    """Self-attention to rows of width 1 that are their own queries, keys and values: row 1."""
    return attention(x[1] * x, x)


@word(r"\operatorname{{near}}({y}, {x})")
def by_distances(y, x: Family):
    """The row y attends to itself and to rows x of width 1; its scores are minus squares."""
    near = every(j, entry=exp(-((x[j] - y) ** 2)))
    return (y + total(near * x)) / (1 + total(near))


t, y, C = real("t"), real("y"), positive("C")
rates, turns, rho, R = numbers("kappa", n), numbers("w", n), numbers("rho", n), real("R")
pair = numbers("x", term(2))
p, moving = softmax(x), softmax(x + t * rates)

CLAIMS = (
    Claim(
        id="heads.output-moves-by-a-covariance",
        states=states(
            equal(
                slope(attention(x + t * rates, v + t * turns), t),
                covariance(moving, rates, v + t * turns) + mean(moving, turns),
            ),
        ),
        says="Where scores and values change at some rates, the output changes at the covariance "
        "of the rates of the scores with the values, under the weights, plus the mean rate of the "
        "values.",
        builds_on=("lookup.attention", "softmax.jacobian"),
    ),
    Claim(
        id="heads.attention-is-lipschitz-on-a-ball",
        states=states(
            line(
                -1 - 2 * R**2,
                "≤",
                covariance(p, 2 * rates, v) + mean(p, turns),
                "≤",
                1 + 2 * R**2,
            ),
            given=(
                line(rates[j] ** 2 + v[j] ** 2, "=", rho[j]),
                line(rho[j], "≤", 2 * R**2),
                line(-1, "≤", turns[j], "≤", 1),
            ),
        ),
        says="Where scores change at rates of at most 2R, and values of at most R at rates of at "
        "most 1, the output changes at a rate of at most 1 + 2R². So self-attention whose rows "
        "are their own queries, keys and values, none longer than R, has this Lipschitz constant.",
        beyond="that a row which moves at unit speed changes products of rows no longer than R at "
        "rates of at most 2R",
        builds_on=("heads.output-moves-by-a-covariance",),
    ),
    Claim(
        id="heads.self-attention-moves-no-more-than-its-rows",
        states=states(line(slope(first_row(pair), pair[1]), "≤", 1)),
        says="The output of self-attention is a mean of rows, so it moves no more than they do.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="heads.dot-product-attention-is-not-lipschitz",
        states=states(
            equal(
                slope(first_row(pair), pair[1]),
                (2 + pair[2] ** 2) / 4,
                when=line(pair[1], "=", 0),
            ),
            some(t, holds=line((2 + t**2) / 4, ">", C)),
        ),
        says="Self-attention by dot products is not Lipschitz: of two rows of width 1, the first "
        "of which is 0 and the second t, the output of the first moves (2 + t²)/4 times as fast "
        "as that row, which exceeds every constant.",
        builds_on=("heads.output-moves-by-a-covariance",),
        repairs=("heads.self-attention-moves-no-more-than-its-rows",),
    ),
    Claim(
        id="heads.attention-by-distances-is-lipschitz",
        states=states(
            line(0, "<", slope(by_distances(y, x), y), "≤", 1 + 2 * n / exp(1)),
            line(-(n + 3) / exp(1), "≤", slope(by_distances(y, x), x[k]), "≤", 1 + n / exp(1)),
        ),
        says="With minus the squared distance of two rows as their score, one map for queries and "
        "keys, self-attention is Lipschitz: for rows of width 1, the output of a row moves at most "
        "1 + 2n/e times as fast as that row, and at most 1 + (n + 3)/e times as fast as any of the "
        "n others.",
        builds_on=("lookup.attention",),
        note="Kim et al. need the same: with different maps for queries and keys the row itself is "
        "no longer at distance 0, and nothing bounds the denominator from below.",
    ),
)
