"""Retrieval: what the documents print, and what is claimed of it."""

from theory.blocks import block
from theory.claim import Claim, Hypothesis
from theory.late_interaction import CLAIMS as LATE_INTERACTION
from theory.letters import L, a, b, d, d_ff, d_k, h, i, j, n, o
from theory.ranking import CLAIMS as RANKING
from theory.stating.families import (
    Family,
    every,
    exp,
    index,
    larger,
    letter,
    numbers,
    real,
    size,
    total,
    word,
)
from theory.stating.statements import equal, exactly, line, sized, states
from theory.stating.terms import Variable
from theory.words import dot


@word(r"\sigma({z})")
def logistic(z):
    """001:489: σ."""
    return 1 / (1 + exp(-z))


@word(r"\operatorname{{Ber}}({y} \mid {p})")
def bernoulli(y, p):
    """001:489, 001:502: the probability of y, which is 1 or 0."""
    return p**y * (1 - p) ** (1 - y)


@word(r"\operatorname{{CAT}}({X})")
def cat(X: Family, w: Family):
    """001:502: of the rows of query and document joined, the first is that of [CLS]."""
    return logistic(dot(X[1], w))


@word(r"\operatorname{{DOT}}({X}, {Y})")
def dot_score(X: Family, Y: Family):
    """001:517: of the rows of a query and of a document, the first ones."""
    return dot(X[1], Y[1])


@word(
    r"({x}^\top {y})_{{{a}{b}}}", whole=r"{x}^\top {y}",
    a=lambda x: x.lasts[1], b=lambda y: y.lasts[1],
)  # fmt: skip
def transposed_first(x: Family, y: Family, a, b):
    """001:517: the product as it is printed."""
    return total(x.transposed()[a] * y.transposed()[b])


@word(r"({x} {y}^\top)_{{{r}{c}}}", whole=r"{x} {y}^\top", r="x", c="y")
def transposed_second(x: Family, y: Family, r, c):
    """The product of rows."""
    return dot(x[r], y[c])


@word(r"f({q}, {d})")
def joint(q, d):
    """Two hidden units, max(0, q - d) and max(0, d - q), with the output weights -1."""
    return -larger(0, q - d) - larger(0, d - q)


@word(r"C({length})")
def cost(length):
    """The multiplications of one block, by encoder.costs."""
    return 2 * length**2 * h * d_k + 4 * length * d * h * d_k + 2 * length * d * d_ff


L_q, L_d, across, N = size("L_q"), size("L_d"), size("c"), size("N")
c, of_many = index("c", d), index("j", N)

X, Y, w = numbers("X", L, d), numbers("Y", n, L_d, d), numbers("w", d)
of_query = numbers("X", L_q, d)
columns = numbers("x", d, across), numbers("y", d, across)
rows = numbers("x", 1, d), numbers("y", 1, d)
outer = letter("M", transposed_first(*rows))

y, p, z, other = Variable("y", "bit"), real("p"), real("z"), real("z'")
s, shift, factor = numbers("s", n), real("b"), real("a")

q, D, best = numbers("q", d), numbers("D", n, d), real("M")
scores, weights = numbers("s", n), numbers("w", n, domain="nonnegative")
mixture = letter("dbar", every(a, entry=total(every(j, entry=weights[j] * D[j, a]))))
query, document = real("q"), real("d")

joined, head = numbers("Z", N, L_q + L_d + 3, d), numbers("w", d)
alone, stored = numbers("X", L_q + 2, d), numbers("Y", N, L_d + 2, d)
documents, token = numbers("E", N, L_d + 2, d), index("i", L_d + 2)

