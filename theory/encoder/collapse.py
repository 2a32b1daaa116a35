"""Two rows that attend to each other: how fast attention alone makes them alike.

Y. Dong, J.-B. Cordonnier and A. Loukas, "Attention is not all you need" (2021), arXiv:2103.03404.
"""

from theory.claim import Claim
from theory.letters import a, b, d
from theory.scaling.saturation import logistic
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import exp
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import nonnegative, real
from theory.stating.vocabulary import letter, word


@word(r"{x}^\top {B} {y}")
def bilinear(x: Family, B: Family, y: Family):
    """The score of two rows, with the product of both projections between them."""
    return total(every(a, b, entry=x[a] * B[a, b] * y[b]))


@word(r"A({x}; {x}, {y})_{{{c}}}", c="x")
def attended(B: Family, x: Family, y: Family, c):
    """The output of row x, which sees itself and y."""
    own, other = exp(bilinear(x, B, x)), exp(bilinear(x, B, y))
    return (own * x[c] + other * y[c]) / (own + other)


x, y, B = numbers("x", d), numbers("y", d), numbers("B", d, d)
t, s, h, w = real("t"), real("s"), nonnegative("h"), real("w")
gap = letter("delta", x - y)
apart = logistic(bilinear(x, B, x) - bilinear(x, B, y)) - logistic(
    bilinear(y, B, x) - bilinear(y, B, y)
)

CLAIMS = (
    Claim(
        id="encoder.two-rows-keep-a-difference-of-weights",
        states=states(
            equal(attended(B, x, y)[a] - attended(B, y, x)[a], (x[a] - y[a]) * apart),
            equal(
                (bilinear(x, B, x) - bilinear(x, B, y)) - (bilinear(y, B, x) - bilinear(y, B, y)),
                bilinear(gap, B, gap),
            ),
        ),
        says="Two rows attend to each other, and the values are the rows themselves. Then "
        "attention multiplies the difference δ of the rows by a difference of two weights. The "
        "log-odds of these weights differ by δᵀBδ, a quadratic form in δ.",
        builds_on=("heads.self-attention",),
        repairs=("encoder.attention-alone-draws-rows-together",),
    ),
    Claim(
        id="encoder.two-rows-lose-their-difference",
        states=states(
            line(0, "≤", logistic(t + h) - logistic(t), "≤", h),
        ),
        says="Two weights differ by no more than their log-odds do.",
        note="So the outputs of two rows that attend to each other differ by at most a constant, "
        "given by B, times the cube of their difference, where the values are the rows "
        "themselves: differences that are small enough fall doubly exponentially with depth. Dong "
        "et al. 2021 show this of any number of rows.",
        builds_on=("encoder.two-rows-keep-a-difference-of-weights",),
    ),
    Claim(
        id="encoder.attention-alone-draws-rows-together",
        states=states(
            line(
                abs(w * (attended(B, x, y)[a] - attended(B, y, x)[a])),
                "≤",
                abs(x[a] - y[a]),
            )
        ),
        says="Two rows that attend to each other have outputs that are no farther apart than"
        " the rows are, whatever the projection of the values is.",
        builds_on=("encoder.attention-contracts",),
    ),
    Claim(
        id="encoder.a-residual-keeps-two-rows-apart",
        states=states(
            equal(
                x[a] + attended(B, x, y)[a] - (y[a] + attended(B, y, x)[a]),
                (x[a] - y[a]) * (1 + apart),
            ),
            line(0, "<", 1 + logistic(t) - logistic(s), "<", 2),
        ),
        says="Where the values are the rows themselves and the input is added, the difference of "
        "two rows is multiplied by a number strictly between 0 and 2: one plus a difference of "
        "two weights.",
        note="So no depth makes them equal.",
        builds_on=("encoder.two-rows-keep-a-difference-of-weights",),
    ),
)
