"""Retrieval: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis


def bernoulli(y, p):
    """001:489, 001:502: Ber(y | p)."""
    return p**y * (1 - p) ** (1 - y)


CLAIMS = (
    Claim(
        id="retrieval.cat",
        kind="definition",
        latex=r"\operatorname{CAT}(q, d) = \sigma(\operatorname{BERT}([q, d])_{[\mathrm{CLS}]} w)",
        says="BERT-CAT reads query and document together, and gives a probability of relevance.",
        sources=("001:502", "001:506"),
        builds_on=("bert.next-sentence",),
    ),
    Claim(
        id="retrieval.relevance-is-free-of-y",
        kind="identity",
        latex=r"p(\text{relevant} \mid q, d) = \operatorname{Ber}(y \mid p) \text{ for every } y",
        says="The probability that a document is relevant is the Bernoulli probability of y, "
        "whatever y is.",
        sources=("001:502/unbound",),
    ),
    Claim(
        id="retrieval.bernoulli",
        kind="identity",
        latex=r"\operatorname{Ber}(y \mid p) = p^y (1 - p)^{1 - y}:\quad \operatorname{Ber}(1 \mid"
        r" p) = p,\ \operatorname{Ber}(0 \mid p) + \operatorname{Ber}(1 \mid p) = 1",
        says="With y for relevance on both sides the formula is right: y = 1 has the probability "
        "p, y = 0 the rest.",
        builds_on=("retrieval.cat",),
        repairs=("retrieval.relevance-is-free-of-y",),
    ),
    Claim(
        id="retrieval.logistic-keeps-order",
        kind="bound",
        latex=r"z > z' \implies \sigma(z) > \sigma(z')",
        says="The probability and the number before the logistic function rank documents in the "
        "same way: either serves as a score.",
        sources=("001:508",),
        builds_on=("retrieval.cat",),
    ),
    Claim(
        id="retrieval.dot",
        kind="definition",
        latex=r"\operatorname{DOT}(q, d) = \operatorname{BERT}(q)_{[\mathrm{CLS}]}\,"
        r" \operatorname{BERT}(d)_{[\mathrm{CLS}]}^\top",
        says="BERT-DOT reads query and document apart and compares their [CLS] rows, here with "
        "the dot product.",
        sources=("001:511", "001:517"),
        builds_on=("scores.dot",),
    ),
    Claim(
        id="retrieval.printed-product-is-a-number",
        kind="sizes",
        latex=r"x, y \in \mathbb R^{d \times 1} \implies x^\top y \in \mathbb R^{1 \times 1}",
        says="The product as printed, with the transpose on the first vector, is a number if the "
        "vectors are columns; elsewhere in the drafts they are rows.",
        sources=("001:517", "001:530"),
        hypotheses={
            "columns": Hypothesis("the vectors are columns"),
        },
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.sizes",
        kind="sizes",
        latex=r"x, y \in \mathbb R^{1 \times d}:\quad x y^\top \in \mathbb R^{1 \times 1},\quad"
        r" x^\top y \in \mathbb R^{d \times d}",
        says="Rows are multiplied as x yᵀ, a number; xᵀ y is a d × d matrix, of rank at most 1.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.ranking-ignores-shift-and-scale",
        kind="invariance",
        latex=r"s_i > s_j \implies a s_i + b > a s_j + b,\quad a > 0",
        says="A ranking stays the same if all scores of a query are multiplied by a positive "
        "number and any number is added.",
        sources=("001:519/ranking",),
        hypotheses={"positive-factor": Hypothesis("the factor is positive")},
        builds_on=("retrieval.dot", "softmax.shift-invariance"),
    ),
    Claim(
        id="retrieval.dot-never-ranks-a-mixture-first",
        kind="bound",
        latex=r"d_0 = \sum_j w_j d_j,\ w \ge 0,\ \sum_j w_j = 1 \implies q d_0^\top \le \max_j q"
        r" d_j^\top",
        says="A document whose vector lies in the convex hull of others is strictly first for no "
        "query: no product of vectors expresses that it alone is the most relevant.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.joint-score-of-two-numbers-ranks-any-first",
        kind="bound",
        latex=r"f(q, d) = -\max(0, q - d) - \max(0, d - q) < 0 = f(d, d),\quad q \ne d \in"
        r" \mathbb R",
        says="A score that sees both at once can do this in width 1: two hidden units compute -|q "
        "- d| from numbers q and d, which is largest where they are equal. So of three "
        "numbers the middle one is strictly first for some query, which no product of these "
        "numbers allows. (A wider or non-linear encoder may place documents so that products "
        "can.)",
        builds_on=("retrieval.dot-never-ranks-a-mixture-first", "feedforward.absolute-value"),
    ),
    Claim(
        id="retrieval.costs",
        kind="sizes",
        latex=r"N\, (C(L_q + L_d + 3) + d) \text{ per query for CAT},\quad C(L_q + 2) + N d"
        r" \text{ for DOT, after } N\, C(L_d + 2) \text{ once}",
        says="For N documents CAT runs the encoder N times on joined sequences for every query; "
        "DOT runs it once, on the query; each then multiplies N vectors. C is the cost of the "
        "encoder, here of one block, quadratic in the length, special tokens included.",
        builds_on=("encoder.costs", "retrieval.cat", "retrieval.dot"),
    ),
)
