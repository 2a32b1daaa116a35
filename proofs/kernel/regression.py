"""Kernel regression is attention, with the logarithm of the kernel as the score.

Method of the chapter: derivations for all n and d, with K_i for the values of a kernel; exact runs
of `impl` at small sizes; witnesses in exact numbers, and in floats for the claim on floats.
"""

import sympy as sp

from impl.kernel import gaussian as gaussian_of
from impl.kernel import kernel_regression
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses
from theory.kernel import distance_squared, gaussian, regression, softmax_of_kernels
from theory.softmax import ratio, weight
from theory.symbols import at, family, i, j, n, nonnegative, o, real, sum_over

x, y, q = family("x"), family("y"), family("q")
s, beta = family("s", nonnegative=True), real("beta")
K = family("K", positive=True)  # the values of any positive kernel


@exact_run("kernel.gaussian")
def gaussian_is_the_printed_formula():
    r = family("r")
    squares = symbols.array([r[1] ** 2, r[2] ** 2])
    ours = gaussian_of(squares, beta).tolist()
    yield "two distances", ours, [gaussian(r[1] ** 2, beta), gaussian(r[2] ** 2, beta)]


def log_kernel(place):
    """Return the logarithm of the Gaussian kernel at x_* - x_i."""
    return -distance_squared(q, x, place) * beta**2 / 2


def kernel(place):
    """Return the Gaussian kernel at x_* - x_i."""
    return gaussian(distance_squared(q, x, place), beta)


@exact_run("kernel.regression")
def kernel_regression_is_the_printed_ratio():
    for points, width in ((1, 1), (2, 1), (2, 2), (3, 1)):
        ours = kernel_regression(
            symbols.entries(q, width), symbols.entries(x, points, width),
            symbols.entries(family("Y"), points, 2), beta,
        ).tolist()  # fmt: skip
        printed = [
            at(regression(kernel, lambda row, c=c: family("Y")[row, c]), n=points, d=width)
            for c in (1, 2)
        ]
        yield f"n = {points}, d = {width}", ours, printed


@counterexample("kernel.softmax-of-kernel-values")
def softmax_of_kernels_at_two_points():
    # One point at the query, one at distance √(2 log 2): kernels 1 and 1/2.
    values = {x[1]: 1, x[2]: sp.Rational(1, 2), y[1]: 1, y[2]: 0}
    ours = kernel_regression(
        symbols.array([0]), symbols.array([[0], [sp.sqrt(2 * sp.log(2))]]), symbols.array([1, 0]), 1
    )
    return Witness(
        given={"K": "(1, 1/2)", "y": "(1, 0)"},
        claimed="softmax of the kernels gives the prediction by the ratio of the kernels",
        left=at(softmax_of_kernels(x, y), n=2).xreplace(values),
        op="=",
        right=at(regression(x, y), n=2).xreplace(values),
        ours=ours.tolist(),
        instead="impl's prediction, the ratio",
    )


@derivation("kernel.regression-is-attention")
@derivation("kernel.attention-is-parametric-regression")
def any_positive_kernel_is_the_exponential_of_a_score():
    scores = lambda place: sp.log(K[place])
    return Chain(as_written(lambda: sum_over(i, weight(scores, i) * y[i]))).equals(
        regression(K, y), "the exponential of the score is the kernel"
    )


refuses(
    any_positive_kernel_is_the_exponential_of_a_score,
    lambda: Chain(softmax_of_kernels(K, y)).equals(regression(K, y), "without the logarithm"),
    claim="kernel.regression-is-attention",
)


refuses(
    any_positive_kernel_is_the_exponential_of_a_score,
    lambda: Chain(softmax_of_kernels(K, y)).equals(
        regression(K, y), "the kernel itself as the score"
    ),
    claim="kernel.attention-is-parametric-regression",
)


@derivation("kernel.regression-is-attention")
def the_logarithm_of_the_gaussian_kernel():
    return Chain(as_written(lambda: sp.log(kernel(i)))).equals(
        log_kernel(i), "the logarithm undoes the exponential"
    )


refuses(
    the_logarithm_of_the_gaussian_kernel,
    lambda: Chain(as_written(lambda: sp.log(kernel(i)))).equals(
        log_kernel(i) / beta, "β for its square"
    ),
)


@derivation("kernel.double-exponential-cannot-focus")
def double_exponential_cannot_focus():
    return Chain(_focused()).at_most(
        sp.E / (sp.E + n), "a kernel lies between 0 and 1, so its exponential between 1 and e"
    )


refuses(
    double_exponential_cannot_focus,
    lambda: Chain(_focused()).at_most(sp.E / (sp.E + 2 * n), "half of the bound"),
)


def _focused():
    """Return softmax's weight of a kernel 1 - r among n other kernels s_j, r and s_j ≥ 0."""
    r = nonnegative("r")
    return sp.exp(1 - r) / (sp.exp(1 - r) + sum_over(j, sp.exp(s[j])))


@derivation("kernel.slope-is-a-covariance")
def slope_is_a_covariance():
    slopes = lambda place: beta**2 * (x[place, o] - q[o])
    return (
        Chain(sp.Derivative(_prediction(y), q[o]))
        .equals(
            sum_over(i, ratio(kernel, i) * y[i] * (slopes(i) - _prediction(slopes))),
            "the logarithm of kernel i has slope β² (x_ia - x_*a)",
        )
        .equals(beta**2 * _covariance(), "x_* cancels in a difference of means")
    )


refuses(
    slope_is_a_covariance,
    lambda: Chain(sp.Derivative(_prediction(y), q[o])).equals(_covariance(), "without β²"),
)


def _prediction(target):
    return regression(kernel, target)


def _covariance():
    """Of coordinate a, here o, and the targets."""
    product = _prediction(lambda point: x[point, o] * y[point])
    return product - _prediction(lambda point: x[point, o]) * _prediction(y)
