"""Random features: products whose mean is the exponential kernel, and how far one product is off.

w is a standard normal row. Of that the conditions say what is used: mean exponentials, or cosines.
K. Choromanski et al., "Rethinking attention with Performers" (2021), arXiv:2009.14794.
"""

from theory.claim import Claim, Hypothesis
from theory.feedforward.words import normal_share
from theory.letters import d, j, k, n
from theory.scaling.random_rows import PROBABILITIES, E, N, mixed, omega, var
from theory.shared_words import dot, length_squared
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import cos, delta, exp, sin, sqrt
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, nonnegative, real
from theory.stating.vocabulary import word

W, x, y = numbers("w", d, N), numbers("x", d), numbers("y", d)


@word(r"\varphi_+({x}, {W})_{{{o}}}", o=lambda W: W.lasts[1])
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


@word(r"\mathrm{{E}}_{{\lVert x - y \rVert = {t}}}[\cos w \cdot (x - y)]", computed=True)
def sampled_wave(t):
    """The mean product of the waves of two rows that lie t apart, for a standard normal w."""


@word(r"\mathrm{{V}}_{{\lVert x - y \rVert = {t},\, n = {m}}}[\cos w \cdot (x - y)]", computed=True)
def sampled_spread(t, m):
    """The variance of the mean of m such products."""


@word(
    r"\mathrm{{P}}_{{\lVert x + y \rVert = {t}}}[\varphi_+(x) \varphi_+(y) \le e^{{x \cdot y}}]",
    computed=True,
)
def sampled_share_below(t):
    """How often one product of positive features is at most the kernel, ‖x + y‖ being t."""


positive = positive_feature(x, W) * positive_feature(y, W)
cosine = mixed(x - y, W).map(cos)  # cos w·x cos w·y + sin w·x sin w·y
squares = length_squared(x) + length_squared(y)
s, gap = length_squared(x + y), length_squared(x - y)
kernel = exp(dot(x, y))
VARIES = kernel**2 * (exp(s) - 1)  # a product of positive features, and one of trigonometric ones
WAVERS = kernel**2 * ((exp(gap) + exp(-gap)) / 2 - 1)
ALONG = {
    "normal-draws": Hypothesis(
        "w has the mean exponentials along x + y of a standard normal one",
        (
            line(E(mixed(x + y, W).map(exp)), "=", exp(s / 2)),
            line(E((2 * mixed(x + y, W)).map(exp)), "=", exp(2 * s)),
        ),
    )
}
ACROSS = {
    "normal-draws": Hypothesis(
        "w has the mean cosines along x - y of a standard normal one",
        (
            line(E(mixed(x - y, W).map(cos)), "=", exp(-gap / 2)),
            line(E(mixed(x - y, W).map(cos) ** 2), "=", (1 + exp(-2 * gap)) / 2),
        ),
    )
}
o, t = index("o", N), nonnegative("t")
X, mu, v = numbers("X", n, N), real("mu"), nonnegative("v")  # n random numbers
many = numbers("w", n, d, N)  # n random rows, and the products that they give
row_products = lambda w: positive_feature(x, w) * positive_feature(y, w)
products = every(j, omega, entry=row_products(many[j])[omega])
averaged = every(omega, entry=total(every(j, entry=products[j, omega])) / n)
SOURCE = "Choromanski et al. 2021, lemma 2"

