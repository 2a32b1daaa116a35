"""Masks that add a large negative number, -t, to the scores of what they drop."""

from theory.claim import Claim, Hypothesis
from theory.letters import i, j, m, n
from theory.softmax.words import computed_softmax, computed_softmax_of_kept, softmax
from theory.stating.families import Family, numbers, total
from theory.stating.operations import exp, fl
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import real
from theory.stating.vocabulary import word


@word(r"\operatorname{{softmax}}({x} \mid {y})_{{{i}}}", i="x")
def softmax_beside(x: Family, y: Family, i):
    """The weight of the score x_i in a row of the scores x and y."""
    return exp(x[i]) / (total(x.map(exp)) + total(y.map(exp)))


@word(r"\operatorname{{share}}({y} \mid {x})")
def share_beside(x: Family, y: Family):
    """What the scores y weigh together in a row of the scores x and y."""
    return total(y.map(exp)) / (total(x.map(exp)) + total(y.map(exp)))


x, y, kappa = numbers("x", n), numbers("y", m), numbers("kappa", n, domain="bit")
t = real("t")
BILLION = 10**9
LARGE = line(t, "≥", 1000)

CLAIMS = (
    Claim(
        id="lookup.finite-mask",
        states=states(equal(softmax_beside(x, y - t)[i], softmax(x)[i]), given=LARGE),
        says="With a large negative number -t added to the scores y of the pairs that a mask "
        "drops, the others have the weights that they have without these pairs.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="lookup.finite-mask-of-a-row",
        states=states(equal(softmax(x - t)[i], 0), given=LARGE),
        says="A row to all of whose scores a large negative number -t is added has weights zero.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="lookup.finite-mask-leaves-a-share",
        states=states(
            equal(softmax_beside(x, y - t)[i], (1 - share_beside(x, y - t)) * softmax(x)[i]),
            line(share_beside(x, y - t), "<", exp(-t) * total(y.map(exp)) / total(x.map(exp))),
        ),
        says="Pairs that are masked by -t keep a share of the weight, and the others give it in "
        "proportion. It is less than exp(-t) times the sum of the exponentials of the dropped "
        "scores over the sum of those of the others.",
        builds_on=("softmax.definition",),
        repairs=("lookup.finite-mask",),
    ),
)

FLOAT_CLAIMS = (
    Claim(
        id="floats.masked-row-is-uniform",
        states=states(
            equal(softmax((x - t).map(fl))[i], 1 / n),
            hypotheses={
                "swallowed": Hypothesis(
                    "the scores are so small beside t that adding them to -t changes nothing",
                    line(fl(x[j] - t), "=", -t),
                )
            },
        ),
        scope="floats",
        says="A row to all of whose scores the same negative number is added, so large that they "
        "are lost in rounding, has equal weights, 1/n each.",
        note="Over the reals the row has the weights that it has without a mask "
        "(softmax.shift-invariance); with -∞ it has none.",
        builds_on=("softmax.shift-invariance",),
    ),
    Claim(
        id="floats.finite-mask-drops",
        states=states(
            equal(
                computed_softmax((x - (1 - kappa) * BILLION).map(fl))[i],
                computed_softmax_of_kept(kappa, x)[i],
            ),
            given=(line(total(kappa), ">", 0), line(abs(x[j]), "≤", 1000)),
        ),
        scope="floats",
        says="In a row of which something is kept, with scores from -1000 to 1000, -10⁹ drops the "
        "rest to the bit, as -∞ does, in float64 and in float32: the exponentials underflow to 0.",
        builds_on=("lookup.finite-mask-leaves-a-share",),
    ),
)
