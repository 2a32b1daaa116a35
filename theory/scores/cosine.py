"""Cosines as scores, and one minus them."""

from theory.claim import Claim, Hypothesis
from theory.letters import i, j, k, n
from theory.scores.words import NONZERO, K, cosine, cosines, first, first_of, key, other_key, q, s
from theory.shared_words import dot, length
from theory.softmax.words import softmax
from theory.stating.operations import exp
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.vocabulary import letter

COSINES = (
    line(length(q), "≠", 0),
    line(length(K[j]), "≠", 0),
    line(cosines[j], "=", cosine(q, K[j])),
)
alpha = letter("alpha", softmax(1 - cosines))


CLAIMS = (
    Claim(
        id="scores.cosine",
        sources=("000:31/cosine-similarity", "001:52/cosine-similarity"),
        kind="definition",
        states=states(
            equal(cosine(q, key), dot(q, key) / (length(q) * length(key))), given=NONZERO
        ),
        answers=("000:31/cosine", "001:52/cosine"),
        says="The cosine of the angle between query and key, neither of them zero: a similarity.",
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scores.cosine-distance-prefers-the-similar",
        states=states(
            line(alpha[i], ">", alpha[k], when=line(cosines[i], ">", cosines[k])), given=COSINES
        ),
        says="With the cosine distance as score, the key more similar to the query weighs more.",
        sources=("000:31/cosine", "001:52/cosine"),
    ),
    Claim(
        id="scores.cosine-distance-must-be-negated",
        states=states(
            equal(softmax(-(1 - cosines))[i], softmax(cosines)[i]),
            line(
                softmax(cosines)[i],
                ">",
                softmax(cosines)[k],
                when=line(cosines[i], ">", cosines[k]),
            ),
            line(alpha[i], "<", alpha[k], when=line(cosines[i], ">", cosines[k])),
            given=COSINES,
        ),
        answers=("000:31/cosine", "001:52/cosine"),
        says="The negated cosine distance gives the weights of the cosine similarity, which "
        "prefer similar keys; the distance itself prefers less similar keys.",
        builds_on=("softmax.shift-invariance", "softmax.keeps-order"),
        repairs=("scores.cosine-distance-prefers-the-similar",),
    ),
    Claim(
        id="scores.cosine-forgets-lengths",
        kind="invariance",
        states=states(
            equal(cosine(s * q, key), cosine(q, key)),
            given=NONZERO,
            hypotheses={"positive-factor": Hypothesis("the factor is positive", line(s, ">", 0))},
        ),
        says="A positive factor of a vector does not change its cosine with another.",
        answers=("004:20/similarity",),
        builds_on=("scores.cosine",),
    ),
    Claim(
        id="scores.cosine-cannot-focus",
        states=states(
            line(cosine(q, other_key) - cosine(q, key), "≤", 2),
            line(
                first_of(first, cosines),
                "≤",
                exp(2) / (exp(2) + n),
                when=line(first - cosines[j], "≤", 2),
            ),
            given=(*NONZERO, line(length(other_key), "≠", 0)),
        ),
        says="Cosines differ by at most 2. So, by scaling.weights-dilute, without a temperature "
        "no key among n + 1 weighs more than e²/(e² + n), and attention to long sequences "
        "cannot be sharp.",
        builds_on=("scores.cosine", "scaling.weights-dilute"),
    ),
)
