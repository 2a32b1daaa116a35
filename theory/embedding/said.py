"""Embedding: what the documents print, and what is claimed of it."""

from theory.claim import Claim
from theory.embedding.words import (
    E,
    V,
    a,
    b,
    counts,
    embedded,
    l,
    more,
    one_hot,
    s,
    sequence,
    t,
    u,
    v,
)
from theory.letters import L, d_model
from theory.stating.families import every, total
from theory.stating.operations import delta, slope
from theory.stating.relations import equal, line, sized, without
from theory.stating.statements import Hypothesis, states


def looked_up(token):
    """001:284: oh E, one column."""
    return total(every(v, entry=one_hot(token, v) * E[v, a]))


IN_VOCABULARY = line(1, "≤", sequence[l], "≤", V)

CLAIMS = (
    Claim(
        id="embedding.one-hot",
        kind="definition",
        states=states(equal(one_hot(t, v), delta(t, v))),
        says="A token is the vector with 1 at its place in the vocabulary and 0 elsewhere; each "
        "token has a place of its own.",
        sources=("001:268", "001:270", "001:272-273", "002:14/tokens", "003:34"),
        departs={
            "002:14/tokens": "The line also splits the sentence; here it is split already.",
            "003:34": "The line takes words as units, the original byte pairs or word pieces "
            '(section 5.1). "Output" is the target, shifted by one place, which enters the '
            "decoder; that it is shifted is not said.",
        },
        note="The documents count tokens from 1, the code from 0.",
    ),
    Claim(
        id="embedding.one-hot-is-sparse",
        states=states(
            equal(one_hot(t, v) ** 2, one_hot(t, v)),
            equal(total(every(v, entry=one_hot(t, v))), 1),
        ),
        says="A one-hot vector has a single entry that is not zero, however large the vocabulary.",
        sources=("001:276",),
        builds_on=("embedding.one-hot",),
    ),
    Claim(
        id="embedding.one-hot-knows-no-relation",
        states=states(
            equal(total(every(v, entry=one_hot(s, v) * one_hot(t, v))), delta(s, t)),
            equal(total(every(v, entry=(one_hot(s, v) - one_hot(t, v)) ** 2)), 2 - 2 * delta(s, t)),
        ),
        says="Any two different tokens are orthogonal and equally far apart: their geometry says "
        "only whether they are the same.",
        sources=("001:277/no-relation", "001:277/no-operations"),
        answers=("001:276/trouble", "001:277/any-operation"),
        builds_on=("embedding.one-hot",),
    ),
    Claim(
        id="embedding.nothing-can-be-done-with-one-hot",
        states=states(without(total(every(l, entry=one_hot(sequence[l], v))), sequence)),
        sources=("001:277/any-operation",),
        answers=("001:277/no-operations",),
        says="No meaningful operation on one-hot vectors is possible.",
    ),
    Claim(
        id="embedding.counts-embed-as-sums",
        states=states(
            equal(
                total(every(v, entry=total(every(u, entry=counts[u] * one_hot(u, v))) * E[v, a])),
                total(every(u, entry=counts[u] * E[u, a])),
            )
        ),
        answers=("001:277/no-operations", "001:277/any-operation"),
        says="A product with a table turns a sum of one-hot vectors, c_u of token u, into the sum "
        "of embeddings with the same c. With c = 1 at one token and c = 0 at all others, it "
        "selects a row.",
        builds_on=("embedding.one-hot",),
        repairs=("embedding.nothing-can-be-done-with-one-hot",),
    ),
    Claim(
        id="embedding.selects-a-row",
        states=states(equal(looked_up(t), E[t, a])),
        says="The product of a one-hot vector and the table is the row of its token.",
        sources=("001:284", "001:287"),
        answers=("001:276/trouble", "001:287/index", "003:40"),
        note="001:287 writes row i for the token whose index line 273 calls i_k.",
        builds_on=("embedding.one-hot",),
    ),
    Claim(
        id="embedding.embed",
        kind="definition",
        states=states(equal(embedded(sequence, E, l, a), E[sequence[l], a]), given=IN_VOCABULARY),
        says="A sequence is embedded token by token, a row for each.",
        sources=("001:291", "001:294-299/formula", "001:368", "002:12/numbers"),
        answers=("001:268/sentence", "001:368/typesetting", "002:14/ids"),
        builds_on=("embedding.selects-a-row",),
    ),
    Claim(
        id="embedding.reduces-the-dimension",
        states=states(line(d_model, "<", V)),
        says="Embedding reduces the dimension of the one-hot vectors.",
        answers=("003:40",),
    ),
    Claim(
        id="embedding.narrow-table-reduces-the-dimension",
        states=states(
            sized(every(a, entry=looked_up(t)), d_model),
            line(d_model, "<", V),
            given=line(more, "≥", 1),
            hypotheses={
                "narrow-table": Hypothesis(
                    "the table has r rows more than columns", equal(V, d_model + more)
                )
            },
        ),
        says="A table with fewer columns than the vocabulary has tokens reduces the dimension of "
        "the one-hot vectors.",
        sources=("003:40",),
        builds_on=("embedding.selects-a-row",),
    ),
    Claim(
        id="embedding.sizes",
        states=states(
            sized(every(l, a, entry=looked_up(sequence[l])), L, d_model),
            sized(every(l, a, entry=embedded(sequence, E, l, a)), L, d_model),
            given=IN_VOCABULARY,
        ),
        says="L tokens become L rows of width d_model. Nothing makes d_model smaller than the "
        "vocabulary; that is a choice.",
        sources=("001:279", "001:294-299/size", "001:313"),
        answers=("001:279/solution", "001:284", "001:294-299/name", "003:40"),
        builds_on=("embedding.embed",),
        repairs=("embedding.reduces-the-dimension",),
    ),
    Claim(
        id="embedding.only-used-rows-are-trained",
        states=states(equal(slope(looked_up(t), E[u, b]), delta(t, u) * delta(a, b))),
        says="The table is a parameter, but through the embedding a token's gradient reaches the "
        "row of that token alone.",
        answers=("001:279/solution", "001:288"),
        builds_on=("embedding.selects-a-row",),
        note="A table that is tied to the output layer, as in Vaswani et al. (2017), section 3.4, "
        "has another gradient there, for every row.",
    ),
)
