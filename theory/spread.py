"""Rows whose scores are alike have outputs that are alike: why attention alone draws rows together.

Y. Dong, J.-B. Cordonnier and A. Loukas, "Attention is not all you need" (2021), arXiv:2103.03404.
"""

from theory.claim import Claim
from theory.letters import j, n
from theory.softmax import softmax
from theory.stating.families import every, exp, nonnegative, numbers, real, total
from theory.stating.statements import line, states

x, t = numbers("x", n), numbers("t", n, domain="nonnegative")
v, band, D = numbers("v", n, domain="nonnegative"), nonnegative("delta"), nonnegative("D")
before, moved = softmax(x), softmax(x + t)
a, c, r, b = real("a"), real("c"), nonnegative("r"), nonnegative("b")
scores = lambda row: every(j, entry=b * row * (c + v[j]))  # of a row with all rows c + v_j
asking = lambda row: softmax(scores(row))
raised = every(j, entry=exp(t[j]) * before[j])

CLAIMS = (
    Claim(
        id="encoder.alike-scores-have-alike-weights",
        states=states(
            line(moved[j], "≤", exp(t[j]) * before[j], "≤", exp(band) * before[j]),
            given=line(t[j], "≤", band),
        ),
        says="Where all scores are raised by at most δ, no weight grows by more than e^δ.",
        builds_on=("softmax.shift-invariance",),
    ),
    Claim(
        id="encoder.alike-scores-have-alike-outputs",
        states=states(
            line(
                total(moved * v) - total(before * v),
                "≤",
                total(raised * v) - total(before * v),
                "≤",
                (exp(band) - 1) * total(before * v),
                "≤",
                (exp(band) - 1) * D,
            ),
            given=(line(t[j], "≤", band), line(v[j], "≤", D)),
        ),
        says="Where all scores are raised by at most δ, a mean of values between 0 and D grows by "
        "at most (e^δ - 1) D.",
        builds_on=("encoder.alike-scores-have-alike-weights",),
    ),
    Claim(
        id="encoder.rows-lose-their-spread",
        states=states(
            line(
                total(asking(a + r) * v) - total(asking(a) * v),
                "=",
                total(softmax(scores(a) + b * r * v) * v) - total(softmax(scores(a)) * v),
                "≤",
                (exp(b * r * D) - 1) * D,
            ),
            given=line(v[j], "≤", D),
        ),
        says="Of rows of one number each, however many, that lie in an interval of length D: if "
        "two differ by r, the output of the larger exceeds that of the smaller by at most "
        "(e^(b r D) - 1) D, where b ≥ 0 is the factor of the scores.",
        note="As r is at most D, the spread falls to about b D³: doubly exponentially with depth, "
        "once b D² is below 1. A residual adds r again.",
        builds_on=("encoder.alike-scores-have-alike-outputs",),
    ),
)
