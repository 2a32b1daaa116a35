"""Late interaction: O. Khattab and M. Zaharia, "ColBERT" (2020), arXiv:2004.12832.

Each token of the query takes the token of the document that suits it best.
"""

from fractions import Fraction

from theory.claim import Claim
from theory.letters import N, d, m, n
from theory.shared_words import dot
from theory.stating.existence import some
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import larger
from theory.stating.relations import equal, line, sized
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index
from theory.stating.vocabulary import matrix, word


@word(r"\operatorname{{MaxSim}}({Q}; {x}, {y})")
def of_two_tokens(Q: Family, x: Family, y: Family):
    """The sum over the query's tokens of the larger product with a document of two tokens."""
    best = lambda i: larger(dot(Q[i], x), dot(Q[i], y))
    return total(Family(best, (Q.lasts[0],)))


@word(r"\operatorname{{MaxSim}}({Q}; {x})")
def of_one_token(Q: Family, x: Family):
    """The same, of a document of one token."""
    return total(Family(lambda i: dot(Q[i], x), (Q.lasts[0],)))


@word(r"\operatorname{{MaxSim}}({Q}, {D})_{{{z}}}", computed=True, z="D")
def of_many(Q: Family, D: Family, z):
    """What impl/late_interaction.py gives to documents of any number of tokens."""


D = numbers("D", N, n, d)  # N documents of n tokens
Q, q, x, y = numbers("Q", m, d), numbers("q", d), numbers("x", d), numbers("y", d)
# Products of the tokens of a query with those of a document: the best so far, and a further one.
s, t, i = numbers("s", m), numbers("t", m), index("i", m)

# Three queries and three documents, each of two tokens of width 1.
part = Fraction(3, 5)
ASKED, WRITTEN = ((-1, 0), (1, 0), (1, -1)), ((0, -1), (1, 0), (part, -part))
SCORED = (1, 0, part), (0, 1, part), (1, 1, 2 * part)
asking, z, token, width = (
    index(name, term(last)) for name, last in (("q", 3), ("z", 3), ("t", 2), ("c", 1))
)
three_queries, three_documents = matrix("Q", ASKED), matrix("D", WRITTEN)
of_query = every(token, width, entry=three_queries[asking, token])
of_documents = every(z, token, width, entry=three_documents[z, token])

CLAIMS = (
    Claim(
        id="retrieval.late-interaction-with-one-token-is-dot",
        states=states(
            equal(of_one_token(Q, x), dot(Family(lambda a: total(Q.transposed()[a]), (d,)), x))
        ),
        says="With a document of one token, late interaction is one product, with the sum of the "
        "query's tokens.",
        builds_on=("retrieval.dot",),
        repairs=("retrieval.late-interaction-is-a-dot-product",),
    ),
    Claim(
        id="retrieval.late-interaction-is-a-dot-product",
        states=states(equal(of_two_tokens(-Q, x, y), -of_two_tokens(Q, x, y))),
        says="Late interaction is linear in the query, as a dot product is: with the opposite "
        "query, the score is the opposite.",
        builds_on=("retrieval.dot",),
    ),
    Claim(
        id="retrieval.late-interaction-outranks-a-product",
        states=states(
            equal(of_many(of_query, of_documents)[z], matrix("S", SCORED)[asking, z]),
        ),
        kind="example",
        says="Tokens of width 1, two for each of three documents and three queries: by late "
        "interaction each document is ranked first for one of the queries, with scores (1, 0, "
        "0.6), (0, 1, 0.6) and (1, 1, 1.2).",
        note="By one product of that width at most two documents are ever ranked first: "
        "retrieval.a-line-ranks-two-sets-at-most, with k = 1.",
        builds_on=(
            "retrieval.late-interaction-with-one-token-is-dot",
            "retrieval.a-line-ranks-two-sets-at-most",
        ),
    ),
    Claim(
        id="retrieval.late-interaction-gives-any-joint-score",
        states=states(some(Q, x, y, holds=line(of_two_tokens(Q, x, y), "<", of_one_token(Q, x)))),
        says="Late interaction can give any joint score of a query and a document, so also one "
        "that falls when the document gets a further token and the vectors of the others stay.",
        note="A joint score may do so: that of a document (x) is 1, that of (x, y) is 0.",
        builds_on=("retrieval.late-interaction-with-one-token-is-dot",),
    ),
    Claim(
        id="retrieval.late-interaction-never-falls-with-a-token",
        states=states(line(total(s), "≤", total(every(i, entry=larger(s[i], t[i]))))),
        says="Where each token of the query takes the larger of its best score so far and that of "
        "a further token, the sum of scores does not fall.",
        note="So a further token vector, the others unchanged, never lowers the score by late "
        "interaction: none can say that something is absent, as a joint encoding can.",
        repairs=("retrieval.late-interaction-gives-any-joint-score",),
        builds_on=("retrieval.late-interaction-with-one-token-is-dot",),
    ),
    Claim(
        id="retrieval.late-interaction-sees-no-order",
        states=states(equal(of_two_tokens(Q, x, y), of_two_tokens(Q, y, x))),
        says="Late interaction does not see in which order a document has its two token vectors.",
        builds_on=("retrieval.late-interaction-with-one-token-is-dot",),
        note="Of more tokens any order is reached by exchanging two at a time, and a maximum sees "
        "none of it.",
    ),
    Claim(
        id="retrieval.late-interaction-costs",
        states=states(
            sized(of_many(Q, D), N, multiplications=N * m * n * d),
            sized(D, N, n, d),
        ),
        says="For a query of m tokens and N documents of n tokens, all of width d, late "
        "interaction multiplies m n d times a document, m n times as much as one product does, "
        "and stores n vectors of each document.",
        note="That is no run of an encoder for each document, as joint encoding needs.",
        builds_on=("retrieval.late-interaction-with-one-token-is-dot", "retrieval.costs"),
    ),
)
