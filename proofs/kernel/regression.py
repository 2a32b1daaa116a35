"""Kernel regression is attention, with the logarithm of the kernel as the score.

Method of the chapter: derivations for all n and d; general runs of `impl`; witnesses in exact
numbers, and in floats for the claim on floats.
"""

import sympy as sp

from impl.kernel import kernel_regression
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation
from theory.kernel.words import K_0, K, alpha, beta, query, x, y
from theory.letters import a, i, j, n
from theory.stating.families import every, total
from theory.stating.operations import exp, log
from theory.stating.variables import nonnegative

s = nonnegative("s")


@counterexample("kernel.softmax-of-kernel-values")
def softmax_of_kernels_at_two_points():
    # One point at the query, one at distance √(2 log 2): kernels 1 and 1/2.
    away = sp.sqrt(2 * sp.log(2))
    ours = kernel_regression(
        expressions.array([0]), expressions.array([[0], [away]]), expressions.array([1, 0]), 1
    )
    values = {query: (0,), x: ((0,), (away,)), y: (1, 0), beta: 1}
    return At(values, ours.tolist(), "impl's prediction, the ratio")


@derivation("kernel.regression-is-attention")
def any_positive_kernel_is_the_exponential_of_a_score(chain):
    undone = K.map(lambda kernel: exp(log(kernel)))
    return (
        chain.equals(total(undone * y) / total(undone), "softmax, written out")
        .equals(total(K * y) / total(K), "the exponential undoes the logarithm")
        .closes("each weight is the share of its kernel")
    )


closes("kernel.regression-is-attention", "the logarithm undoes the exponential", duty=1)
closes("kernel.double-exponential-cannot-focus", "an exponential is positive", turned=True)
closes("kernel.double-exponential-cannot-focus", "its exponent is not positive", duty=1)


@derivation("kernel.double-exponential-cannot-focus", duty=2, let={K_0: 1 - s})
def double_exponential_cannot_focus(chain):
    return chain.at_most(
        exp(K_0) / (exp(K_0) + n), "a kernel is not negative, so its exponential is at least 1"
    ).closes("a kernel is at most 1, so its exponential is at most e")


@derivation("kernel.slope-is-a-covariance")
def slope_is_a_covariance(chain):
    slopes = every(j, entry=beta**2 * (x[j, a] - query[a]))
    mean = total(alpha * slopes)
    return chain.equals(
        total(every(i, entry=alpha[i] * y[i] * (slopes[i] - mean))),
        "the logarithm of kernel i has slope β² (x_ia - x_*a)",
    ).closes("x_* cancels in a difference of means")
