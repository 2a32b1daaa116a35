"""RMSNorm: B. Zhang and R. Sennrich, "Root mean square layer normalization" (2019)."""

from theory.claim import Claim, Hypothesis
from theory.letters import d
from theory.normalization.layer_norm import layer_norm_with, mean, row_variance
from theory.stating.families import Family, numbers, total
from theory.stating.operations import sqrt
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import word


def mean_square(x: Family):
    """The mean of the squares."""
    return total(x**2) / x.lasts[0]


@word(r"\operatorname{{RMSNorm}}({x})_{{{i}}}", i="x")
def rms_norm(x: Family, i):
    """A row divided by the root of its mean square."""
    return x[i] / sqrt(mean_square(x))


@word(r"\operatorname{{RMSNorm}}_{{{epsilon}}}({x})_{{{i}}}", i="x")
def rms_norm_with(epsilon, x: Family, i):
    """The same, with epsilon inside the root."""
    return x[i] / sqrt(mean_square(x) + epsilon)


@word(r"\operatorname{{RMSNorm}}_{{{epsilon}, {g}}}({x})_{{{i}}}", i="x")
def rms_norm_as_used(epsilon, g: Family, x: Family, i):
    """With a gain for each column; there is no bias."""
    return g[i] * rms_norm_with(epsilon, x)[i]


i = index("i", d)
x, gains = numbers("x", d), numbers("g", d)
epsilon, c, t = positive("varepsilon"), positive("c"), real("t")
least = real("varepsilon")  # an epsilon that may be 0, if the row is not
SOME = {"not-zero": Hypothesis("the row is not zero", line(total(x**2), ">", 0))}


CLAIMS = (
    Claim(
        id="normalization.rms-norm",
        states=states(
            equal(
                rms_norm_as_used(epsilon, gains, x)[i],
                gains[i] * (x[i] / sqrt(total(x**2) / d + epsilon)),
            )
        ),
        kind="definition",
        says="RMSNorm divides a row by the root of its mean square, with epsilon inside the root, "
        "and multiplies by a gain for each column.",
        builds_on=("normalization.as-used",),
    ),
    Claim(
        id="normalization.layer-norm-is-rms-norm-of-deviations",
        states=states(
            equal(layer_norm_with(least, x)[i], rms_norm_with(least, x - mean(x))[i]),
            given=(line(least, "≥", 0), line(row_variance(x) + least, ">", 0)),
        ),
        says="Without gain and bias, LayerNorm is RMSNorm of the deviations from the mean.",
        builds_on=("normalization.rms-norm",),
    ),
    Claim(
        id="normalization.rms-norm-is-layer-norm-of-centred-rows",
        states=states(
            equal(rms_norm_with(epsilon, x)[i], layer_norm_with(epsilon, x)[i]),
            hypotheses={"centred": Hypothesis("the row has mean 0", equal(total(x), 0))},
        ),
        says="Without gain and bias, on a row with mean 0, RMSNorm and LayerNorm are the same.",
        builds_on=("normalization.layer-norm-is-rms-norm-of-deviations",),
    ),
    Claim(
        id="normalization.rms-norm-ignores-a-shift",
        states=states(
            equal(rms_norm(x + t)[i], rms_norm(x)[i]),
            given=line(total((x + t) ** 2), ">", 0),
            hypotheses=SOME,
        ),
        says="RMSNorm, like LayerNorm, does not see a number that is added to all entries.",
        builds_on=("normalization.rms-norm",),
    ),
    Claim(
        id="normalization.rms-norm-ignores-the-scale",
        states=states(equal(rms_norm(c * x)[i], rms_norm(x)[i]), hypotheses=SOME),
        says="Without an epsilon, RMSNorm does not see a positive factor.",
        builds_on=("normalization.rms-norm",),
        repairs=("normalization.rms-norm-ignores-a-shift",),
    ),
    Claim(
        id="normalization.rms-norm-has-mean-square-one",
        states=states(equal(mean_square(rms_norm(x)), 1), hypotheses=SOME),
        says="Without an epsilon and a gain, the mean square of a row after RMSNorm is 1.",
        builds_on=("normalization.rms-norm",),
    ),
)
