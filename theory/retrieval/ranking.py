"""Which sets of documents a product of vectors can rank above which others.

Weller et al. 2025, On the Theoretical Limitations of Embedding-Based Retrieval, count the widths
that rankings need. Radon 1921: any d + 2 points of width d fall into two sets whose hulls meet.
"""

from theory.claim import Claim
from theory.letters import d, j, n
from theory.shared_words import dot
from theory.stating.existence import some
from theory.stating.families import every, numbers, total
from theory.stating.operations import bracket, delta, larger
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index, real, size
from theory.stating.vocabulary import word

m = size("m")
i, c = index("i", m), index("c", d)
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


def outrun(documents: int, width: int):
    """Documents of a width, a query for each pair of them, and by how much each pair leads."""
    *_, same, leads = pairs(documents, width, least)
    return states(line(least, "≤", 0), given=(same, leads))


def pairs(documents: int, width: int, by):
    """Documents and queries for pairs of them, and that each leads its pair by a number or more."""
    at = [index(name, term(documents)) for name in "ijk"]
    along = index("c", term(width))
    V, Q = numbers("v", documents, width), numbers("q", documents, documents, width)
    first, second, third = at
    apart = (1 - delta(first, second)) * (1 - delta(first, third)) * (1 - delta(second, third))
    lead = dot(Q[first, second], V[first]) - dot(Q[first, second], V[third])
    same = line(Q[first, second, along], "=", Q[second, first, along])
    return V, Q, at, same, line(apart * (lead - by), "≥", 0)


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

plane, asks, corner, both, ahead = pairs(4, 2, 1)

k, fst, snd = size("k"), index("i", n), index("j", n)
chosen, second, third = (numbers(name, n, domain="bit") for name in "stu")
degree = index("c", 2 * k)
q_k = numbers("q", 2 * k)
of_powers = lambda at: total(every(degree, entry=q_k[degree] * moments[at] ** degree))

documents = numbers("v", n, d)
unable = line(
    chosen[fst] * (1 - chosen[snd]) * (dot(q, documents[fst]) - dot(q, documents[snd]) - least),
    "≥",
    0,
)

point, up, down, other = numbers("x", n), real("a"), real("b"), real("c")


def leads(query, bits):
    """On a line, a query ranks what has the bit 1 above what has the bit 0."""
    scored = bracket(query * point[fst], ">", query * point[snd])
    return line(bits[fst] * (1 - bits[snd]), "≤", scored)


apart_from = lambda bits, others: total((bits - others) ** 2)

