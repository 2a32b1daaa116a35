"""How a width trades bias for variance, with rates in the number of points.

A kernel that ends at width h leaves the m points within h of the query. K. B. Gregory, Some of
Nonparametric Statistics (lecture notes), chapter 9.
"""

from theory.claim import Claim, Hypothesis
from theory.letters import j, k, m, n
from theory.scaling.random_rows import PROBABILITIES, E, N, omega, var
from theory.shared_words import mean
from theory.stating.families import every, numbers, total
from theory.stating.operations import bracket, delta
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import index, nonnegative, positive, real

# Weights of the points in reach, values there, distances from the query, their squares.
at = index("j", m)
alpha, y, r = numbers("alpha", m, domain="positive"), numbers("y", m), numbers("r", m)
ahead, square = numbers("p", m), numbers("q", m)
f, g, t = real("f"), real("g"), real("t")
some, reach = numbers("alpha", m, domain="nonnegative"), nonnegative("h")
S, C, h, c = nonnegative("S"), nonnegative("C"), positive("h"), positive("c")
ONE_IN_ALL = line(total(alpha), "=", 1)

noise, weights, values = numbers("epsilon", n, N), numbers("alpha", n), numbers("y", n)
sigma = positive("sigma")
predicted = every(omega, entry=total(every(j, entry=weights[j] * (values[j] + noise[j, omega]))))

best, steep, bent = positive("h_*"), positive("S"), positive("C")  # a width, slope, curvature
left = c * sigma**2 / n  # what the errors leave, times the width
of_slope = lambda width: steep**2 * width**2 + left / width
of_curvature = lambda width: bent**2 * width**4 + left / width

