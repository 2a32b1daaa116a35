"""The width of a kernel: what it costs to look far, and what it costs to look at few points.

T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2009), chapter 6.
"""

from theory.claim import Claim
from theory.kernel.lines import alpha
from theory.letters import j, n
from theory.shared_words import mean
from theory.stating.families import numbers, total
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import real

# Values of a curve at the points and at the query, distances to it, and how steep the curve is.
y, r, f, S = numbers("y", n), numbers("r", n), real("f"), real("S")

CLAIMS = (
    Claim(
        id="kernel.bias-is-at-most-a-mean-distance",
        states=states(
            line(-S * mean(alpha, r), "≤", mean(alpha, y) - f, "≤", S * mean(alpha, r)),
            given=line(-S * r[j], "≤", y[j] - f, "≤", S * r[j]),
        ),
        says="From values of a curve that is nowhere steeper than S, a mean weighted by any "
        "positive kernel is off by at most S times the weighted mean of the distances to the "
        "query.",
        note="A narrow kernel, which gives nearly all weight to the nearest points, is off by "
        "little where these are near.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.few-points-share-the-errors",
        states=states(line(1 / n, "≤", total(alpha**2), "≤", 1)),
        says="The squares of the weights of a positive kernel sum to between 1/n and 1.",
        note="Independent errors of the targets, of one variance, leave that much of it in the "
        "prediction: in the limit a wide kernel leaves 1/n, and a narrow one all, where one point "
        "alone is nearest. The inverse is an effective number of points; for equal weights it is "
        "their number.",
        builds_on=("kernel.bias-is-at-most-a-mean-distance",),
    ),
)