wanted, found, tau = numbers("Q", m, d), numbers("V", n, d), numbers("tau", m)
combined, relevant = numbers("u", m), numbers("kappa", m, n, domain="bit")
off = index("l", n)
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
        "d + 2 documents have weights that balance (Radon), the rarer sign at most k of them, and "
        "documents that are left over complete the set. How many sets of k of n documents a plane "
        "can rank first at most is the greatest number of k-sets of n points, for which no "
        "formula is known; it is of the order of n times the cube root of k at most (Dey 1998).",
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
        says="Width 4 is enough for all pairs of any number of documents: of documents (x, x², x³, "
        "x⁴) with different x, the query for the pair of x = a and x = b scores these two a² b², "
        "and every other document lower.",
        note="So pairs of six documents or more need exactly width 4, and sets of k of at least 3 "
        "k documents exactly width 2 k: the queries are the coefficients of minus the square of "
        "the polynomial whose roots are the documents of the set (both directions are proved for "
        "all k in proofs/rocq/ranked.v). How many documents there are asks for no more width; it "
        "makes the scores differ by less, and so asks for more digits. Weller et al. 2025 find 10 "
        "documents too many for width 4, by gradient descent: that limit is the descent's.",
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
    ),
    Claim(
        id="retrieval.thresholds-add-one-to-the-rank",
        states=states(
            some(
                combined,
                such=line(total(combined**2), ">", 0),
                every=j,
                holds=equal(
                    total(every(i, entry=combined[i] * (dot(wanted[i], found[j]) - tau[i]))), 0
                ),
            ),
            given=line(m, "≥", d + 2),
        ),
        says="Scores of width d, less a threshold for each query, have rank d + 1 at most: for any "
        "d + 2 rows of them, or more, there are weights, not all 0, with which the weighted "
        "sum of these rows is 0 for every document.",
        note="So what is relevant to which query must be the signs of a matrix of rank d + 1 at "
        "most, for width d: a bound on the width by sign rank (Weller et al. 2025, proposition 2). "
        "Their appendix D.3 says that rank 2 k is enough where a query has k documents; without "
        "thresholds it is not: four documents, one for each query, need rank 3.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.sign-rank-is-width-enough",
        states=states(
            line(
                dot(wanted[i], found[j]),
                ">",
                dot(wanted[i], found[off]),
                when=(equal(relevant[i, j], 1), equal(relevant[i, off], 0)),
            ),
            given=tuple(
                equal(relevant[i, each], bracket(dot(wanted[i], found[each]), ">", 0))
                for each in (j, off)
            ),
        ),
        says="If products of width d are positive where the document is relevant to the query, and "
        "nowhere else, each query ranks its relevant documents above all others.",
        note="So the sign rank of what is relevant is width enough, and by "
        "retrieval.thresholds-add-one-to-the-rank at most one more than the least width: the two "
        "halves of proposition 2 of Weller et al. 2025.",
        builds_on=("retrieval.thresholds-add-one-to-the-rank",),
    ),
    Claim(
        id="retrieval.four-documents-fit-a-plane",
        states=states(some(plane, asks, such=both, every=tuple(corner), holds=ahead)),
        says="Four documents in a plane can have a query for each of their six pairs: there are "
        "documents and queries such that each pair leads the other two documents by at least 1.",
        note="One lies inside the triangle of the others. Five documents never do "
        "(retrieval.five-documents-outrun-a-plane).",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.width-two-k-ranks-any-k-first",
        states=states(
            some(
                q_k,
                every=(fst, snd),
                holds=line(
                    of_powers(fst),
                    ">",
                    of_powers(snd),
                    when=(equal(chosen[fst], 1), equal(chosen[snd], 0)),
                ),
            ),
            given=(
                line(delta(fst, snd) + (moments[fst] - moments[snd]) ** 2, ">", 0),
                line(total(chosen), "≤", k),
            ),
        ),
        says="Width 2 k is enough for all sets of k documents or fewer, however many documents "
        "there are: of documents (x, x², ..., x^(2k)) with different x, each such set has a "
        "query that ranks it above all other documents.",
        note="The query has the coefficients of minus the square of the polynomial whose roots "
        "are the documents of the set. So in a plane each of n documents can be the first. The "
        "same width, by points of a cyclic polytope, is that of arXiv:2601.20844, whose abstract "
        "bounds the least width by multiples of k, from above and below; of 3 k documents it is "
        "2 k: retrieval.some-k-are-never-first.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.some-k-are-never-first",
        states=states(
            some(
                chosen,
                such=equal(total(chosen), k),
                every=(q, least),
                holds=line(least, "≤", 0, when=unable),
            ),
            given=(line(d, "<", 2 * k), line(n, "≥", d + 1 + k)),
        ),
        says="Of d + 1 + k documents or more, of a width d below 2 k, some k are never ranked "
        "first: whatever the query, they do not all lead all others by more than 0.",
        note="By Radon's theorem d + 2 of them fall into two sets whose hulls meet; the smaller "
        "has k at most, and documents that are left over complete it. So sets of k of at least 3 k "
        "documents need exactly width 2 k (retrieval.width-two-k-ranks-any-k-first). Whether a "
        "smaller width serves fewer documents is not said here. For pairs it may: four documents "
        "fit a plane, five do not.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.a-line-ranks-two-sets-at-most",
        states=states(
            equal(
                apart_from(chosen, second) * apart_from(second, third) * apart_from(chosen, third),
                0,
            ),
            given=(
                equal(total(chosen), k),
                equal(total(second), k),
                equal(total(third), k),
                leads(up, chosen),
                leads(down, second),
                leads(other, third),
            ),
        ),
        says="On a line at most two different sets of k documents can be ranked first: of three "
        "such sets, two are the same.",
        builds_on=("retrieval.a-line-ranks-its-ends",),
    ),
    Claim(
        id="retrieval.a-line-ranks-two-sets",
        states=states(
            some(
                chosen,
                second,
                up,
                down,
                such=(
                    equal(total(chosen), k),
                    equal(total(second), k),
                    line(apart_from(chosen, second), ">", 0),
                    leads(up, chosen),
                ),
                every=(fst, snd),
                holds=leads(down, second),
            ),
            given=(
                line(k, "<", n),
                line(delta(fst, snd) + (point[snd] - point[fst]) * (snd - fst), ">", 0),
            ),
        ),
        says="Of n different documents on a line, in rising order, two different sets of k < n "
        "can be ranked first.",
        note="The k largest and the k smallest; so they are exactly two, of each size. How many "
        "sets of k of n documents a plane can rank first at most is not known in general "
        "(retrieval.five-documents-outrun-a-plane). It is n (n - 1) or less, as a ranking changes "
        "only where two documents score alike, which is so in two opposite directions for each "
        "pair; this is not proved here.",
        builds_on=("retrieval.a-line-ranks-two-sets-at-most",),
    ),
)