CLAIMS = (
    Claim(
        id="kernel.reach-bounds-the-bias",
        states=states(
            line(-S * reach, "≤", mean(some, y) - f, "≤", S * reach),
            given=(line(total(some), "=", 1), line(-S * r[at], "≤", y[at] - f, "≤", S * r[at])),
            hypotheses={
                "in-reach": Hypothesis("no point lies farther than h", line(r[at], "≤", reach))
            },
        ),
        says="A kernel that is nowhere negative has a bias of at most S h, if no point lies "
        "farther than h from the query and the curve is nowhere steeper than S.",
        builds_on=("kernel.bias-is-at-most-a-mean-distance",),
    ),
    Claim(
        id="kernel.balanced-reach-has-a-smaller-bias",
        states=states(
            line(-C * reach**2, "≤", mean(some, y) - f, "≤", C * reach**2),
            given=(
                line(total(some), "=", 1),
                line(-C * square[at], "≤", y[at] - f - g * ahead[at], "≤", C * square[at]),
                line(square[at], "≤", reach**2),
            ),
            hypotheses={
                "balanced": Hypothesis(
                    "the weighted mean offset is zero", line(mean(some, ahead), "=", 0)
                )
            },
        ),
        says="Where no weight is negative, no point lies farther than h from the query, and the "
        "weighted mean offset of the points from it is zero, a curve that leaves its tangent by "
        "at most C times the squared distance gives a bias of at most C h².",
        note="At an end a positive kernel is balanced only if all points in reach stand at the "
        "query; local-linear regression is, with weights that are not all positive "
        "(kernel.local-linear-keeps-lines), whose bias is of the same order "
        "(kernel.local-linear-bias-is-of-second-order).",
        builds_on=("kernel.reach-bounds-the-bias", "kernel.bias-at-ends-and-at-curvature"),
    ),
    Claim(
        id="kernel.points-in-reach-share-the-errors",
        states=states(
            line(1 / m, "≤", total(alpha**2), "≤", c / m),
            given=(ONE_IN_ALL, line(alpha[at], "≤", c / m)),
        ),
        says="If none of m positive weights that sum to one exceeds c times their mean, their "
        "squares sum to at most c/m. Equal weights have c = 1, and the sum 1/m, the least.",
        builds_on=("kernel.few-points-share-the-errors",),
    ),
    Claim(
        id="kernel.grid-has-points-in-reach",
        states=states(
            line(
                total(every(j, entry=1 - bracket(abs(j / n - t), ">", h))),
                "≥",
                n * h - 1,
            ),
            given=(line(t, "≥", 0), line(t, "≤", 1), line(h, "≤", 1)),
        ),
        says="Of the regular grid 1/n, 2/n, ..., 1, at least n h - 1 points lie within h of a "
        "query between 0 and 1, if h is at most 1.",
        note="So m is at least n h/2 where n h is at least 2, and the squared weights sum to at "
        "most 2 c/(n h).",
        builds_on=("kernel.points-in-reach-share-the-errors",),
    ),
    Claim(
        id="kernel.squared-error-is-bias-and-variance",
        states=states(
            line(var(predicted), "=", sigma**2 * total(weights**2)),
            line(
                E((predicted - f) ** 2),
                "=",
                (mean(weights, values) - f) ** 2 + sigma**2 * total(weights**2),
            ),
            given=PROBABILITIES,
            hypotheses={
                "centred": Hypothesis("errors have mean 0", line(E(noise[j]), "=", 0)),
                "uncorrelated": Hypothesis(
                    "errors have mean square σ², and products of errors of different points have "
                    "mean 0",
                    line(E(noise[j] * noise[k]), "=", delta(j, k) * sigma**2),
                ),
            },
        ),
        says="Uncorrelated errors of mean 0 and variance σ² give the prediction a variance of σ² "
        "times the sum of the squared weights. Its mean squared error is that variance plus the "
        "square of the bias.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.best-width-is-a-cube-root",
        states=states(
            line(of_slope(h), "≥", of_slope(best), "=", 3 * steep**2 * best**2),
            line((3 * steep**2 * best**2) ** 3, "=", 27 * steep**2 * c**2 * sigma**4 / (4 * n**2)),
            given=line(c, "=", 2 * n * steep**2 * best**3 / sigma**2),
        ),
        says="The bound S² h² + c σ²/(n h) of the squared error is least where h³ is "
        "c σ²/(2 S² n): the width shrinks like n^(-1/3), and the bound like n^(-2/3).",
        note="Where n h is at least 2, h at most 1, the query lies between 0 and 1, errors are "
        "uncorrelated, of mean 0 and variance σ², and the weights in reach are positive and none "
        "exceeds c times their mean, a kernel that ends at h on a regular grid has this bound, "
        "with 2 c for c: kernel.reach-bounds-the-bias, kernel.points-in-reach-share-the-errors, "
        "kernel.squared-error-is-bias-and-variance, kernel.grid-has-points-in-reach.",
        builds_on=(
            "kernel.squared-error-is-bias-and-variance",
            "kernel.reach-bounds-the-bias",
            "kernel.grid-has-points-in-reach",
        ),
    ),
    Claim(
        id="kernel.best-width-for-curvature-is-a-fifth-root",
        states=states(
            line(of_curvature(h), "≥", of_curvature(best), "=", 5 * bent**2 * best**4),
            line(
                (5 * bent**2 * best**4) ** 5,
                "=",
                3125 * bent**2 * c**4 * sigma**8 / (256 * n**4),
            ),
            given=line(c, "=", 4 * n * bent**2 * best**5 / sigma**2),
        ),
        says="The bound C² h⁴ + c σ²/(n h) is least where h⁵ is c σ²/(4 C² n): the width shrinks "
        "like n^(-1/5), and the bound like n^(-4/5).",
        note="A kernel that ends at h on a regular grid has this bound, with 2 c for c, under the "
        "conditions of kernel.best-width-is-a-cube-root, if its weights are balanced: "
        "kernel.balanced-reach-has-a-smaller-bias. Local-linear regression has it at the ends too, "
        "with C times the sum of the |ℓ_j| for C, if the squares of its weights ℓ_j sum to at most "
        "c/(n h): kernel.local-linear-bias-is-of-second-order.",
        builds_on=(
            "kernel.best-width-is-a-cube-root",
            "kernel.balanced-reach-has-a-smaller-bias",
        ),
    ),
)