CLAIMS = (
    Claim(
        id="retrieval.cat",
        kind="definition",
        states=states(equal(cat(X, w), logistic(dot(X[1], w)))),
        says="BERT-CAT reads query and document together, as rows X of which the first is that of "
        "[CLS]; the logistic function of one number, read off this row, is the probability of "
        "relevance.",
        sources=("001:502", "001:506"),
        answers=("001:502/unbound",),
        builds_on=("bert.next-sentence",),
    ),
    Claim(
        id="retrieval.relevance-is-free-of-y",
        states=states(equal(p, bernoulli(y, p)), given=line(0, "<", p, "<", 1)),
        says="The probability that a document is relevant is the Bernoulli probability of y, "
        "whatever y is.",
        sources=("001:502/unbound",),
    ),
    Claim(
        id="retrieval.bernoulli",
        states=states(
            equal(bernoulli(1, p), p),
            equal(bernoulli(0, p) + bernoulli(1, p), 1),
            given=line(0, "<", p, "<", 1),
        ),
        answers=("001:502", "001:502/unbound"),
        says="With y for relevance on both sides the formula is right: y = 1 has the probability "
        "p, y = 0 the rest.",
        builds_on=("retrieval.cat",),
        repairs=("retrieval.relevance-is-free-of-y",),
    ),
    Claim(
        id="retrieval.logistic-keeps-order",
        states=states(exactly(line(z, ">", other), line(logistic(z), ">", logistic(other)))),
        says="The probability and the number before the logistic function rank documents in the "
        "same way: either serves as a score.",
        sources=("001:508",),
        builds_on=("retrieval.cat",),
    ),
    Claim(
        id="retrieval.dot",
        kind="definition",
        states=states(equal(dot_score(of_query, Y[j]), dot(of_query[1], Y[j, 1]))),
        answers=("001:511/name", "001:511/undefined"),
        says="BERT-DOT reads query and document apart, as rows X and Y, and compares their first "
        "rows, those of [CLS], here with the dot product.",
        sources=("001:511", "001:517"),
        builds_on=("scores.dot",),
    ),
    Claim(
        id="retrieval.printed-product-is-a-number",
        states=states(
            sized(transposed_first(*columns), 1, 1),
            hypotheses={
                "columns": Hypothesis("the vectors are columns", line(across, "=", 1)),
            },
        ),
        says="The product as printed, with the transpose on the first vector, is a number if the "
        "vectors are columns.",
        note="Elsewhere in the drafts the vectors are rows.",
        sources=("001:517", "001:530"),
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.sizes",
        states=states(
            sized(transposed_second(*rows), 1, 1),
            sized(transposed_first(*rows), d, d),
            equal(outer[a, b] * outer[o, c], outer[a, c] * outer[o, b]),
            sized(every(j, entry=dot_score(of_query, Y[j])), n),
        ),
        answers=("001:517", "001:530"),
        says="Rows are multiplied as x yᵀ, a number; xᵀ y is a d × d matrix M, of rank at most 1, "
        "as its determinants of two rows and two columns are 0. One query has one score for each "
        "document.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.ranking-ignores-shift-and-scale",
        kind="invariance",
        states=states(
            exactly(
                line(s[i], ">", s[j]),
                line(factor * s[i] + shift, ">", factor * s[j] + shift),
            ),
            hypotheses={
                "positive-factor": Hypothesis("the factor is positive", line(factor, ">", 0))
            },
        ),
        says="A ranking stays the same if all scores of a query are multiplied by a positive "
        "number and any number is added.",
        sources=("001:519/ranking",),
        builds_on=("retrieval.dot", "softmax.shift-invariance"),
    ),
    Claim(
        id="retrieval.dot-never-ranks-a-mixture-first",
        states=states(
            line(dot(q, mixture), "≤", best),
            given=(line(dot(q, D[j]), "=", scores[j], "≤", best), line(total(weights), "=", 1)),
        ),
        says="A document whose vector lies in the convex hull of others is strictly first for no "
        "query: no product of vectors expresses that it alone is the most relevant.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.joint-score-of-two-numbers-ranks-any-first",
        states=states(
            line(
                joint(query, document),
                "=",
                -larger(0, query - document) - larger(0, document - query),
                "=",
                -abs(query - document),
            ),
            line(joint(query, document), "<", 0, when=line(query, "≠", document)),
            equal(joint(document, document), 0),
        ),
        says="A score that sees both at once can do this in width 1: two hidden units compute -|q "
        "- d| from numbers q and d, which is largest where they are equal. So of three "
        "numbers the middle one is strictly first for some query, which no product of these "
        "numbers allows.",
        builds_on=("retrieval.dot-never-ranks-a-mixture-first", "feedforward.absolute-value"),
    ),
    Claim(
        id="retrieval.costs",
        states=states(
            sized(
                every(of_many, entry=cat(block(joined[of_many]), head)),
                N,
                multiplications=N * (cost(L_q + L_d + 3) + d),
            ),
            sized(
                every(of_many, entry=dot_score(block(alone), stored[of_many])),
                N,
                multiplications=cost(L_q + 2) + N * d,
            ),
            sized(
                every(of_many, token, c, entry=block(documents[of_many])[token, c]),
                N,
                L_d + 2,
                d,
                multiplications=N * cost(L_d + 2),
            ),
        ),
        says="For N documents CAT runs the encoder N times on joined sequences for every query; "
        "DOT runs it once, on the query; each then multiplies N vectors. C is the cost of the "
        "encoder, here of one block, quadratic in the length, special tokens included.",
        builds_on=("encoder.costs", "retrieval.cat", "retrieval.dot"),
    ),
    *RANKING,
    *LATE_INTERACTION,
)
