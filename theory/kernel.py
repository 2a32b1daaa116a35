"""Kernel regression: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.kernel_lines import CLAIMS as LINES
from theory.kernel_rates import CLAIMS as RATES
from theory.kernel_width import CLAIMS as WIDTH
from theory.letters import a, d, d_attn, d_k, d_q, i, j, k, l, n
from theory.linear_attention import CLAIMS as LINEAR_ATTENTION
from theory.random_features import CLAIMS as RANDOM_FEATURES
from theory.softmax import share, softmax
from theory.stating.families import (
    Family,
    delta,
    every,
    exp,
    fl,
    letter,
    log,
    nonnegative,
    numbers,
    positive,
    real,
    slope,
    sqrt,
    total,
    word,
)
from theory.stating.statements import INFINITY, equal, exactly, line, states, to
from theory.stating.terms import Index
from theory.words import covariance, dot, length_squared


@word(r"\mathcal K_{{{beta}}}({u})")
def gaussian(beta, u: Family):
    """001:131: exp(-‖u‖² β² / 2)."""
    return exp(-length_squared(u) * beta**2 / 2)


@word(r"\hat y({query};\, {x})")
def regression(beta, query: Family, x: Family, y: Family):
    """001:119-123, 137: the mean of the targets, weighted by their shares of the kernels."""
    return total(share(every(j, entry=gaussian(beta, query - x[j]))) * y)


@word(r"{q:b} {W_q} ({k:b} {W_k})^\top")
def projected_dot(q: Family, W_q: Family, k: Family, W_k: Family):
    """001:159: the dot product of a projected query and a projected key."""
    column = Index("c", W_q.lasts[1])
    product = lambda row, W: every(column, entry=total(row * W.transposed()[column]))
    return dot(product(q, W_q), product(k, W_k))


@word(r"\mathrm{{fl}}\left(\sum_j \mathcal K_{{{beta}}}({query} - {x}_j)\right)", computed=True)
def computed_sum_of_kernels(beta, query: Family, x: Family):
    """Kernels, computed and added in floats as they are printed."""


x, y, query, u = numbers("x", n, d), numbers("y", n), numbers("x_*", d), numbers("u", d)
t, values, K_0 = numbers("t", d), numbers("K", n), real("K_0")  # K: the values of any kernel
beta, c, R, D = real("beta"), real("c"), real("R"), nonnegative("D")
K = letter("K", every(i, entry=gaussian(beta, query - x[i])))
alpha = letter("alpha", share(K))
prediction = regression(beta, query, x, y)
ahead = real("h")  # how far the query lies on one side of a bisector

q, keys, v = numbers("q", d_k), numbers("k", n, d_k), numbers("v", n)
by_distance = letter("alpha", softmax(every(j, entry=-(beta**2) * length_squared(q - keys[j]) / 2)))
by_product = letter(r"\alpha'", softmax(every(j, entry=beta**2 * dot(q, keys[j]))))
penalised = every(j, entry=beta**2 * dot(q, keys[j]) - beta**2 * length_squared(keys[j]) / 2)

q_in, W_q, W_k = numbers("q", d_q), numbers("W^q", d_q, d_attn), numbers("W^k", d_k, d_attn)
parametric = letter("K", every(i, entry=exp(projected_dot(q_in, W_q, keys[i], W_k) / sqrt(d_attn))))

r, g = numbers("r", n), positive("g")  # squared distances to the query; a gap between them
RATE = (n - 1) * exp(-(beta**2) * g / 2)

far, h, p = positive("t"), positive("h"), numbers("p", n)  # p: how far a point lies along u
left = letter("alpha", share(every(i, entry=gaussian(beta, far * u - x[i]))))
ahead_of_all = regression(beta, far * u, x, y)
FAR_RATE = (n - 1) * exp(-(beta**2) * (h * far - c))

ell, S, term = numbers("ell", n), real("S"), nonnegative("t")
logs = letter(r"\hat\ell", -(r * fl(beta**2)).map(fl) / 2)  # as they are computed

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
            "001:147",
            "001:156",
        ),
        answers=("001:119/arguments", "001:123/arguments", "001:156/width"),
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
        says="A constant factor of the kernel, such as the normalising constant that is not "
        "printed, changes no weight.",
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
        says="|β| is the reciprocal of a width: data stretched by c need β divided by c, and the "
        "larger |β| is, the narrower the kernel.",
        builds_on=("kernel.gaussian",),
    ),
    Claim(
        id="kernel.translation-invariance",
        states=states(equal(regression(beta, query + t, x + t, y), prediction)),
        says="Moving query and data together changes no prediction.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.bridge-defect",
        states=states(equal(by_distance[i], softmax(penalised)[i])),
        says="Gaussian weights are dot-product weights with a penalty of β²/2 times the squared "
        "length of each key; the length of the query cancels.",
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
        note="The kernels of regression are usually symmetric, and functions of the difference "
        "of two points; this one is neither.",
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
        says="Gaussian kernel regression and dot-product attention have the same weights if all "
        "keys have the same length. If β is not 0, they have the same weights only then. β² "
        "= 1/√d_k gives scaled dot-product attention.",
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
    Claim(
        id="kernel.wide-limit",
        states=states(
            line(exp(-(beta**2) * R / 2) / n, "≤", alpha[i], "≤", exp(beta**2 * R / 2) / n),
            line(prediction, to(beta, 0, "+"), total(y) / n),
            given=(
                line(length_squared(query - x[j]) - length_squared(query - x[k]), "≤", R),
                line(beta, "≠", 0),
            ),
        ),
        says="As the kernel widens, the prediction tends to the mean of all targets: "
        "softmax.hot-limit with the temperature 2/β² and the negated squared distances as "
        "scores.",
        builds_on=("kernel.regression-is-attention", "softmax.hot-limit"),
    ),
    Claim(
        id="kernel.narrow-limit",
        states=states(
            line(0, "≤", 1 - alpha[i], "≤", RATE),
            line(-D * RATE, "≤", prediction - y[i], "≤", D * RATE),
            line(prediction - y[i], to(beta, INFINITY), 0),
            given=(
                line(r[j], "=", length_squared(query - x[j])),
                line(y[i] - D, "≤", y[j], "≤", y[i] + D),
            ),
            hypotheses={
                "unique-nearest": Hypothesis(
                    "exactly one point is nearest to the query",
                    line(r[j], "≥", r[i] + (1 - delta(i, j)) * g),
                )
            },
        ),
        says="As the kernel narrows, the prediction tends to the target of the nearest point: "
        "lookup.soft-tends-to-hard with the temperature 2/β², where g is a gap of squared "
        "distances.",
        builds_on=("kernel.regression-is-attention", "lookup.soft-tends-to-hard"),
    ),
    Claim(
        id="kernel.far-query",
        states=states(
            line(0, "≤", 1 - left[i], "≤", FAR_RATE),
            line(-D * FAR_RATE, "≤", ahead_of_all - y[i], "≤", D * FAR_RATE),
            line(ahead_of_all - y[i], to(far, INFINITY), 0),
            given=(
                line(p[j], "=", dot(x[j], u)),
                line(r[j], "=", length_squared(x[j])),
                line(r[i] - r[j], "≤", 2 * c),
                line(y[i] - D, "≤", y[j], "≤", y[i] + D),
            ),
            hypotheses={
                "unique-extreme": Hypothesis(
                    "one point alone lies farthest in that direction",
                    line(p[j], "≤", p[i] - (1 - delta(i, j)) * h),
                ),
                "nonzero-beta": Hypothesis("β is not zero", line(beta, "≠", 0)),
            },
        ),
        says="As a query leaves all data in some direction, the prediction tends to the target of "
        "the point farthest in that direction: the weights concentrate, they do not vanish.",
        builds_on=("kernel.bisector",),
    ),
    Claim(
        id="kernel.far-query-in-floats",
        states=states(line(computed_sum_of_kernels(beta, query, x), ">", 0)),
        scope="floats",
        says="The printed ratio of kernels can be computed as it stands, wherever the query is.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.from-logarithms-in-floats",
        states=states(
            line(1, "≤", total((logs - logs[i]).map(exp)), "≤", n),
            line(fl(S + term), "≥", S, when=line(fl(S), "=", S)),
            given=line(ell[j], "≤", ell[i]),
            hypotheses={
                "logarithms-are-finite": Hypothesis(
                    "the squared distances, β², and their products are finite floats",
                    line(fl(r[j] * fl(beta**2)), "=", -2 * ell[j]),
                )
            },
        ),
        scope="floats",
        says="From the logarithms of the kernels, with the largest subtracted, the ratio can be "
        "computed as long as the logarithms are finite: the sum of their exponentials lies in "
        "[1, n], and a further term that is not negative never lowers a rounded sum.",
        builds_on=("kernel.regression-is-attention", "softmax.shifted-sum-is-safe"),
        repairs=("kernel.far-query-in-floats",),
    ),
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
    *LINEAR_ATTENTION,
    *RANDOM_FEATURES,
)
