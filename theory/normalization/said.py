"""LayerNorm: what the documents print, and what is claimed of it. A row has d entries."""

from theory.claim import Claim, Hypothesis
from theory.letters import d
from theory.normalization.layer_norm import (
    average,
    layer_norm,
    layer_norm_as_used,
    layer_norm_with,
    row_variance,
)
from theory.normalization.rms_norm import CLAIMS as RMS_NORM
from theory.normalization.words import (
    F,
    bias,
    biases,
    c,
    computed_layer_norm,
    epsilon,
    gain,
    gains,
    given_for_layer_norm,
    i,
    j,
    k,
    mu,
    normal,
    positive_epsilon,
    sigma,
    t,
    u,
    v,
    w,
    x,
    y,
)
from theory.stating.families import every, total
from theory.stating.operations import delta, fl, slope, sqrt
from theory.stating.relations import equal, line
from theory.stating.statements import states

VARIED = {
    "varied": Hypothesis("the entries of the row are not all equal", line(row_variance(x), ">", 0))
}
NORMAL = {
    "normalised": Hypothesis(
        "the row has mean 0 and mean square 1",
        (line(total(y), "=", 0), line(total(y**2), "=", d)),
    )
}


CLAIMS = (
    Claim(
        id="normalization.definition",
        states=states(equal(layer_norm(x)[i], (x[i] - mu) / sigma), hypotheses=VARIED),
        kind="definition",
        says="LayerNorm takes each row by itself: it subtracts the mean and divides by the "
        "deviation. The sum of squares is divided by d, not by d - 1.",
        sources=("001:412", "001:413-422"),
        answers=("001:413-422/reciprocal", "001:423", "001:424", "001:425"),
        note="The Annotated Transformer divides by d - 1 and adds epsilon to σ "
        "(harvardnlp/annotated-transformer, pull request 119).",
    ),
    Claim(
        id="normalization.as-used",
        states=states(
            equal(
                layer_norm_as_used(epsilon, gains, biases, x)[i],
                gains[i] * ((x[i] - mu) / sqrt(sigma**2 + epsilon)) + biases[i],
            ),
            given=line(epsilon, ">", 0),
        ),
        kind="definition",
        says="LayerNorm as it is used has epsilon inside the root, then a gain and a bias for "
        "each column.",
        sources=("001:423", "001:424", "004:56/per-node"),
        answers=("001:412", "001:412/gain", "003:88/open"),
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.constant-row",
        states=states(
            equal(given_for_layer_norm(x)[i], 0),
            equal(layer_norm_with(positive_epsilon, x)[i], 0),
            given=line(x[j], "=", c),
        ),
        kind="convention",
        answers=("001:412",),
        says="A row whose entries are all equal becomes 0, before gain and bias, as it does with "
        "every positive epsilon; the printed formula divides 0 by 0 there.",
        note="With eps = 0 PyTorch gives NaN.",
    ),
    Claim(
        id="normalization.every-row-gets-variance-one",
        states=states(
            equal(average(layer_norm_with(epsilon, x)), 0),
            equal(average(layer_norm_with(epsilon, x) ** 2), 1),
            given=line(epsilon, "≥", 0),
        ),
        answers=("004:55",),
        says="Each word vector gets mean 0 and variance 1.",
    ),
    Claim(
        id="normalization.mean-zero-and-mean-square-one",
        states=states(equal(total(normal), 0), equal(average(normal**2), 1), hypotheses=VARIED),
        sources=("004:55",),
        says="Without an epsilon, a gain and a bias, a row that is not constant gets mean 0 and "
        "mean square 1: it lies on a sphere of radius √d in the hyperplane perpendicular to (1, "
        "..., 1), whatever it was.",
        builds_on=("normalization.definition",),
        repairs=("normalization.every-row-gets-variance-one",),
    ),
    Claim(
        id="normalization.variance-with-epsilon",
        states=states(
            line(
                average(layer_norm_as_used(positive_epsilon, gains, biases, x) ** 2),
                "=",
                row_variance(x) / (row_variance(x) + positive_epsilon),
                "<",
                1,
            ),
            equal(average(layer_norm_as_used(positive_epsilon, gains, biases, x)), 0),
            line(u / (u + positive_epsilon), "<", v / (v + positive_epsilon), when=line(u, "<", v)),
            hypotheses={
                "plain": Hypothesis(
                    "there is no gain or bias", (line(gains[j], "=", 1), line(biases[j], "=", 0))
                )
            },
        ),
        answers=("004:55",),
        says="With a positive epsilon, and without gain and bias, the mean is 0 and the variance "
        "below 1, the lower the flatter the row.",
        builds_on=("normalization.as-used",),
    ),
    Claim(
        id="normalization.shift-invariance",
        states=states(
            equal(layer_norm_with(epsilon, x + t)[i], layer_norm_with(epsilon, x)[i]),
            given=(line(epsilon, "≥", 0), line(row_variance(x) + epsilon, ">", 0)),
        ),
        says="A number added to all entries of a row changes nothing, with or without an epsilon.",
        builds_on=("normalization.as-used",),
        repairs=("normalization.shift-invariance-in-floats",),
    ),
    Claim(
        id="normalization.shift-invariance-in-floats",
        states=states(equal(computed_layer_norm((x + t).map(fl))[i], computed_layer_norm(x)[i])),
        scope="floats",
        says="In floating point too, a shift changes nothing.",
    ),
    Claim(
        id="normalization.scale-invariance",
        states=states(
            equal(layer_norm_with(epsilon, c * x)[i], layer_norm_with(epsilon, x)[i]),
            equal(layer_norm_with(epsilon, -c * x)[i], -layer_norm_with(epsilon, x)[i]),
            given=line(row_variance(x), ">", 0),
            hypotheses={
                "no-epsilon": Hypothesis("epsilon is 0", line(epsilon, "=", 0)),
                "positive-factor": Hypothesis("the factor is positive", line(c, ">", 0)),
            },
        ),
        says="A positive factor changes nothing, without an epsilon; without a bias, a negative "
        "one turns the sign.",
        answers=("002:95/model",),
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.idempotence",
        states=states(
            equal(layer_norm_as_used(epsilon, gains, biases, y)[i], y[i]),
            equal(
                layer_norm(layer_norm(x))[i], layer_norm(x)[i], when=line(row_variance(x), ">", 0)
            ),
            hypotheses={
                **NORMAL,
                "plain": Hypothesis(
                    "there is no epsilon, gain or bias",
                    (
                        line(epsilon, "=", 0),
                        line(gains[j], "=", 1),
                        line(biases[j], "=", 0),
                    ),
                ),
            },
        ),
        answers=("001:441",),
        says="Without an epsilon, a gain and a bias, normalising a normalised row does not change "
        "it, so a block that normalises twice does nothing the second time.",
        builds_on=("normalization.mean-zero-and-mean-square-one",),
    ),
    Claim(
        id="normalization.jacobian",
        states=states(
            equal(
                slope(normal[i], x[k]),
                1 / sigma * (delta(i, k) - 1 / d - 1 / d * normal[i] * normal[k]),
            ),
            hypotheses=VARIED,
        ),
        says="The derivative projects two directions away and divides by the deviation.",
        builds_on=("normalization.definition",),
    ),
    Claim(
        id="normalization.two-directions-are-lost",
        states=states(
            equal(total(every(k, entry=slope(normal[i], x[k]))), 0),
            equal(total(every(k, entry=slope(normal[i], x[k]) * normal[k])), 0),
            equal(
                total(every(k, entry=slope(normal[i], x[k]) * w[k])),
                w[i] / sigma,
                when=(equal(total(w), 0), equal(total(w * normal), 0)),
            ),
            hypotheses=VARIED,
        ),
        says="The Jacobian maps (1, ..., 1) and the normalised row itself to 0, and only divides "
        "by σ what is perpendicular to both: of d dimensions exactly d - 2 remain, so none for "
        "d = 2.",
        builds_on=("normalization.jacobian",),
    ),
    Claim(
        id="normalization.gain-is-the-variance",
        states=states(
            equal(average(gain * normal + bias), bias),
            equal(average((gain * normal + bias) ** 2) - bias**2, gain),
            given=line(row_variance(x), ">", 0),
        ),
        says="In the affine map a x + b that follows, a is the variance and b the mean.",
        sources=("004:56/names",),
    ),
    Claim(
        id="normalization.gain-is-a-deviation",
        states=states(
            equal(average(gains * y + biases), bias),
            equal(average((gains * y + biases - bias) ** 2), gain**2),
            hypotheses={
                **NORMAL,
                "one-pair": Hypothesis(
                    "all columns share one a and one b",
                    (line(gains[j], "=", gain), line(biases[j], "=", bias)),
                ),
            },
        ),
        answers=("004:56/names",),
        says="With one a and one b for all columns, b is the mean of the row, |a| its standard "
        "deviation and a² its variance. With a pair for each column, as is usual, the pairs need "
        "be neither mean nor standard deviation of the row.",
        builds_on=("normalization.as-used",),
        repairs=("normalization.gain-is-the-variance",),
    ),
    Claim(
        id="normalization.add-then-normalise",
        states=states(
            equal(average(layer_norm(x + F) ** 2), 1),
            equal(average((layer_norm(x + F) + c * layer_norm(x + F)) ** 2), (1 + c) ** 2),
            hypotheses={
                "varied": Hypothesis("x + F(x) is not constant", line(row_variance(x + F), ">", 0))
            },
        ),
        answers=("003:88",),
        says="The input and the output of a layer are added, and then the sum is normalised, so "
        "without an epsilon, a gain and a bias it has mean square 1, unless it is constant. "
        "If only one part is normalised, before the sum, the sum need not have mean square "
        "1: with c times that part as the other, it has (1 + c)².",
        builds_on=("normalization.mean-zero-and-mean-square-one",),
    ),
    Claim(
        id="normalization.rows-that-differ-stay-different",
        states=states(line(layer_norm(x)[i], "≠", layer_norm(y)[i], when=line(x[i], "≠", y[i]))),
        says="An entry in which two rows differ still differs after LayerNorm: it keeps rows "
        "apart.",
    ),
    Claim(
        id="normalization.shift-and-scale-are-forgotten",
        states=states(
            equal(layer_norm(c * x + t)[i], layer_norm(x)[i]),
            given=line(c, ">", 0),
            hypotheses=VARIED,
        ),
        says="Without an epsilon, LayerNorm gives the same row if the row is multiplied by a "
        "positive factor and any number is added to all its entries.",
        note="So of rows that differ by no more than that, it leaves no difference.",
        builds_on=("normalization.scale-invariance", "normalization.shift-invariance"),
        repairs=("normalization.rows-that-differ-stay-different",),
    ),
    *RMS_NORM,
)
