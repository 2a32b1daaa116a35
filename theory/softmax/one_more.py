"""Softmax with one more in its denominator: E. Miller, "Attention is off by one" (2023)."""

from theory.claim import Claim
from theory.letters import i, n
from theory.stating.families import Family, numbers, total
from theory.stating.operations import exp
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import real
from theory.stating.vocabulary import word


@word(r"\operatorname{{softmax}}_1({x})_{{{i}}}", i="x")
def softmax_one(x: Family, i):
    """Softmax with one more in the denominator."""
    return exp(x[i]) / (1 + total(x.map(exp)))


@word(r"\operatorname{{softmax}}({x} \mid {s})_{{{i}}}", i="x")
def softmax_beside_one(x: Family, s, i):
    """The weight of x_i in a row of the scores x and one more score s."""
    return exp(x[i]) / (total(x.map(exp)) + exp(s))


x, s = numbers("x", n), real("s")

CLAIMS = (
    Claim(
        id="softmax.one-more",
        states=states(equal(softmax_one(x)[i], exp(x[i]) / (1 + total(x.map(exp))))),
        kind="definition",
        says="Softmax with one more divides the exponential of each score by one more than the "
        "sum of all the exponentials.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.one-more-is-an-extra-score",
        states=states(
            equal(softmax_one(x)[i], softmax_beside_one(x, 0)[i]),
            equal(softmax_one(x - s)[i], softmax_beside_one(x, s)[i]),
            line(total(softmax_one(x)), "=", 1 - 1 / (1 + total(x.map(exp))), "<", 1),
        ),
        says="Softmax with one more is softmax beside one more score of 0, whose weight is left "
        "out: the weights sum to less than one. With another score s in its place, as where a sink "
        "is learned, it is softmax with one more of the scores less s: a constant shift matters "
        "now.",
        builds_on=("softmax.one-more",),
    ),
)
