"""Retrieval: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.encoder.blocks import block
from theory.letters import a, b, d, i, j, n, o
from theory.retrieval.late_interaction import CLAIMS as LATE_INTERACTION
from theory.retrieval.ranking import CLAIMS as RANKING
from theory.retrieval.words import (
    D,
    L_d,
    L_q,
    N,
    X,
    Y,
    across,
    bernoulli,
    best,
    c,
    cat,
    columns,
    cost,
    document,
    dot_score,
    factor,
    joint,
    logistic,
    of_many,
    of_query,
    other,
    p,
    q,
    query,
    s,
    scores,
    shift,
    transposed_first,
    transposed_second,
    w,
    weights,
    y,
    z,
)
from theory.shared_words import dot
from theory.stating.families import every, numbers, total
from theory.stating.operations import larger
from theory.stating.relations import equal, exactly, line, sized
from theory.stating.statements import states
from theory.stating.variables import index
from theory.stating.vocabulary import letter

rows = numbers("x", 1, d), numbers("y", 1, d)
outer = letter("M", transposed_first(*rows))

mixture = letter("dbar", every(a, entry=total(every(j, entry=weights[j] * D[j, a]))))
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
        answers=("001:502/unbound", "001:506/input"),
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
        sources=("001:489", "001:502"),
        answers=("001:502/unbound",),
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
        departs={
            "001:511": "The line lets f_sim be any similarity; here it is the dot product.",
        },
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
        id="retrieval.product-of-rows-is-a-number",
        states=states(sized(transposed_first(*rows), 1, 1)),
        says="The product as printed, with the transpose on the first vector, is a number, also of "
        "rows.",
        sources=("001:517/rows", "001:530/rows"),
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
        repairs=("retrieval.product-of-rows-is-a-number",),
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
        "query: no product with these vectors expresses that it alone is the most relevant.",
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
        says="A score that sees query and document at once can rank a mixture strictly first, in "
        "width 1: two hidden units compute -|q - d| from numbers q and d, which is largest where "
        "they are equal. So of three different numbers the middle one is strictly first for some "
        "query, which no product of these numbers allows (retrieval.a-line-ranks-its-ends).",
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
        says="For N documents of one length CAT runs the encoder N times on joined sequences for "
        "every query. DOT runs it once for every query, on the query, after it has run N times, "
        "once for all queries, on the documents. Each then multiplies N vectors. C counts the "
        "multiplications of the encoder's matrix products, here of one block; it is quadratic in "
        "the length, special tokens included.",
        builds_on=("encoder.costs", "retrieval.cat", "retrieval.dot"),
    ),
    *RANKING,
    *LATE_INTERACTION,
)
