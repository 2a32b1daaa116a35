"""Where softmax is certain its gradient vanishes, and what the division has to do with it."""

from fractions import Fraction

from theory.claim import Claim, Hypothesis
from theory.letters import d, i, j, k, n
from theory.scaling.dilution import alpha_0, lead, others
from theory.scaling.random_rows import PROBABILITIES, E, N, omega
from theory.shared_words import dot, length_squared
from theory.softmax.words import p, softmax, x
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta, exp, log, pi, slope, sqrt
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import ONE
from theory.stating.variables import positive, real
from theory.stating.vocabulary import word


@word(r"f_{{\mathcal N(0, 2 \lVert {q} \rVert^2)}}({t})")
def density_of_difference(q: Family, t):
    """The density of the difference of the scores of two standard normal keys."""
    return exp(-(t**2) / (4 * total(q**2))) / (2 * sqrt(pi * total(q**2)))


@word(r"\sigma({t})")
def logistic(t):
    """The first of two weights, from the difference of the scores."""
    return 1 / (1 + exp(-t))


D, m, eps, t = real("D"), positive("m"), positive("epsilon"), real("t")
half = Fraction(1, 2)

one, other = numbers("s", ONE), numbers("t", ONE)  # the score of one key, and another one
plain_q, K = numbers("q", d), numbers("K", n, d)
scaled = every(j, entry=dot(plain_q, K[j]) / sqrt(d))

s, u = numbers("s", N), numbers("u", N)  # the scores of two keys, the larger first
alpha_1 = every(omega, entry=logistic(s[omega] - u[omega]))

CLAIMS = (
    Claim(
        id="scaling.large-scores-make-small-weights",
        states=states(
            line(softmax(x)[i], "≤", half),
            given=(line(abs(x[j]), "≥", 100), line(n, ">", 1)),
        ),
        says="Scores that are too large or too small make the values of the softmax very small.",
        sources=("000:68/softmax-small",),
    ),
    Claim(
        id="scaling.gradient-vanishes-where-softmax-is-certain",
        states=states(
            line(
                total(every(j, entry=abs(slope(p[i], x[j])))),
                "=",
                2 * p[i] * (1 - p[i]),
                "≤",
                2 * (1 - p[i]),
            ),
            line(2 * p[i] * (1 - p[i]), "<", 2 * (1 - p[k]), when=line(delta(i, k), "=", 0)),
            line(1 - alpha_0, "≤", n * exp(-D), when=line(lead - others[j], "≥", D)),
        ),
        says="Large scores do not make every weight small: where one leads the others by much, "
        "its weight is near 1. The gradient gets small there: every derivative of a weight "
        "by a score is near 0.",
        sources=("001:212-214",),
        answers=("000:68/softmax-small", "002:36/large", "002:36/trouble", "004:24/reasons"),
        builds_on=("softmax.definition",),
        repairs=("scaling.large-scores-make-small-weights",),
    ),
    Claim(
        id="scaling.softmax-of-one-score-tells",
        states=states(
            line(softmax(one)[ONE], "≠", softmax(other)[ONE], when=line(one[ONE], "≠", other[ONE]))
        ),
        says="The softmax of the score of one key, as printed, tells that score from others.",
        sources=("001:210/one-key",),
    ),
    Claim(
        id="scaling.unscaled-weights-saturate",
        states=states(
            equal(softmax(one)[ONE], 1),
            equal(logistic(log((1 - eps) / eps)), 1 - eps, when=line(eps, "<", 1)),
            equal(logistic(-log((1 - eps) / eps)), eps, when=line(eps, "<", 1)),
            line(slope(logistic(t), t), "=", logistic(t) * (1 - logistic(t)), ">", 0),
            line(density_of_difference(plain_q, t), "≤", 1 / (2 * sqrt(pi * d))),
            given=line(length_squared(plain_q), ">", 0),
            hypotheses={
                "normalised-query": Hypothesis(
                    "the query has mean square 1", line(length_squared(plain_q), "=", d)
                )
            },
        ),
        beyond="that the difference t of the two scores has this density f, and that an integral "
        "of a function times f is at most the largest f times the integral of the function: so "
        "P(ε < α_1 < 1 - ε) ≤ log((1 - ε)/ε)/√(πd), and the mean of α_1 α_2 is at most 1/(2√(πd))",
        says="The softmax of one score is 1. Of two keys with standard normal entries, "
        "independent of each other and of a normalised query, undivided scores leave the weights "
        "between ε and 1 - ε, for ε ≤ 1/2, with a probability that falls at least as fast as "
        "1/√d, and so does the mean gradient.",
        sources=("001:210/extremes",),
        answers=(
            "001:198/why",
            "001:210/one-key",
            "001:212-214",
            "001:212-214/suspected",
            "002:36/large",
            "002:36/trouble",
        ),
        builds_on=("scaling.projections-of-a-row-are-normal-at-the-start", "softmax.log-odds"),
        repairs=("scaling.softmax-of-one-score-tells",),
    ),
    Claim(
        id="scaling.scaled-gradient-stays",
        states=states(
            line(E(alpha_1 * (1 - alpha_1)), "≥", Fraction(1, 4) * exp(-m)),
            equal(
                E((s - u) ** 2),
                2,
                when=(line(E(s**2) + E(u**2), "=", 2), line(E(s * u), "=", 0)),
            ),
            given=(PROBABILITIES, line(s[omega], "≥", u[omega])),
            hypotheses={
                "unit-scores": Hypothesis(
                    "of two keys alone, the difference of the divided scores has mean square m²",
                    line(E((s - u) ** 2), "=", m**2),
                )
            },
        ),
        says="Between two keys alone, if the difference of their scores has mean square m², the "
        "mean gradient is at least exp(-m)/4, whatever their distribution over finitely many "
        "outcomes. The larger score is called s. Divided scores that are centred, uncorrelated and "
        "of variance 1 have m² = 2 at every width, so the bound is 0.06.",
        sources=("001:198/why",),
        answers=("004:24/reasons", "004:24/reason"),
        builds_on=("scaling.unit-variance-after-division", "softmax.log-odds"),
    ),
    Claim(
        id="scaling.division-keeps-weights-off-zero",
        states=states(line(softmax(scaled)[i], "≥", eps), given=line(eps, "≤", Fraction(1, 9))),
        sources=("001:198/zero",),
        says="The division keeps the weights from concentrating at about 0.",
    ),
)
