"""LayerNorm: what the documents print, and what is claimed of it. A row has d entries."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.stating.families import Family, sqrt, total, word
from theory.symbols import a, d, equation, family, sum_over, term


@word(r"\mu({x})")
def mean(x: Family):
    """001:423: μ."""
    return total(x) / x.lasts[0]


@word(r"\sigma^2({x})")
def row_variance(x: Family):
    """001:424: σ²; the sum of squares is divided by d."""
    return total((x - mean(x)) ** 2) / x.lasts[0]


@word(r"\operatorname{{LayerNorm}}({x})_{{{i}}}", i="x")
def layer_norm(x: Family, i):
    """001:412: (x - μ)/σ."""
    return (x[i] - mean(x)) / sqrt(row_variance(x))


@word(r"\operatorname{{LayerNorm}}_{{{epsilon}}}({x})_{{{i}}}", i="x")
def layer_norm_with(epsilon, x: Family, i):
    """(x - μ)/√(σ² + ε)."""
    return (x[i] - mean(x)) / sqrt(row_variance(x) + epsilon)


@word(r"\operatorname{{LayerNorm}}_{{{epsilon}, {g}, {b}}}({x})_{{{i}}}", i="x")
def layer_norm_as_used(epsilon, g: Family, b: Family, x: Family, i):
    """004:56: with a gain and a bias for each column."""
    return g[i] * layer_norm_with(epsilon, x)[i] + b[i]


@word(r"\mathrm{{fl}}(\operatorname{{LayerNorm}}({x}))_{{{i}}}", computed=True, i="x")
def computed_layer_norm(x: Family, i):
    """What a library computes of LayerNorm."""


def printed_mean(x):
    """001:423: μ."""
    return sum_over(a, term(x, a)) / d


def printed_variance(x):
    """001:424: σ²."""
    return sum_over(a, (term(x, a) - printed_mean(x)) ** 2) / d


def printed_layer_norm(x, place, eps=0):
    """001:412 with eps = 0: one entry of (x - μ) / √(σ² + eps)."""
    return (term(x, place) - printed_mean(x)) / sp.sqrt(printed_variance(x) + eps)


def is_normalised(y):
    """Return the equations which say that a row has mean 0 and mean square 1, as two sums."""
    squares = sum_over(a, term(y, a) ** 2)
    return (equation(sum_over(a, term(y, a)), 0), equation(squares, d))


VARIED = {"varied": Hypothesis("the entries of the row are not all equal")}
NORMAL = {
    "normalised": Hypothesis(
        "the row has mean 0 and mean square 1",
        means=is_normalised(family("y")),
    )
}

CLAIMS = (
    Claim(
        id="normalization.definition",
        kind="definition",
        latex=r"\operatorname{LayerNorm}(x)_i = \frac{x_i - \mu}{\sigma},\quad \mu = \tfrac1d"
        r" \sum_j x_j,\ \sigma^2 = \tfrac1d \sum_j (x_j - \mu)^2",
        says="LayerNorm takes each row by itself: it subtracts the mean and divides by the "
        "deviation. The sum of squares is divided by d, not by d - 1.",
        sources=("001:412", "001:413-422", "001:423", "001:424"),
        departs="The Annotated Transformer divides by d - 1 and adds epsilon to σ "
        "(harvardnlp/annotated-transformer, pull request 119).",
    ),
    Claim(
        id="normalization.as-used",
        kind="definition",
        latex=r"\operatorname{LayerNorm}(x)_i = g_i \frac{x_i - \mu}{\sqrt{\sigma^2 +"
        r" \varepsilon}} + b_i",
        says="LayerNorm as it is used has epsilon inside the root, then a gain and a bias for "
        "each column.",
        sources=("004:56/per-node",),
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.constant-row",
        kind="convention",
        latex=r"\sigma = 0 \implies \operatorname{LayerNorm}(x) = 0",
        says="A row whose entries are all equal becomes 0, as it does with every positive "
        "epsilon; the printed formula divides 0 by 0 there.",
        departs="With eps = 0 PyTorch gives NaN.",
    ),
    Claim(
        id="normalization.every-row-gets-variance-one",
        kind="identity",
        latex=r"\tfrac1d \sum_i \operatorname{LayerNorm}(x)_i^2 = 1 \text{ for all } x",
        says="Each word vector gets mean 0 and variance 1.",
        sources=("004:55",),
    ),
    Claim(
        id="normalization.mean-zero-and-mean-square-one",
        kind="identity",
        latex=r"\sum_i \operatorname{LayerNorm}(x)_i = 0,\quad \tfrac1d \sum_i"
        r" \operatorname{LayerNorm}(x)_i^2 = 1",
        says="A row that is not constant gets mean 0 and mean square 1: it lies on a sphere of "
        "radius √d in the plane across (1, ..., 1), whatever it was.",
        hypotheses=VARIED,
        builds_on=("normalization.definition",),
        repairs=("normalization.every-row-gets-variance-one",),
    ),
    Claim(
        id="normalization.variance-with-epsilon",
        kind="identity",
        latex=r"\tfrac1d \sum_i y_i^2 = \frac{\sigma^2}{\sigma^2 + \varepsilon},\quad"
        r" y = \operatorname{LayerNorm}(x),\ \varepsilon > 0",
        says="With a positive epsilon the variance is below 1, the lower the flatter the row.",
        hypotheses={"plain": Hypothesis("there is no gain or bias")},
        builds_on=("normalization.as-used",),
    ),
    Claim(
        id="normalization.shift-invariance",
        kind="invariance",
        latex=r"\operatorname{LayerNorm}(x + t) = \operatorname{LayerNorm}(x)",
        says="A number added to all entries of a row changes nothing, with or without an epsilon.",
        builds_on=("normalization.as-used",),
        repairs=("normalization.shift-invariance-in-floats",),
    ),
    Claim(
        id="normalization.shift-invariance-in-floats",
        kind="invariance",
        scope="floats",
        latex=r"\operatorname{LayerNorm}(x \oplus t) = \operatorname{LayerNorm}(x)",
        says="In floating point too, a shift changes nothing.",
    ),
    Claim(
        id="normalization.scale-invariance",
        kind="invariance",
        latex=r"\operatorname{LayerNorm}(c x) = \operatorname{LayerNorm}(x),\quad c > 0",
        says="A positive factor changes nothing, without an epsilon; a negative one turns the "
        "sign.",
        hypotheses={
            "no-epsilon": Hypothesis("epsilon is 0"),
            "positive-factor": Hypothesis("the factor is positive"),
        },
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.idempotence",
        kind="identity",
        latex=r"\operatorname{LayerNorm}(y) = y,\text{ so } \operatorname{LayerNorm}("
        r"\operatorname{LayerNorm}(x)) = \operatorname{LayerNorm}(x)",
        says="Normalising a normalised row does not change it, so a block that normalises twice "
        "does nothing the second time.",
        hypotheses={
            **NORMAL,
            "plain": Hypothesis("there is no epsilon, gain or bias"),
        },
        builds_on=("normalization.mean-zero-and-mean-square-one",),
    ),
    Claim(
        id="normalization.jacobian",
        kind="identity",
        latex=r"\frac{\partial y_i}{\partial x_k} = \frac1\sigma \Bigl(\delta_{ik} - \tfrac1d -"
        r" \tfrac1d y_i y_k\Bigr)",
        says="The derivative projects two directions away and divides by the deviation.",
        hypotheses=VARIED,
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.two-directions-are-lost",
        kind="identity",
        latex=r"J \mathbf 1 = 0,\quad J y = 0",
        says="The Jacobian maps (1, ..., 1) and the normalised row itself to 0: of d dimensions "
        "at most d - 2 remain, and none for d = 2.",
        hypotheses=NORMAL,
        builds_on=("normalization.jacobian",),
    ),
    Claim(
        id="normalization.gain-is-the-variance",
        kind="identity",
        latex=r"\tfrac1d \sum_i (a y_i + b)^2 - b^2 = a",
        says="In the affine map a x + b that follows, a is the variance and b the mean.",
        sources=("004:56/names",),
    ),
    Claim(
        id="normalization.gain-is-a-deviation",
        kind="identity",
        latex=r"\tfrac1d \sum_i (a y_i + b) = b,\quad \tfrac1d \sum_i (a y_i + b - b)^2 = a^2",
        says="With one a and one b for all columns, b is the mean of the row, |a| its standard "
        "deviation and a² its variance. With a pair for each column, as is usual, a row has "
        "neither: the names fit each column over many rows, if at all.",
        hypotheses={
            **NORMAL,
            "one-pair": Hypothesis("all columns share one a and one b"),
        },
        builds_on=("normalization.as-used",),
        repairs=("normalization.gain-is-the-variance",),
    ),
    Claim(
        id="normalization.add-then-normalise",
        kind="identity",
        latex=r"y = \operatorname{LayerNorm}(x + F(x)) \implies \tfrac1d \sum_i y_i^2 = 1",
        says="The input and the output of a layer are added, and then the sum is normalised, so "
        "it has mean square 1. If only one part is normalised, before the sum, the sum need "
        "not have mean square 1.",
        sources=("003:88",),
        hypotheses={
            "varied": Hypothesis("x + F(x) is not constant"),
        },
        builds_on=("normalization.mean-zero-and-mean-square-one",),
    ),
)
