"""Random features: products whose mean is the exponential kernel, and how far one product is off.

w is a standard normal row. Of that the conditions say what is used: mean exponentials, or cosines.
K. Choromanski et al., "Rethinking attention with Performers" (2021), arXiv:2009.14794.
"""

from theory.claim import Claim, Hypothesis
from theory.letters import d
from theory.scaling import PROBABILITIES, E, N, mixed, var
from theory.stating.families import Family, cos, exp, numbers, word
from theory.stating.statements import equal, line, states
from theory.words import dot, length_squared

W, x, y = numbers("w", d, N), numbers("x", d), numbers("y", d)


@word(r"\varphi_+({x})_{{{o}}}", o=lambda W: W.lasts[1])
def positive_feature(x: Family, W: Family, o):
    """Choromanski et al. 2021, lemma 1: exp(w·x - ‖x‖²/2)."""
    return exp(mixed(x, W)[o] - length_squared(x) / 2)


positive = positive_feature(x, W) * positive_feature(y, W)
cosine = mixed(x - y, W).map(cos)  # cos w·x cos w·y + sin w·x sin w·y
squares = length_squared(x) + length_squared(y)
s, delta = length_squared(x + y), length_squared(x - y)
kernel = exp(dot(x, y))
ALONG = {
    "normal-draws": Hypothesis(
        "w is standard normal along x + y",
        (
            line(E(mixed(x + y, W).map(exp)), "=", exp(s / 2)),
            line(E((2 * mixed(x + y, W)).map(exp)), "=", exp(2 * s)),
        ),
    )
}
ACROSS = {
    "normal-draws": Hypothesis(
        "w is standard normal along x - y",
        (
            line(E(mixed(x - y, W).map(cos)), "=", exp(-delta / 2)),
            line(E(mixed(x - y, W).map(cos) ** 2), "=", (1 + exp(-2 * delta)) / 2),
        ),
    )
}
SOURCE = "Choromanski et al. 2021, lemma 2"

CLAIMS = (
    Claim(
        id="kernel.positive-features-vary-with-the-distance",
        states=states(
            equal(var(positive), kernel**2 * (exp(delta) - 1)),
            given=(PROBABILITIES, *ALONG["normal-draws"].means),
        ),
        says="The variance of one product of positive features, over the squared kernel, is a "
        "function of the distance of query and key.",
        builds_on=("kernel.linear-attention",),
    ),
    Claim(
        id="kernel.positive-features-are-unbiased",
        states=states(
            equal(E(positive), kernel),
            equal(var(positive), kernel**2 * (exp(s) - 1)),
            hypotheses=ALONG,
        ),
        says="One product of positive random features has mean exp(x·y). Its variance, over the "
        "squared kernel, is exp(‖x + y‖²) - 1: it grows with the length of the sum, not with the "
        "distance.",
        note=SOURCE + ". The mean of m independent products has an m-th of the variance. "
        "A quotient of two such means is not unbiased.",
        builds_on=("kernel.linear-attention",),
        repairs=("kernel.positive-features-vary-with-the-distance",),
    ),
    Claim(
        id="kernel.trigonometric-features-fail-where-the-kernel-is-small",
        states=states(
            equal(exp(squares / 2) * E(cosine), kernel),
            equal(exp(squares) * var(cosine), exp(squares) * (1 - exp(-delta)) ** 2 / 2),
            equal(
                exp(squares) * var(cosine),
                kernel**2 * ((exp(delta) + exp(-delta)) / 2 - 1),
            ),
            hypotheses=ACROSS,
        ),
        says="One product of trigonometric features, exp((‖x‖² + ‖y‖²)/2) cos w·(x - y), has mean "
        "exp(x·y), too. Its variance grows with the distance and does not vanish with the kernel; "
        "over the squared kernel it is cosh(‖x - y‖²) - 1. Where x = y there is none.",
        note=SOURCE + ". That these features fail near zero is a matter of the kernel: they are "
        "exact at distance 0.",
        builds_on=("kernel.linear-attention",),
    ),
)
