"""Which sets of documents products of vectors can rank first.

J. Radon (1921): of d + 2 points in d dimensions there are two sets whose hulls meet. O. Weller et
al., "On the theoretical limitations of embedding-based retrieval" (2025), arXiv:2508.21038.
"""

from theory.claim import Claim
from theory.letters import d, j, m, n
from theory.stating.families import every, index, numbers, real, total
from theory.stating.statements import equal, line, states
from theory.words import dot

k = index("k", m)
q, D, E = numbers("q", d), numbers("D", n, d), numbers("E", m, d)
p, r = numbers("p", n, domain="nonnegative"), numbers("r", m, domain="nonnegative")
t, top = numbers("t", m), real("T")
first, second, third = real("x_1"), real("x_2"), real("x_3")
one = real("q")
coordinate = index("a", d)

MEET = (
    line(total(p), "=", 1),
    line(total(r), "=", 1),
    equal(
        total(every(j, entry=p[j] * D[j, coordinate])),
        total(every(k, entry=r[k] * E[k, coordinate])),
    ),
    line(dot(q, E[k]), "=", t[k], "≤", top),
)

CLAIMS = (
    Claim(
        id="retrieval.meeting-hulls-are-not-separated",
        states=states(
            line(
                total(every(j, entry=p[j] * dot(q, D[j]))),
                "=",
                total(every(k, entry=r[k] * dot(q, E[k]))),
                "≤",
                top,
            ),
            given=MEET,
        ),
        says="Where a mean of some documents is a mean of others, both have one score, which is at "
        "most the highest score of the others: no query ranks all of the first above all of them.",
        note="Of d + 2 documents in d dimensions there are always two such sets (Radon 1921). Of "
        "five in a plane, two pairs (Klein): no plane serves all pairs of five documents.",
        builds_on=("retrieval.dot-never-ranks-a-mixture-first",),
    ),
    Claim(
        id="retrieval.a-line-ranks-its-ends",
        states=states(
            line((one * second - one * first) * (one * second - one * third), "≤", 0),
            given=line(first, "≤", second, "≤", third),
        ),
        says="On a line, no query scores a document between two others above both: only the first "
        "and the last can be ranked first.",
        builds_on=("retrieval.meeting-hulls-are-not-separated",),
    ),
)
