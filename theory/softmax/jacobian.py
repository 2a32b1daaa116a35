"""The slopes of softmax, and how far a weight moves when the scores do."""

from fractions import Fraction

from theory.claim import Claim
from theory.letters import i, j, k, l
from theory.softmax.words import p, v, x, y
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, log, slope
from theory.stating.relations import equal, line
from theory.stating.statements import states

CLAIMS = (
    Claim(
        id="softmax.jacobian",
        states=states(equal(slope(p[i], x[k]), p[i] * (delta(i, k) - p[k]))),
        answers=(
            "001:42/arguments",
            "001:106/arguments",
            "001:119/arguments",
            "001:212-214",
            "002:95/model",
        ),
        says="The Jacobian of softmax is diag(p) - p pᵀ.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.jacobian-is-a-variance",
        states=states(
            line(
                total(every(i, k, entry=v[i] * slope(p[i], x[k]) * v[k])),
                "=",
                total(every(i, k, entry=p[i] * p[k] * (v[i] - v[k]) ** 2)) / 2,
                "≥",
                p[l] * p[j] * (v[l] - v[j]) ** 2,
            )
        ),
        says="The quadratic form of the Jacobian is the variance of v under the weights. It is "
        "never negative. It is at least what any one pair contributes, so it is zero only "
        "for constant v.",
        builds_on=("softmax.jacobian",),
    ),
    Claim(
        id="softmax.normaliser-is-convex",
        states=states(
            line(log(total(y.map(exp))) - log(total(x.map(exp))), "≥", total(p * (y - x)))
        ),
        says="The logarithm of the sum of exponentials lies nowhere below any of its tangents, "
        "whose slopes are the weights: it is convex.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.half-lipschitz",
        states=states(
            line(
                total(every(k, entry=abs(slope(p[i], x[k])))),
                "=",
                2 * p[i] * (1 - p[i]),
                "≤",
                Fraction(1, 2),
            )
        ),
        says="The slopes of a weight p by all scores, without their signs, sum to 2p(1 - p), at "
        "most a half: no weight moves more than half as fast as the fastest score.",
        note="So, by the mean value theorem, a weight changes by at most half of the largest "
        "change of a score.",
        builds_on=("softmax.jacobian",),
    ),
)
