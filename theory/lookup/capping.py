"""Scores that are capped, or formed of normalised queries and keys: bounded, so without focus.

The cap of 10 tanh of logits: I. Bello et al. (arXiv:1611.09940), equation (16); c tanh(x/c) of all
scores: Gemma 2 (arXiv:2408.00118), section 2. Normalised queries and keys: A. Henry et al.
(arXiv:2010.04245).
"""

from fractions import Fraction

from theory.claim import Claim
from theory.letters import d, i, j, k, n
from theory.scores.words import NONZERO, cosine
from theory.shared_words import dot, length, length_squared
from theory.softmax.words import softmax, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, log, slope, tanh
from theory.stating.relations import equal, exactly, line
from theory.stating.statements import states
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import letter, word


@word(r"\operatorname{{cap}}_{{{c}}}({t})")
def capped(c, t):
    """A score t that a cap c bends: about t where it is small, and never beyond c."""
    return c * tanh(t / c)


c, t, g, lead = positive("c"), real("t"), positive("g"), real("x_0")
factor = real("g")
others = numbers("x", n)
bent = x.map(lambda each: capped(c, each))
weight = letter("p", exp(g * lead) / (exp(g * lead) + total((g * others).map(exp))))
most = 1 / (1 + n * exp(-2 * g))

q, key = numbers("q", d), numbers("k", d)
e = index("a", d)
steps = letter(
    "h",
    every(e, entry=factor / length(q) * (key[e] / length(key) - cosine(q, key) * q[e] / length(q))),
)

CLAIMS = (
    Claim(
        id="lookup.softcap",
        states=states(equal(capped(c, t), c * tanh(t / c))),
        kind="definition",
        says="A soft cap c turns a score t into c tanh(t/c).",
    ),
    Claim(
        id="lookup.softcap-bounds-scores",
        states=states(
            line(-c, "<", capped(c, t), "<", c),
            line(slope(capped(c, t), t), "=", 1 - tanh(t / c) ** 2, ">", 0),
            equal(
                slope(softmax(bent)[i], x[k]),
                softmax(bent)[i]
                * (
                    delta(i, k) * (1 - tanh(x[i] / c) ** 2)
                    - softmax(bent)[k] * (1 - tanh(x[k] / c) ** 2)
                ),
            ),
        ),
        says="A capped score stays between -c and c, and still rises with the score. The slope of "
        "a weight by a score is that of softmax at the capped scores times 1 - tanh²(x/c): the "
        "cap bounds scores, and shrinks the gradient of those far beyond it.",
        builds_on=("lookup.softcap", "softmax.jacobian"),
    ),
    Claim(
        id="lookup.softcap-cannot-focus",
        states=states(
            line(
                1 + (n - 1) * exp(-2 * c),
                "≤",
                1 / softmax(bent)[i],
                "≤",
                1 + (n - 1) * exp(2 * c),
            ),
        ),
        says="Under a cap c every one of n weights is at least 1/(1 + (n - 1) exp(2c)), and at "
        "most 1/(1 + (n - 1) exp(-2c)), however far one score leads or lags.",
        builds_on=("lookup.softcap-bounds-scores",),
    ),
    Claim(
        id="lookup.normalised-scores-need-half-a-logarithm",
        states=states(
            line(weight, "≤", most, when=line(lead - others[j], "≤", 2)),
            equal(weight, most, when=line(others[j], "=", lead - 2)),
            exactly(line(g, "<", log(n) / 2), line(most, "<", Fraction(1, 2))),
        ),
        says="Cosines differ by at most 2 (scores.cosine-cannot-focus). So, scaled by g, none "
        "weighs more than 1/(1 + n exp(-2g)) against n others. It weighs that much where it is 1 "
        "and all others are -1. This bound is less than half if and only if g is below log(n)/2.",
        builds_on=("softmax.definition",),
        note="scores.cosine-cannot-focus is the case g = 1. Henry et al. learn g, from the "
        "logarithm to the base 2 of L² - L on, for sequences of about L tokens: more than enough.",
    ),
    Claim(
        id="lookup.normalised-gradients-are-bounded",
        states=states(
            equal(slope(factor * cosine(q, key), q[e]), steps[e]),
            line(
                length_squared(steps),
                "=",
                (factor / length(q)) ** 2 * (1 - cosine(q, key) ** 2),
                "≤",
                (factor / length(q)) ** 2,
            ),
            equal(dot(q, steps), 0),
            given=NONZERO,
        ),
        says="The gradient of a cosine times g by the query has a length of at most |g| over that "
        "of the query, whatever the key; it stands at a right angle to the query, so to first "
        "order it turns the query without stretching it.",
        note="The gradient of a dot score is the key, as long as it may be. What it costs: the "
        "steps of short queries are long, a query along its key has none, and the weights need g "
        "to focus (lookup.normalised-scores-need-half-a-logarithm).",
        builds_on=("scores.cosine",),
    ),
)
