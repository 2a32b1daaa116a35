"""The bias of weights of any sign: local-linear regression's is of second order, at the ends too.

J. Fan and I. Gijbels, Local Polynomial Modelling and Its Applications (1996).
"""

from theory.claim import Claim, Hypothesis
from theory.kernel.lines import K_in_reach, ahead, differ, local_linear, local_weight, t, x, y
from theory.letters import j, n
from theory.shared_words import mean
from theory.stating.families import every, numbers, total
from theory.stating.operations import larger
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import real
from theory.stating.vocabulary import letter, word


@word(r"\lvert {u} \rvert")
def absolute(u):
    """The larger of a number and its opposite."""
    return larger(u, -u)


f, g, C, h = real("f"), real("g"), real("C"), real("h")
ell, rest = numbers("ell", n), numbers("r", n)  # weights, and bounds of what a tangent leaves
of_rest, of_reach = total(ell.map(absolute) * rest), C * h**2 * total(ell.map(absolute))
SMALL = line(rest[j], "≤", C * h**2)

local = local_weight(K_in_reach, x, t)
of_lines = letter(r"\ell", every(j, entry=local[j] / total(local)))
farthest = C * h**2 * total(of_lines.map(absolute))

CLAIMS = (
    Claim(
        id="kernel.balanced-weights-have-a-smaller-bias",
        states=states(
            line(-of_reach, "≤", -of_rest, "≤", mean(ell, y) - f, "≤", of_rest, "≤", of_reach),
            given=(
                line(total(ell), "=", 1),
                line(absolute(y[j] - f - g * ahead[j]), "≤", rest[j]),
                SMALL,
            ),
            hypotheses={
                "balanced": Hypothesis(
                    "the weighted mean offset is zero", line(mean(ell, ahead), "=", 0)
                )
            },
        ),
        says="Let weights of any sign sum to one, and the weighted mean offset of the points be "
        "zero. A curve that leaves its tangent by at most r_j at point j then gives a bias of at "
        "most the sum of |ℓ_j| r_j. As no r_j exceeds C h², that is at most C h² times the sum of "
        "|ℓ_j|.",
        builds_on=("kernel.balanced-reach-has-a-smaller-bias",),
    ),
    Claim(
        id="kernel.local-linear-bias-is-of-second-order",
        states=states(
            line(-farthest, "≤", local_linear(t, K_in_reach, x, y) - f, "≤", farthest),
            given=(line(absolute(y[j] - f - g * (x[j] - t)), "≤", rest[j]), SMALL),
            hypotheses={"two-points": differ(K_in_reach)},
        ),
        says="Where points are single numbers, and a curve leaves its tangent at the query by at "
        "most C h² at every point, local-linear regression has a bias of at most C h² times the "
        "sum of its weights' absolute values, at the ends too.",
        note="A curve that leaves its tangent by at most C times the squared distance does so at "
        "all points within h of the query; a kernel that ends at h leaves out the others. The "
        "weights sum to one, so their absolute values sum to at least 1, and to 1 where none is "
        "negative.",
        builds_on=(
            "kernel.balanced-weights-have-a-smaller-bias",
            "kernel.local-linear-keeps-lines",
        ),
    ),
)
