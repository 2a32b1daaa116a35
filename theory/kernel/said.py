"""Kernel regression: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.kernel.bridge import CLAIMS as BRIDGE
from theory.kernel.limits import CLAIMS as LIMITS
from theory.kernel.linear_attention import CLAIMS as LINEAR_ATTENTION
from theory.kernel.lines import CLAIMS as LINES
from theory.kernel.random_features import CLAIMS as RANDOM_FEATURES
from theory.kernel.rates import CLAIMS as RATES
from theory.kernel.signed_weights import CLAIMS as SIGNED_WEIGHTS
from theory.kernel.width import CLAIMS as WIDTH
from theory.kernel.words import (
    K_0,
    K,
    alpha,
    beta,
    c,
    gaussian,
    prediction,
    query,
    regression,
    t,
    u,
    values,
    x,
    y,
)
from theory.letters import a, i, j, n
from theory.shared_words import covariance, length_squared
from theory.softmax.words import share, softmax
from theory.stating.families import every, total
from theory.stating.operations import exp, log, slope
from theory.stating.relations import equal, line
from theory.stating.statements import states

NONZERO = {"nonzero-factor": Hypothesis("the factor is not zero", line(c, "≠", 0))}


CLAIMS = (
    Claim(
        id="kernel.gaussian",
        states=states(equal(gaussian(beta, u), exp(-length_squared(u) * beta**2 / 2))),
        kind="definition",
        sources=("001:128", "001:131/formula", "001:131/beta"),
        says="The Gaussian kernel, without a normalising constant.",
    ),
    Claim(
        id="kernel.regression",
        states=states(equal(prediction, total(share(K) * y))),
        kind="definition",
        sources=(
            "001:113",
            "001:119",
            "001:119/own-score",
            "001:123",
            "001:123/own-score",
            "001:137",
            "001:137/own-score",
            "001:147",
            "001:156",
        ),
        answers=("001:119/arguments", "001:123/arguments", "001:137/arguments", "001:156/width"),
        says="Kernel regression predicts the mean of the targets, weighted by the kernels.",
        builds_on=("kernel.gaussian",),
    ),
    Claim(
        id="kernel.softmax-of-kernel-values",
        states=states(equal(total(softmax(K) * y), prediction)),
        sources=("001:140-145",),
        says="The prediction is the softmax of the kernel values, times the targets.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.regression-is-attention",
        states=states(
            equal(total(softmax(K.map(log)) * y), prediction),
            equal(log(K[i]), -(beta**2) * length_squared(query - x[i]) / 2),
        ),
        sources=("001:109",),
        answers=("001:123", "001:140-145"),
        says="Kernel regression is attention whose scores are the logarithms of the kernels; no "
        "projection stands in it.",
        builds_on=("kernel.regression", "lookup.attention"),
        repairs=("kernel.softmax-of-kernel-values",),
    ),
    Claim(
        id="kernel.double-exponential-cannot-focus",
        states=states(
            line(0, "<", gaussian(beta, u), "≤", 1),
            line(
                exp(K_0) / (exp(K_0) + total(values.map(exp))),
                "≤",
                exp(1) / (exp(1) + n),
                when=(line(values[j], "≥", 0), line(K_0, "≤", 1)),
            ),
        ),
        answers=("001:140-145",),
        says="The softmax of kernel values never gives one of n + 1 points more than e/(e + n), "
        "however narrow the kernel: of a hundred points, no more than 0.03.",
        builds_on=("kernel.gaussian", "softmax.definition"),
    ),
    Claim(
        id="kernel.constant-factor-cancels",
        states=states(
            equal(share(c * values)[i], share(values)[i]),
            given=line(total(values), "≠", 0),
            hypotheses=NONZERO,
        ),
        answers=("001:131/beta",),
        says="A constant factor of the kernel that is not 0, such as the normalising constant that "
        "is not printed, changes no weight.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.beta-is-inverse-width",
        states=states(
            equal(gaussian(beta, u), gaussian(c * beta, u / c)),
            line(gaussian(c * beta, u), "≤", gaussian(beta, u), when=line(c, "≥", 1)),
            hypotheses=NONZERO,
        ),
        answers=("001:109/parameter", "001:131/beta"),
        says="If β is not 0, |β| is the reciprocal of a width: data stretched by c ≠ 0 need β "
        "divided by c, and where |β| grows, the kernel grows nowhere.",
        builds_on=("kernel.gaussian",),
    ),
    Claim(
        id="kernel.translation-invariance",
        states=states(equal(regression(beta, query + t, x + t, y), prediction)),
        says="Moving query and data together changes no prediction.",
        builds_on=("kernel.regression",),
    ),
    *BRIDGE,
    *LIMITS,
    Claim(
        id="kernel.slope-is-a-covariance",
        states=states(
            equal(
                slope(prediction, query[a]),
                beta**2 * covariance(alpha, every(i, entry=x[i, a]), y),
            )
        ),
        says="The slope of kernel regression along a coordinate is β² times the covariance of "
        "that coordinate of the points and the targets under the attention weights.",
        builds_on=("kernel.regression", "softmax.jacobian-is-a-variance"),
    ),
    *LINES,
    *WIDTH,
    *RATES,
    *SIGNED_WEIGHTS,
    *LINEAR_ATTENTION,
    *RANDOM_FEATURES,
)
