"""Two rows that attend to each other: how fast attention alone makes them alike.

Y. Dong, J.-B. Cordonnier and A. Loukas, "Attention is not all you need" (2021), arXiv:2103.03404.
"""

from fractions import Fraction

from theory.claim import Claim
from theory.letters import a, b, d
from theory.scaling.saturation import logistic
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import exp, slope
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
of_x, of_y = (bilinear(row, B, x) - bilinear(row, B, y) for row in (x, y))  # log-odds of x over y
apart = logistic(of_x) - logistic(of_y)

CLAIMS = (
    Claim(
        id="encoder.two-rows-keep-a-difference-of-weights",
        states=states(
            equal(attended(B, x, y)[a] - attended(B, y, x)[a], (x[a] - y[a]) * apart),
            equal(of_x - of_y, bilinear(gap, B, gap)),
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
            line(slope(logistic(t), t), "≤", Fraction(1, 4)),
            line(0, "≤", logistic(t + h) - logistic(t)),
            line(logistic(t) - logistic(s), "≤", h / 4, when=line(t - s, "≤", h)),
        ),
        says="A weight rises with its log-odds, and at most a quarter as fast. So two weights "
        "differ by no more than a quarter of what their log-odds do.",
        note="So the outputs of two rows that attend to each other differ by at most |δᵀBδ|/4 "
        "times their difference δ, a constant, given by B, times its cube, where the values are "
        "the rows themselves: differences that are small enough fall doubly exponentially with "
        "depth. Dong et al. 2021 show this of any number of rows.",
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
            line(
                1 - h / 4,
                "≤",
                1 + apart,
                "≤",
                1 + h / 4,
                when=line(-h, "≤", bilinear(gap, B, gap), "≤", h),
            ),
        ),
        says="Where the values are the rows themselves and the input is added, the difference δ of "
        "two rows is multiplied by a number strictly between 0 and 2: one plus a difference of "
        "two weights. It is no farther from 1 than |δᵀBδ|/4.",
        note="So no layer makes them equal, and the factor tends to 1 as they come near. They may "
        "still tend to each other, but not doubly exponentially: two opposite rows of one number, "
        "with B = -1, differ by about √(2/L) after L layers, where L is large.",
        builds_on=(
            "encoder.two-rows-keep-a-difference-of-weights",
            "encoder.two-rows-lose-their-difference",
        ),
    ),
)
