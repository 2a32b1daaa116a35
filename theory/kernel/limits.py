"""Kernels that are wide, narrow, or far from the query."""

from theory.claim import Claim, Hypothesis
from theory.kernel.words import (
    D,
    R,
    S,
    alpha,
    beta,
    c,
    computed_sum_of_kernels,
    ell,
    far,
    g,
    gaussian,
    h,
    p,
    prediction,
    query,
    r,
    regression,
    term,
    u,
    x,
    y,
)
from theory.letters import i, j, k, n
from theory.shared_words import dot, length_squared
from theory.softmax.words import share
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, fl
from theory.stating.relations import INFINITY, line, to
from theory.stating.statements import states
from theory.stating.vocabulary import letter

RATE = (n - 1) * exp(-(beta**2) * g / 2)

left = letter("alpha", share(every(i, entry=gaussian(beta, far * u - x[i]))))
ahead_of_all = regression(beta, far * u, x, y)
FAR_RATE = (n - 1) * exp(-(beta**2) * (h * far - c))

logs = letter(r"\hat\ell", -(r * fl(beta**2)).map(fl) / 2)  # as they are computed


CLAIMS = (
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
        says="With β not 0, as a query leaves all data in some direction, the prediction tends to "
        "the target of the point farthest in that direction: the weights concentrate, they "
        "do not vanish.",
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
        beyond="that the rounded sum does not overflow as long as n is far below the largest float",
        scope="floats",
        says="From the logarithms of the kernels, with the largest subtracted, the ratio can be "
        "computed as long as the logarithms are finite and n is far below the largest float: the "
        "sum of their exponentials lies in [1, n], and a further term that is not negative never "
        "lowers a rounded sum.",
        builds_on=("kernel.regression-is-attention", "softmax.shifted-sum-is-safe"),
        repairs=("kernel.far-query-in-floats",),
    ),
)
