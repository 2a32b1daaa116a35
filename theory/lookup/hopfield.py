"""Modern Hopfield networks: H. Ramsauer et al., "Hopfield networks is all you need" (2020).

arXiv:2008.02217. Patterns are the rows of X, the state is ξ; the energy is that of their equation
(2) up to its constants, and one step is their equation (3).
"""

from theory.claim import Claim, Hypothesis
from theory.letters import a, d, j, k, n
from theory.lookup.attending import attention
from theory.shared_words import dot, length_squared
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta, exp, log, slope
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import nonnegative, positive
from theory.stating.vocabulary import word


@word(r"E({xi})")
def energy(beta, X: Family, xi: Family):
    """-lse(β, X ξ) + |ξ|²/2: low near a pattern."""
    return -log(total(similarities(beta, X, xi).map(exp))) / beta + length_squared(xi) / 2


@word(r"\operatorname{{step}}_{{{beta}}}({X}, {xi})_{{{a}}}", a=lambda X: X.lasts[1])
def step(beta, X: Family, xi: Family, a):
    """The mean of the patterns, weighted by the softmax of β times their products with ξ."""
    weights = softmax(similarities(beta, X, xi))
    return total(every(j, entry=weights[j] * X[j, a]))


def similarities(beta, X: Family, xi: Family) -> Family:
    """Return β x_j · ξ for each pattern x_j."""
    return every(j, entry=beta * dot(X[j], xi))


X, xi, eta, u, w = numbers("X", n, d), *(numbers(name, d) for name in ("xi", "eta", "u", "w"))
values = numbers("v", n)
beta, D, g = positive("beta"), nonnegative("D"), positive("g")
stepped = every(a, entry=step(beta, X, xi)[a])
scores = similarities(beta, X, xi)
AFTER = line(step(beta, X, xi)[a], "=", eta[a])
others = (n - 1) * exp(-beta * g)

CLAIMS = (
    Claim(
        id="lookup.hopfield-step",
        states=states(equal(step(beta, X, xi)[a], attention(scores, every(j, entry=X[j, a])))),
        kind="definition",
        says="A step of a modern Hopfield network is attention: its keys and its values are the "
        "stored patterns, and the scores are β times their dot products with the state.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="lookup.hopfield-step-descends",
        states=states(
            equal(step(beta, X, xi)[a], xi[a] - slope(energy(beta, X, xi), xi[a])),
        ),
        says="A step of a modern Hopfield network is a step of gradient descent on its energy, "
        "with step size one.",
        builds_on=("lookup.hopfield-step",),
    ),
    Claim(
        id="lookup.hopfield-energy-falls",
        states=states(
            line(
                energy(beta, X, xi) - energy(beta, X, eta),
                "≥",
                length_squared(eta - xi) / 2,
            ),
            given=AFTER,
        ),
        says="A step from ξ to η lowers the energy of a modern Hopfield network by at least half "
        "of its squared length, whatever the patterns and β > 0 are: only a fixed point keeps the "
        "energy.",
        builds_on=("lookup.hopfield-step-descends", "softmax.normaliser-is-convex"),
    ),
    Claim(
        id="lookup.hopfield-retrieves",
        states=states(
            line(
                -D * others,
                "≤",
                dot(stepped, u) - dot(X[k], u),
                "≤",
                D * others,
            ),
            given=line(-D, "≤", dot(X[j], u) - dot(X[k], u), "≤", D),
            hypotheses={
                "separated": Hypothesis(
                    "the product of the state with the pattern leads all others by g",
                    line(dot(X[j], xi), "≤", dot(X[k], xi) - g * (1 - delta(j, k))),
                )
            },
        ),
        says="One step retrieves a pattern whose product with the state leads those of the other "
        "n - 1 by g, up to D (n - 1) exp(-βg), in every direction in which no pattern is farther "
        "than D from it.",
        builds_on=("lookup.hopfield-step", "lookup.retrieval-precision"),
        note="Ramsauer et al. ask for x_k · x_k to lead each x_k · x_j, too. The product of a "
        "state with a pattern in the hull of the others never leads all of theirs, so the bound "
        "says nothing of such a pattern.",
    ),
    Claim(
        id="lookup.attention-is-a-hopfield-step",
        states=states(equal(attention(scores, values), step(beta, X, xi)[a])),
        says="Attention is a step of a modern Hopfield network that stores the keys, whatever the "
        "values are.",
        builds_on=("lookup.hopfield-step",),
    ),
    Claim(
        id="lookup.hopfield-step-then-projection",
        states=states(equal(attention(scores, every(j, entry=dot(X[j], w))), dot(stepped, w))),
        says="Where the values are a linear function of the keys, attention is that function of "
        "the Hopfield step.",
        builds_on=("lookup.hopfield-step",),
        repairs=("lookup.attention-is-a-hopfield-step",),
        note="Ramsauer et al. project what the step retrieves, so their values are Y W_K W_V. A "
        "Transformer's are Y W_V: linear in the keys, by one map for all rows, only where W_V "
        "factors through W_K, for which an injective W_K is enough, as that of a head narrower "
        "than its rows is not.",
    ),
)
