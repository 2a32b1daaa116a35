"""What a kernel makes of lines, and what local-linear regression does with the same kernels."""

from impl.kernel import kernel_regression
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, necessity
from theory.kernel.lines import K, K_in_reach, X, a, ahead, b, query, t, u, x, y
from theory.letters import j, n
from theory.stating.families import numbers

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


@derivation("kernel.bias-at-ends-and-at-curvature")
def a_mean_keeps_constants(chain):
    return chain.closes("the kernels cancel")


@derivation("kernel.bias-at-ends-and-at-curvature", duty=1)
def a_mean_of_a_curve(chain):
    return chain.closes("a mean of a sum is a sum of means")


@derivation("kernel.bias-at-ends-and-at-curvature", duty=2, let={ahead[j]: b + s[j]})
def a_mean_of_what_is_ahead(chain):
    return chain.closes("each offset is at least b")


@derivation("kernel.local-linear-keeps-lines")
def local_weights_have_mean_offset_zero(chain):
    return chain.closes("S_2 S_1 - S_1 S_2")


@derivation("kernel.local-linear-keeps-lines", duty=1)
def local_weights_have_a_positive_sum(chain):
    return chain.closes("open the square: S_0 S_2 - S_1²")


@derivation("kernel.local-linear-keeps-lines", duty=2)
def local_linear_keeps_lines(chain):
    return chain.closes("a + b x_j = a + b t + b (x_j - t)")


@necessity("kernel.local-linear-keeps-lines", "two-points")
def one_point_has_no_line():
    return At({K_in_reach: (1,), x: (0,), t: 1, a: 0, b: 1}, [], "one point", undefined=True)


@derivation("kernel.local-linear-is-attention-and-a-slope")
def local_linear_is_attention_and_a_slope(chain):
    return chain.closes("both are (S_2 T_0 - S_1 T_1) / (S_0 S_2 - S_1²)")


@necessity("kernel.local-linear-is-attention-and-a-slope", "two-points")
def one_point_has_no_slope():
    return At({K: (1,), x: (0,), y: (1,), t: 1}, [], "one point", undefined=True)