CLAIMS = (
    Claim(
        id="kernel.a-mean-varies-by-an-nth",
        states=states(
            equal(E(every(omega, entry=total(every(j, entry=X[j, omega])) / n)), mu),
            equal(E(every(omega, entry=(total(every(j, entry=X[j, omega])) / n - mu) ** 2)), v / n),
            given=PROBABILITIES,
            hypotheses={
                "one-mean": Hypothesis("all have one mean", line(E(X[j]), "=", mu)),
                "uncorrelated": Hypothesis(
                    "about μ, each has mean square v, and products of different ones have mean 0",
                    line(E((X[j] - mu) * (X[k] - mu)), "=", delta(j, k) * v),
                ),
            },
        ),
        says="A mean of n uncorrelated numbers of one mean and one variance has that mean, and an "
        "n-th of the variance.",
        builds_on=("scaling.variance-in-general",),
    ),
    Claim(
        id="kernel.more-features-vary-less",
        states=states(
            equal(E(averaged), kernel),
            equal(
                E((averaged - kernel) ** 2),
                VARIES / n,
            ),
            given=PROBABILITIES,
            hypotheses={
                "normal-draws": Hypothesis(
                    "products have mean and variance as of normal rows, and those of different "
                    "rows are uncorrelated",
                    (
                        line(E(products[j]), "=", kernel),
                        line(
                            E((products[j] - kernel) * (products[k] - kernel)),
                            "=",
                            delta(j, k) * VARIES,
                        ),
                    ),
                ),
            },
        ),
        says="Where products of positive random features have the mean and variance that standard "
        "normal w give, the mean of n uncorrelated ones has mean exp(x·y), and an n-th of the "
        "variance of one product: exp(2 x·y) (exp(‖x + y‖²) - 1)/n.",
        note=SOURCE + ".",
        builds_on=("kernel.positive-features-are-unbiased", "kernel.a-mean-varies-by-an-nth"),
    ),
    Claim(
        id="kernel.positive-features-vary-with-the-distance",
        states=states(
            equal(var(positive), kernel**2 * (exp(gap) - 1)),
            given=(PROBABILITIES, *ALONG["normal-draws"].means),
        ),
        says="The variance of one product of positive features, over the squared kernel, is "
        "exp(‖x - y‖²) - 1: it grows with the distance of query and key.",
        builds_on=("kernel.linear-attention",),
    ),
    Claim(
        id="kernel.positive-features-are-unbiased",
        states=states(
            equal(E(positive), kernel),
            equal(var(positive), VARIES),
            hypotheses=ALONG,
        ),
        says="With w that has the mean exponentials of a standard normal one, one product of "
        "positive random features has mean exp(x·y). Its variance, over the squared kernel, is "
        "exp(‖x + y‖²) - 1: it grows with the length of the sum, not with the distance.",
        note=SOURCE + ". The mean of m independent products has an m-th of the variance. "
        "A quotient of two such means is in general biased.",
        builds_on=("kernel.linear-attention",),
        repairs=("kernel.positive-features-vary-with-the-distance",),
    ),
    Claim(
        id="kernel.trigonometric-features-fail-where-the-kernel-is-small",
        states=states(
            equal(exp(squares / 2) * E(cosine), kernel),
            equal(exp(squares) * var(cosine), exp(squares) * (1 - exp(-gap)) ** 2 / 2),
            equal(exp(squares) * var(cosine), WAVERS),
            hypotheses=ACROSS,
        ),
        says="With w that has the mean cosines of a standard normal one, one product of "
        "trigonometric features, exp((‖x‖² + ‖y‖²)/2) cos w·(x - y), has mean exp(x·y), too. At "
        "given lengths of x and y its variance grows with the distance, and it does not vanish "
        "with the kernel; over the squared kernel it is cosh(‖x - y‖²) - 1. Where x = y there is "
        "none.",
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
        id="kernel.sampled-means-vary-by-an-mth",
        kind="random",
        states=states(equal(sampled_spread(t, n), (1 - exp(-(t**2))) ** 2 / (2 * n))),
        says="With standard normal w, the mean of n independent sampled products of trigonometric "
        "features, divided by exp((‖x‖² + ‖y‖²)/2), has an n-th of the variance of one.",
        builds_on=(
            "kernel.a-mean-varies-by-an-nth",
            "kernel.trigonometric-features-fail-where-the-kernel-is-small",
        ),
    ),
    Claim(
        id="kernel.sampled-features-have-the-proved-distribution",
        kind="random",
        states=states(
            equal(sampled_wave(t), exp(-(t**2) / 2)),
            equal(sampled_share_below(t), normal_share(t / 2), when=line(t, ">", 0)),
        ),
        says="With standard normal w, sampled cosines cos w·(x - y), which are products of "
        "trigonometric features divided by exp((‖x‖² + ‖y‖²)/2), have the mean exp(-‖x - "
        "y‖²/2). If x + y is not 0, a product of positive features is below its mean, "
        "exp(x·y), with probability Φ(‖x + y‖/2): if x + y is long, nearly always.",
        note="The paper has means and variances, not this probability. What is missing comes from "
        "rare products that are very large, as the variance says.",
        builds_on=(
            "kernel.positive-features-are-unbiased",
            "kernel.trigonometric-features-fail-where-the-kernel-is-small",
        ),
    ),
)
