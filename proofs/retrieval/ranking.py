"""Two sets of documents whose hulls meet cannot be told apart by any query."""

from fractions import Fraction

from impl.retrieval import dot_score
from proofs.arrays import expressions
from proofs.engine.contrary import Never
from proofs.engine.evidence import closes, counterexample, derivation, met_by
from proofs.rules import maximum
from theory.letters import j, n
from theory.retrieval.ranking import (
    A,
    B,
    above,
    below,
    c,
    chosen,
    down,
    high,
    highest,
    i,
    k,
    least,
    low,
    lowest,
    m,
    mean,
    middle,
    moments,
    other,
    other_mean,
    others,
    point,
    q,
    second,
    third,
    up,
    weights,
)
from theory.shared_words import dot
from theory.stating.families import every, numbers, total
from theory.stating.variables import nonnegative
from theory.symbols import real

HULLS = "retrieval.meeting-hulls-are-not-separated"
half = Fraction(1, 2)
r, u = numbers("r", m, domain="nonnegative"), numbers("u", n, domain="nonnegative")


@met_by(HULLS)
def two_diagonals_of_a_square():
    return {
        q: (1, 2), A: ((1, 1), (-1, -1)), B: ((1, -1), (-1, 1)), weights: (half, half),
        others: (half, half), above: (3, -3), below: (-1, 1), lowest: -3, highest: 1,
    }  # fmt: skip


@derivation(HULLS, let={above[i]: lowest + r[i]}, turned=True)
def the_common_point_scores_no_less_than_the_lowest(chain):
    return (
        chain.equals(total(every(i, entry=weights[i] * dot(q, A[i]))), "the score is linear")
        .given("", dot(q, A[i]), above[i], "each document of the one set scores a or more")
        .at_least(lowest * total(weights), "λ_i r_i ≥ 0")
        .given("", total(weights), 1, "the weights sum to 1")
    )


@derivation(HULLS, duty=1, let={below[j]: highest - u[j]})
def the_common_point_scores_no_more_than_the_highest(chain):
    return (
        chain.given("", mean(c), other_mean(c), "the hulls meet")
        .equals(total(every(j, entry=others[j] * dot(q, B[j]))), "the score is linear")
        .given("", dot(q, B[j]), below[j], "each document of the other set scores b or less")
        .at_most(highest * total(others), "μ_j u_j ≥ 0")
        .given("", total(others), 1, "the weights sum to 1")
    )


@counterexample("retrieval.a-plane-ranks-any-pair-first")
def the_diagonal_of_a_square():
    query = expressions.array([[real("x"), real("y")]])
    corners = expressions.array([[[1, 1]], [[1, -1]], [[-1, -1]], [[-1, 1]]])
    return Never(
        lambda chain: chain.by(maximum, "max(0, t) = (t + |t|)/2").closes(
            "opposite corners have opposite scores, so -|x + y| - |x - y| ≤ 0"
        ),
        dot_score(query, corners).tolist(),
        "the scores of the corners, for the query (x, y)",
    )


below_it, above_it = nonnegative("v"), nonnegative("w")

closes(
    "retrieval.a-line-ranks-its-ends",
    "-q² v w ≤ 0",
    let={low: middle - below_it, high: middle + above_it},
)


@met_by("retrieval.width-two-k-ranks-any-k-first")
def one_of_two_documents():
    return {k: 1, moments: (0, 1), chosen: (0, 1)}


@met_by("retrieval.a-line-ranks-two-sets-at-most")
def one_of_two_on_a_line():
    return {k: 1, point: (0, 1), chosen: (0, 1), second: (1, 0), third: (0, 1),
            up: 1, down: -1, other: 2}  # fmt: skip


@met_by("retrieval.a-line-ranks-two-sets")
def two_documents_on_a_line():
    return {k: 1, point: (0, 1)}


closes("retrieval.width-four-ranks-any-pair-first", "(x - a)² (x - b)², multiplied out")


@met_by("retrieval.five-documents-outrun-a-plane")
def five_equal_documents():
    return _equal(5, 2)


@met_by("retrieval.six-documents-outrun-width-three")
def six_equal_documents():
    return _equal(6, 3)


def _equal(count, width):
    """Documents at one place, that no query tells apart: each pair leads by -1 and more."""
    rows = ((0,) * width,) * count
    return {numbers("v", count, width): rows, numbers("q", count, count, width): (rows,) * count,
            least: -1}  # fmt: skip
