"""Kernel regression is attention, with the logarithm of the kernel as the score.

Method of the chapter: derivations for all n and d; exact runs of `impl` at small sizes; witnesses
in exact numbers, and in floats for the claim on floats.
"""

import sympy as sp

from impl.kernel import gaussian as gaussian_of
from impl.kernel import kernel_regression
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, exact_run
from theory.kernel import K_0, alpha, beta, query, u, x, y
from theory.letters import a, d, i, j, n
from theory.stating.families import every, exp, nonnegative, total
from theory.stating.symbolic import symbolic
from theory.symbols import family

Y, WIDTH = family("Y"), symbolic(beta)
s = nonnegative("s")


@exact_run("kernel.gaussian")
def gaussian_is_the_printed_formula():
    for width in (1, 2):
        row = expressions.entries(family("u"), width).tolist()
        squares = expressions.array([sum(each**2 for each in row)])
        yield {u: row}, gaussian_of(squares, WIDTH).tolist()


@exact_run("kernel.regression")
def kernel_regression_is_the_printed_ratio():
    for points, width in ((1, 1), (2, 1), (2, 2), (3, 1)):
        targets = expressions.entries(Y, points, 2)
        ours = kernel_regression(
            expressions.entries(family("x_*"), width),
            expressions.entries(family("x"), points, width),
            targets,
            WIDTH,
        ).tolist()
        for column, predicted in enumerate(ours):
            row = [line[column] for line in targets.tolist()]
            yield {n: points, d: width, y: row}, [predicted]


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
    return chain.closes("the exponential of the score is the kernel")


@derivation("kernel.regression-is-attention", duty=1)
def the_logarithm_of_the_gaussian_kernel(chain):
    return chain.closes("the logarithm undoes the exponential")


@derivation("kernel.double-exponential-cannot-focus", turned=True)
def a_kernel_is_positive(chain):
    return chain.closes("an exponential is positive")


@derivation("kernel.double-exponential-cannot-focus", duty=1)
def a_kernel_is_at_most_one(chain):
    return chain.closes("its exponent is not positive")


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
