"""How far attention by dot products moves: H. Kim, G. Papamakarios and A. Mnih, "The Lipschitz
constant of self-attention" (2021), arXiv:2006.04710, theorem 3.1.
"""

from theory.claim import Claim
from theory.letters import d, j, n
from theory.lookup.attending import attention
from theory.shared_words import covariance, dot, length_squared, mean
from theory.softmax.words import softmax, v, x
from theory.stating.existence import some
from theory.stating.families import Family, numbers
from theory.stating.operations import slope
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import positive, real
from theory.stating.vocabulary import word


@word(r"\operatorname{{self}}({x})")
def first_row(x: Family):
    """Self-attention to rows of width 1 that are their own queries, keys and values: row 1."""
    return attention(x[1] * x, x)


t, C = real("t"), positive("C")
alpha, beta = positive("alpha"), positive("beta")
rates, turns, rho, R = numbers("kappa", n), numbers("w", n), numbers("rho", n), real("R")
pair = numbers("x", term(2))
p, moving = softmax(x), softmax(x + t * rates)
# A row q that moves at the rates h, and a key k at the rates g, with the squares of their lengths.
q, h, key, g = (numbers(name, d) for name in "qhkg")
lengths = xi, eta, kappa, gamma = tuple(map(real, ("xi", "eta", "kappa_0", "gamma")))
score_rate = dot(h, key) + dot(q, g)
on_a_ball = (
    *(
        line(length_squared(row), "=", its)
        for row, its in zip((q, h, key, g), lengths, strict=True)
    ),
    line(xi, "≤", R**2),
    line(eta, "≤", 1),
    line(kappa, "≤", alpha**2 * R**2),
    line(gamma, "≤", alpha**2),
)
most = beta * (1 + 2 * alpha * R**2)

CLAIMS = (
    Claim(
        id="heads.output-moves-by-a-covariance",
        states=states(
            equal(
                slope(attention(x + t * rates, v + t * turns), t),
                covariance(moving, rates, v + t * turns) + mean(moving, turns),
            ),
        ),
        says="Where scores and values change at some rates, the output changes at the covariance "
        "of the rates of the scores with the values, under the weights, plus the mean rate of the "
        "values.",
        builds_on=("lookup.attention", "softmax.jacobian"),
    ),
    Claim(
        id="heads.scores-move-slowly-on-a-ball",
        states=states(
            equal(slope(dot(q + t * h, key + t * g), t), score_rate, when=line(t, "=", 0)),
            line(score_rate**2, "≤", 4 * alpha**2 * R**2, when=on_a_ball),
        ),
        says="Let a row q no longer than R move at rates h of length at most 1, and a key k no "
        "longer than αR at rates g of length at most α. Then their score moves at h·k + q·g, the "
        "square of which is at most (2αR)².",
        note="With keys A x, where A bears the projections of queries and keys and the scale, α "
        "is the norm of A; without projections and scale α = 1.",
        builds_on=("fold.scores-within-reach",),
    ),
    Claim(
        id="heads.attention-is-lipschitz-on-a-ball",
        states=states(
            line(
                -most,
                "≤",
                covariance(p, 2 * alpha * rates, beta * v) + mean(p, beta * turns),
                "≤",
                most,
            ),
            given=(
                line(rates[j] ** 2 + v[j] ** 2, "=", rho[j]),
                line(rho[j], "≤", 2 * R**2),
                line(-1, "≤", turns[j], "≤", 1),
            ),
        ),
        says="Where scores change at rates 2ακ, values βv at rates βw, with κ² + v² at most 2R² "
        "and w between -1 and 1, the output changes at a rate of at most β(1 + 2αR²).",
        note="By heads.scores-move-slowly-on-a-ball rows no longer than R that move at rates of "
        "length at most 1 have such scores. So this is the rate of what "
        "heads.attention-to-rows-on-a-ball-is-lipschitz says of steps.",
        builds_on=("heads.output-moves-by-a-covariance", "heads.scores-move-slowly-on-a-ball"),
    ),
    Claim(
        id="heads.self-attention-moves-no-more-than-its-rows",
        states=states(line(slope(first_row(pair), pair[1]), "≤", 1)),
        says="The output of self-attention is a mean of rows, so it moves no more than they do.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="heads.dot-product-attention-is-not-lipschitz",
        states=states(
            equal(
                slope(first_row(pair), pair[1]),
                (2 + pair[2] ** 2) / 4,
                when=line(pair[1], "=", 0),
            ),
            some(t, holds=line((2 + t**2) / 4, ">", C)),
        ),
        says="Self-attention by dot products is not Lipschitz: of two rows of width 1, the first "
        "of which is 0 and the second t, the output of the first moves (2 + t²)/4 times as fast "
        "as that row, which exceeds any given constant if t is large enough.",
        builds_on=("heads.output-moves-by-a-covariance",),
        repairs=("heads.self-attention-moves-no-more-than-its-rows",),
    ),
)
