"""Lines under a kernel: kernel regression bends them, local-linear regression keeps them.

D. Ruppert and M. P. Wand, "Multivariate locally weighted least squares regression" (1994).
"""

from theory.claim import Claim, Hypothesis
from theory.letters import d, j, k, n
from theory.shared_words import covariance, dot, length_squared, mean, variance
from theory.softmax.words import share
from theory.stating.families import Family, every, numbers, total
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import real
from theory.stating.vocabulary import letter, word

# Values of any kernel, points on a line, and the query's place t.
K, x, y, t = numbers("K", n, domain="positive"), numbers("x", n), numbers("y", n), real("t")
K_in_reach = numbers("K", n, domain="nonnegative")  # a kernel may end
a, b, c = real("a"), real("b"), real("c")
X, query, u = numbers("x", n, d), numbers("x_*", d), numbers("u", d)
ahead = numbers("p", n)  # how far a point lies ahead of the query along u, times the slope


@word(r"S_{{{r}}}({K}, {x} - {t})")
def moment(r, K: Family, x: Family, t):
    """The sum of the kernels times powers of the distances to the query, with their signs."""
    return total(K * (x - t) ** r)


@word(r"w_{{{i}}}({K}, {x}, {t})", i="x")
def local_weight(K: Family, x: Family, t, i):
    """What local-linear regression multiplies a target by, before it divides by the sum."""
    return K[i] * (moment(2, K, x, t) - (x[i] - t) * moment(1, K, x, t))


@word(r"\hat y_{{\mathrm{{line}}}}({t};\, {K}, {x}, {y})")
def local_linear(t, K: Family, x: Family, y: Family):
    """The value at t of the line that fits the targets best, weighted by the kernels."""
    return total(local_weight(K, x, t) * y) / total(local_weight(K, x, t))


alpha = letter("alpha", share(K))
on_a_line = every(j, entry=a + dot(X[j], u))
bent = every(j, entry=a + ahead[j] + c * length_squared(X[j] - query))


def differ(K):
    """Suppose that two points with positive kernels differ."""
    apart = moment(0, K, x, t) * moment(2, K, x, t) - moment(1, K, x, t) ** 2
    return Hypothesis("two points with positive kernels differ", line(apart, "≠", 0))


def misfit(of):
    """Sum the squares of what a line leaves of the targets, weighted by the kernels."""
    return total(K * of**2)


level, rise = real("p"), real("g")  # any line: its value at the query, and its slope
fitted = letter(r"\hat y", local_linear(t, K, x, y))
slope = letter(r"\hat b", covariance(alpha, x, y) / variance(alpha, x))
left = y - fitted - slope * (x - t)

SOURCE = "Fan and Gijbels 1996, Local Polynomial Modelling, have local-linear regression."

CLAIMS = (
    Claim(
        id="kernel.keeps-lines",
        states=states(equal(total(share(K) * on_a_line), a + dot(query, u))),
        says="From targets on a line, the mean weighted by kernels predicts the line's value at "
        "the query.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.bias-at-ends-and-at-curvature",
        states=states(
            equal(total(share(K) * a), a),
            equal(
                total(share(K) * bent) - a,
                total(alpha * ahead)
                + c * total(alpha * every(j, entry=length_squared(X[j] - query))),
            ),
            line(total(alpha * ahead), "≥", b, when=line(ahead[j], "≥", b)),
            given=line(ahead[j], "=", dot(X[j] - query, u)),
        ),
        says="The mean weighted by any positive kernel keeps constants. Let the targets be a line "
        "plus c times the squared distance to the query. Then the mean is off by the slope times "
        "the weighted mean offset of the points, plus c times their weighted mean squared "
        "distance. Where all points lie ahead of the query, so does their weighted mean.",
        note="Ruppert and Wand 1994 give both biases with rates, for random points.",
        builds_on=("kernel.regression",),
        repairs=("kernel.keeps-lines",),
    ),
    Claim(
        id="kernel.regression-fits-best",
        states=states(
            line(
                misfit(y - level),
                "=",
                misfit(y - mean(alpha, y)) + total(K) * (level - mean(alpha, y)) ** 2,
                "≥",
                misfit(y - mean(alpha, y)),
            ),
        ),
        says="Of all numbers, the mean weighted by any positive kernel fits the targets best: any "
        "other has a larger sum of squared distances to them, weighted by the kernels, by the sum "
        "of the kernels times its squared distance to the mean.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.local-linear-keeps-lines",
        states=states(
            equal(total(local_weight(K_in_reach, x, t) * (x - t)), 0),
            equal(
                total(local_weight(K_in_reach, x, t)),
                total(every(j, k, entry=K_in_reach[j] * K_in_reach[k] * (x[j] - x[k]) ** 2)) / 2,
            ),
            equal(local_linear(t, K_in_reach, x, a + b * x), a + b * t),
            hypotheses={"two-points": differ(K_in_reach)},
        ),
        says="Where points are single numbers, local-linear regression keeps lines, at the ends "
        "too: its weights have mean offset zero. Their sum is positive as soon as two points with "
        "positive kernels differ.",
        note=SOURCE,
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.local-linear-is-attention-and-a-slope",
        states=states(
            equal(
                local_linear(t, K, x, y),
                mean(alpha, y)
                + covariance(alpha, x, y) / variance(alpha, x) * (t - mean(alpha, x)),
            ),
            hypotheses={"two-points": differ(K)},
        ),
        says="Where points are single numbers, local-linear regression is attention to the "
        "targets, moved along a line from the attended point to the query. Its slope is the "
        "covariance of points and targets under the attention weights, over the variance of the "
        "points.",
        note=SOURCE,
        builds_on=("kernel.local-linear-keeps-lines",),
    ),
    Claim(
        id="kernel.local-linear-residuals-are-balanced",
        states=states(
            equal(total(K * left), 0),
            equal(total(K * left * (x - t)), 0),
            hypotheses={"two-points": differ(K)},
        ),
        says="Where points are single numbers, what the line of local-linear regression leaves of "
        "the targets sums to zero, weighted by the kernels, also times the offsets from the query.",
        note=SOURCE,
        builds_on=("kernel.local-linear-is-attention-and-a-slope",),
    ),
    Claim(
        id="kernel.local-linear-fits-best",
        states=states(
            line(
                misfit(y - level - rise * (x - t)),
                "=",
                misfit(left) + misfit(level - fitted + (rise - slope) * (x - t)),
                "≥",
                misfit(left),
            ),
            hypotheses={"two-points": differ(K)},
        ),
        says="Where points are single numbers, the line of local-linear regression fits the "
        "targets best. Any other has a larger sum of squared distances to them, weighted by the "
        "kernels, by the weighted sum of the squared distances between both lines at the points.",
        note=SOURCE,
        builds_on=("kernel.regression-fits-best", "kernel.local-linear-residuals-are-balanced"),
    ),
)
