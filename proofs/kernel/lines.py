"""What a kernel makes of lines, and what local-linear regression does with the same kernels."""

from impl.kernel import kernel_regression
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, necessity
from theory.kernel.lines import (
    K,
    K_in_reach,
    X,
    a,
    ahead,
    b,
    fitted,
    left,
    level,
    misfit,
    query,
    rise,
    slope,
    t,
    u,
    x,
    y,
)
from theory.letters import j, n
from theory.stating.families import numbers, total

s = numbers("s", n, domain="nonnegative")


@counterexample("kernel.keeps-lines")
def one_point_behind_the_query():
    ours = kernel_regression(
        expressions.array([1]), expressions.array([[0]]), expressions.array([0]), 1
    )
    return At(
        {K: (1,), X: ((0,),), query: (1,), u: (1,), a: 0},
        ours.tolist(),
        "the prediction at 1, from the point (0, 0) of the line y = x",
    )


closes(
    "kernel.bias-at-ends-and-at-curvature",
    "the kernels cancel",
    "a mean of a sum is a sum of means",
)


closes(
    "kernel.bias-at-ends-and-at-curvature",
    "each offset is at least b",
    duty=2,
    let={ahead[j]: b + s[j]},
)


closes(
    "kernel.local-linear-keeps-lines",
    "S_2 S_1 - S_1 S_2",
    "open the square: S_0 S_2 - S_1²",
    "a + b x_j = a + b t + b (x_j - t)",
)


@necessity("kernel.local-linear-keeps-lines", "two-points")
def one_point_has_no_line():
    return At({K_in_reach: (1,), x: (0,), t: 1, a: 0, b: 1}, [], "one point", undefined=True)


closes(
    "kernel.local-linear-is-attention-and-a-slope",
    "both are (S_2 T_0 - S_1 T_1) / (S_0 S_2 - S_1²)",
)


@necessity("kernel.local-linear-is-attention-and-a-slope", "two-points")
def one_point_has_no_slope():
    return At({K: (1,), x: (0,), y: (1,), t: 1}, [], "one point", undefined=True)


FIT = "kernel.regression-fits-best"

closes(FIT, "the weighted residuals sum to zero")
closes(FIT, "squares are not negative", duty=1)

BALANCED, BEST = "kernel.local-linear-residuals-are-balanced", "kernel.local-linear-fits-best"

closes(BALANCED, "the mean of the residuals is zero", "their covariance with the points is zero")


@derivation(BEST, closed=(r"\hat y", r"\hat b"))
def another_line_costs_the_distance_to_the_best(chain):
    above, steeper = fitted - level, slope - rise
    crossed = above * total(K * left) + steeper * total(K * left * (x - t))
    return (
        chain.equals(
            misfit(left) + misfit(above + steeper * (x - t)) + 2 * crossed, "open the square"
        )
        .cites(BALANCED, "the weighted residuals sum to zero")
        .cites(BALANCED, "also times the offsets", duty=1)
        .closes("a square is that of the opposite")
    )


closes(BEST, "squares are not negative", duty=1, closed=(r"\hat y", r"\hat b"))


@necessity(BALANCED, "two-points")
@necessity(BEST, "two-points")
def one_point_has_many_lines():
    return At({K: (1,), x: (0,), y: (1,), t: 1, level: 0, rise: 0}, [], "one point", undefined=True)
