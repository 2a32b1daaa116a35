"""Random features: products whose mean is the exponential kernel, and how far one product is off.

w is a standard normal row. Of that the conditions say what is used: mean exponentials, or cosines.
K. Choromanski et al., "Rethinking attention with Performers" (2021), arXiv:2009.14794.
"""

from theory.claim import Claim, Hypothesis
from theory.feedforward import normal_share
from theory.letters import d
from theory.scaling import PROBABILITIES, E, N, mixed, var
from theory.stating.families import (
    Family,
    cos,
    exp,
    index,
    nonnegative,
    numbers,
    sin,
    sqrt,
    total,
    word,
)
from theory.stating.statements import equal, line, states
from theory.words import dot, length_squared

W, x, y = numbers("w", d, N), numbers("x", d), numbers("y", d)


@word(r"\varphi_+({x})_{{{o}}}", o=lambda W: W.lasts[1])
def positive_feature(x: Family, W: Family, o):
    """Choromanski et al. 2021, lemma 1: exp(w·x - ‖x‖²/2)."""
    return exp(mixed(x, W)[o] - length_squared(x) / 2)


@word(r"\phi_+({x})_{{{o}}}", o=lambda W: W.lasts[1])
def positive_features(x: Family, W: Family, o):
    """Choromanski et al. 2021, section 2: all of them, each divided by the root of how many."""
    return positive_feature(x, W)[o] / sqrt(W.lasts[1])


@word(r"\phi_{{\sim}}({x}) \cdot \phi_{{\sim}}({y})")
def product_of_waves(x: Family, y: Family, W: Family):
    """Of each row, exp(‖x‖²/2)/√N times cosines and sines of w_o·x: their dot product."""
    grown = exp(length_squared(x) / 2) * exp(length_squared(y) / 2) / W.lasts[1]
    cosines = mixed(x, W).map(cos) * mixed(y, W).map(cos)
    return grown * total(cosines + mixed(x, W).map(sin) * mixed(y, W).map(sin))


@word(r"\mathrm{{E}}_{{{t}}}[\cos w \cdot (x - y)]", computed=True)
def sampled_wave(t):
    """The mean product of the waves of two rows that lie t apart, for a standard normal w."""


@word(r"\mathrm{{P}}_{{{t}}}[\varphi_+(x) \varphi_+(y) \le e^{{x \cdot y}}]", computed=True)
def sampled_share_below(t):
    """How often one product of positive features is at most the kernel, ‖x + y‖ being t."""


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
o, t = index("o", N), nonnegative("t")
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
    Claim(
        id="kernel.random-features",
        kind="definition",
        states=states(
            equal(
                positive_features(x, W)[o],
                exp(mixed(x, W)[o] - length_squared(x) / 2) / sqrt(N),
            ),
            equal(product_of_waves(x, y, W), exp(squares / 2) * total(cosine) / N),
        ),
        says="Positive features are exponentials, trigonometric ones cosines and sines, divided so "
        "that a product of two rows of features is a mean over the columns of w.",
        builds_on=("kernel.linear-attention",),
    ),
    Claim(
        id="kernel.sampled-features-have-the-proved-distribution",
        kind="random",
        states=states(
            equal(sampled_wave(t), exp(-(t**2) / 2)),
            equal(sampled_share_below(t), normal_share(t / 2)),
        ),
        says="Sampled trigonometric features have the kernel as mean. A product of positive "
        "features is below its mean, the kernel, with probability Φ(‖x + y‖/2): if the sum is "
        "long, nearly always.",
        note="What is missing comes from rare products that are very large, as the variance says.",
        builds_on=(
            "kernel.positive-features-are-unbiased",
            "kernel.trigonometric-features-fail-where-the-kernel-is-small",
        ),
    ),
)
