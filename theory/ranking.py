"""Which sets of documents a product of vectors can rank above which others.

Weller et al. 2025, On the Theoretical Limitations of Embedding-Based Retrieval, count the widths
that rankings need. Radon 1921: any d + 2 points of width d fall into two sets whose hulls meet.
"""

from theory.claim import Claim
from theory.letters import d, j, n
from theory.stating.families import (
    Family,
    delta,
    every,
    index,
    larger,
    numbers,
    real,
    size,
    total,
    word,
)
from theory.stating.statements import equal, line, some, states
from theory.stating.terms import term
from theory.words import dot

m = size("m")
i, c, column = index("i", m), index("c", d), index("j", term(3))
k, l = index("k", m), index("l", m)  # noqa: E741
q, A, B = numbers("q", d), numbers("A", m, d), numbers("B", n, d)
weights, others = numbers("lambda", m, domain="nonnegative"), numbers("mu", n, domain="nonnegative")
lowest, highest = real("a"), real("b")
above, below = numbers("s", m), numbers("t", n)
mean = lambda place: total(every(i, entry=weights[i] * A[i, place]))
other_mean = lambda place: total(every(j, entry=others[j] * B[j, place]))
common = total(every(c, entry=q[c] * mean(c)))  # the score of a point of both hulls

x, y = real("x"), real("y")


@word(r"\min({s}, {t})")
def smaller(s, t):
    """The smaller of two numbers."""
    return -larger(-s, -t)


@word(r"\det({S})_{{{i}{k}{l}}}")
def minor(S: Family, i, k, l):  # noqa: E741
    """The determinant of rows i, k, l and columns 1, 2, 3."""
    pair = lambda a, b: S[k, a] * S[l, b] - S[k, b] * S[l, a]
    return S[i, 1] * pair(2, 3) - S[i, 2] * pair(1, 3) + S[i, 3] * pair(1, 2)


asks, three, limits = numbers("q", m), numbers("x", 3), numbers("tau", m)
over = every(i, column, entry=asks[i] * three[column] - limits[i])


def outrun(documents: int, width: int):
    """Documents of a width, a query for each pair of them, and by how much each pair leads."""
    at = [index(name, term(documents)) for name in "ijk"]
    along = index("c", term(width))
    V, Q = numbers("v", documents, width), numbers("q", documents, documents, width)
    first, second, third = at
    apart = (1 - delta(first, second)) * (1 - delta(first, third)) * (1 - delta(second, third))
    lead = dot(Q[first, second], V[first]) - dot(Q[first, second], V[third])
    return states(
        line(least, "≤", 0),
        given=(
            line(Q[first, second, along], "=", Q[second, first, along]),
            line(apart * (lead - least), "≥", 0),
        ),
    )


least = real("t")
one, two = real("a"), real("b")
moments = numbers("x", n)
of_moments = (
    2 * one * two * (one + two) * moments[j]
    - (one**2 + 4 * one * two + two**2) * moments[j] ** 2
    + 2 * (one + two) * moments[j] ** 3
    - moments[j] ** 4
)
low, middle, high, asked = real("x"), real("y"), real("z"), real("q")
CLAIMS = (
    Claim(
        id="retrieval.a-plane-ranks-any-pair-first",
        states=states(
            some(
                x,
                y,
                holds=line(
                    smaller(x + y, -x - y) - larger(x - y, y - x),
                    ">",
                    0,
                ),
            )
        ),
        says="In a plane any two of four documents can be ranked first: of the corners of a "
        "square, some query (x, y) ranks (1, 1) and (-1, -1) above the other two.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.meeting-hulls-are-not-separated",
        states=states(
            line(lowest, "≤", common, "≤", highest),
            given=(
                line(dot(q, A[i]), "=", above[i], "≥", lowest),
                line(dot(q, B[j]), "=", below[j], "≤", highest),
                line(total(weights), "=", 1),
                line(total(others), "=", 1),
                line(mean(c), "=", other_mean(c)),
            ),
        ),
        says="If the hulls of two sets of documents meet, no query ranks all of the one set above "
        "all of the other: what lies in both hulls scores at least as much as the lowest of the "
        "one, and at most as much as the highest of the other.",
        note="So two documents are never the first two if the segment between them crosses the "
        "segment between two others, as the diagonals of a square do. Any d + 2 documents of "
        "width d fall into two sets whose hulls meet: not every subset of them can be ranked "
        "first. Four documents in a plane allow all pairs if one lies inside the triangle of the "
        "others; five never do (retrieval.five-documents-outrun-a-plane).",
        builds_on=("retrieval.dot",),
        repairs=("retrieval.a-plane-ranks-any-pair-first",),
    ),
    Claim(
        id="retrieval.five-documents-outrun-a-plane",
        states=outrun(5, 2),
        says="In a plane some pair of five documents is never ranked first: queries for all pairs, "
        "by which each pair leads the other three documents by t or more, have a t of 0 at most.",
        note="Five are the fewest: four allow all pairs if one lies inside the triangle of the "
        "others. The theorem holds for sets of k among d + 1 + k documents of any width d < 2 k: "
        "d + 2 documents have weights that balance (Radon), k of one sign at most, and whichever "
        "document is left over completes the set. How many sets of k of n documents a plane can "
        "rank first at most is the number of k-sets of n points, for which no formula is known; "
        "it is of the order of n times the cube root of k at most (Dey 1998).",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.six-documents-outrun-width-three",
        states=outrun(6, 3),
        says="In three dimensions some pair of six documents is never ranked first.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.width-four-ranks-any-pair-first",
        states=states(
            equal(of_moments, one**2 * two**2 - (moments[j] - one) ** 2 * (moments[j] - two) ** 2),
        ),
        says="Width 4 is enough for all pairs of any number of documents: of documents "
        "(x, x², x³, x⁴), the query for the pair of x = a and x = b scores these two a² b², and "
        "each other one less.",
        note="So pairs of six documents or more need exactly width 4, and sets of k of at least "
        "3 k documents exactly width 2 k: the queries are the coefficients of minus the square of "
        "the polynomial whose roots are the documents of the set (both directions are proved for "
        "all k in proofs/rocq/ranked.v). How many documents there are asks for no more width; it "
        "costs what the scores differ by, and so digits.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.a-line-ranks-its-ends",
        states=states(
            line((asked * middle - asked * low) * (asked * middle - asked * high), "≤", 0),
            given=line(low, "≤", middle, "≤", high),
        ),
        says="On a line a document between two others never scores above both.",
        builds_on=("retrieval.dot",),
        note="So of n documents on a line, k can be ranked first in two ways alone: the smallest, "
        "or the largest.",
    ),
    Claim(
        id="retrieval.thresholds-add-one-to-the-rank",
        states=states(equal(minor(over, i, k, l), 0)),
        says="Scores of width 1, less a threshold for each query, have no three by three minor "
        "other than 0: their rank is at most 2, one more than the width.",
        note="So what is relevant to which query must be the signs of a matrix of rank d + 1 at "
        "most, for width d: a bound on the width by sign rank (Weller et al. 2025). For any d it "
        "is the theorem thresholds_add_one_to_the_rank in proofs/rocq/ranked.v.",
        builds_on=("retrieval.dot",),
    ),
)
