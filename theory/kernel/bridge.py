"""From kernel regression to attention by dot products, and what is lost on the way."""

from theory.claim import Claim
from theory.kernel.words import (
    W_k,
    W_q,
    ahead,
    alpha,
    beta,
    by_distance,
    by_product,
    keys,
    penalised,
    projected_dot,
    q,
    q_in,
    query,
    v,
    x,
)
from theory.letters import d_attn, d_k, i, j, k, l
from theory.shared_words import dot, length_squared
from theory.softmax.words import share, softmax
from theory.stating.families import every, total
from theory.stating.operations import exp, log, sqrt
from theory.stating.relations import equal, exactly, line
from theory.stating.statements import states
from theory.stating.vocabulary import letter

parametric = letter("K", every(i, entry=exp(projected_dot(q_in, W_q, keys[i], W_k) / sqrt(d_attn))))


CLAIMS = (
    Claim(
        id="kernel.bridge-defect",
        states=states(equal(by_distance[i], softmax(penalised)[i])),
        says="Gaussian weights are those of the dot-product scores β² q·k, with a penalty of β²/2 "
        "times the squared length of each key; the length of the query cancels.",
        answers=("004:20/similarity",),
        builds_on=("kernel.regression-is-attention",),
    ),
    Claim(
        id="kernel.attention-is-parametric-regression",
        states=states(
            equal(total(softmax(parametric.map(log)) * v), total(share(parametric) * v)),
            equal(log(parametric[i]), projected_dot(q_in, W_q, keys[i], W_k) / sqrt(d_attn)),
        ),
        sources=("001:110",),
        answers=("001:159", "001:163"),
        says="Projected dot-product attention is kernel regression with the exponential of its "
        "score as the kernel, whose parameters are the projections: no condition is needed.",
        note="The kernels of regression are usually symmetric, and functions of the difference of "
        "two points; this one need be neither.",
        builds_on=("kernel.regression", "scores.parametric-attention"),
    ),
    Claim(
        id="kernel.bridge-to-dot-product",
        states=states(
            equal(
                log(by_distance[i] / by_distance[j]) - log(by_product[i] / by_product[j]),
                -(beta**2) * (length_squared(keys[i]) - length_squared(keys[j])) / 2,
            ),
            equal(
                by_distance[i],
                by_product[i],
                when=line(length_squared(keys[j]), "=", length_squared(keys[l])),
            ),
            equal(
                length_squared(keys[i]),
                length_squared(keys[j]),
                when=(line(by_distance[l], "=", by_product[l]), line(beta, "≠", 0)),
            ),
            equal(
                by_product[i],
                softmax(every(j, entry=dot(q, keys[j]) / sqrt(d_k)))[i],
                when=line(beta**2, "=", 1 / sqrt(d_k)),
            ),
        ),
        answers=("001:109", "001:110"),
        says="Gaussian kernel regression and dot-product attention with the scores β² q·k have "
        "the same weights if all keys have the same length. If β is not 0, they have the same "
        "weights only then. β² = 1/√d_k gives scaled dot-product attention.",
        builds_on=("kernel.bridge-defect", "softmax.log-odds"),
    ),
    Claim(
        id="kernel.bisector",
        states=states(
            equal(log(alpha[i] / alpha[k]), beta**2 * ahead),
            exactly(line(ahead, ">", 0), line(alpha[i], ">", alpha[k])),
            given=(
                line(ahead, "=", dot(x[i] - x[k], query - (x[i] + x[k]) / 2)),
                line(beta, "≠", 0),
            ),
        ),
        says="With β not 0, the point on the query's side of the perpendicular bisector of two "
        "points weighs more. The log-odds grow linearly with the query's distance from the "
        "bisector.",
        builds_on=("kernel.regression-is-attention", "softmax.log-odds"),
    ),
)
