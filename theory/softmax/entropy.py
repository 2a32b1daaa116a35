"""How even the weights are: at any temperature, and among all that have the same mean score."""

from theory.claim import Claim, Hypothesis
from theory.letters import i, j, k, n
from theory.shared_words import entropy, variance
from theory.softmax.words import R, T, beta, cooled, p, phi, q, softmax, t, x
from theory.stating.families import every, total
from theory.stating.operations import exp, log, slope
from theory.stating.relations import line
from theory.stating.statements import states

CLAIMS = (
    Claim(
        id="softmax.hot-limit",
        states=states(
            line(exp(-R / T) / n, "≤", softmax(x / T)[i], "≤", exp(R / T) / n),
            given=(line(x[j] - x[k], "≤", R), line(T, ">", 0)),
        ),
        says="At high temperature the weights are nearly uniform: where no two scores differ by "
        "more than R, with relative error at most exp(R/T) - 1.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.entropy-falls-as-it-cools",
        states=states(
            line(slope(entropy(cooled), beta), "=", -beta * variance(cooled, x), "≤", 0),
            given=line(beta, ">", 0),
        ),
        says="Sharpening the scores never raises the entropy of the weights: it falls at the rate "
        "β times the variance of the scores under the weights.",
        builds_on=("softmax.jacobian-is-a-variance",),
    ),
    Claim(
        id="softmax.maximises-score-plus-entropy",
        states=states(
            line(
                log(total(x.map(exp))) - total(q * x) - entropy(q),
                "=",
                total(every(j, entry=p[j] * phi(log(q[j] / p[j])))),
                "≥",
                0,
            ),
            line(phi(t), ">", 0, when=line(t, "≠", 0)),
            given=line(q[j], ">", 0),
            hypotheses={
                "weights-sum-to-one": Hypothesis("the weights sum to one", line(total(q), "=", 1))
            },
        ),
        says="Among all positive weights with sum one, softmax alone has the largest mean score "
        "plus entropy: each weight that differs from softmax's lowers it.",
        builds_on=("softmax.log-odds",),
    ),
)
