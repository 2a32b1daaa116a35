"""Why the claims on kernel regression hold, or fail.

Method: derivations for all n and d, with K_i for the values of a kernel; exact runs of `impl` at
small sizes; witnesses in exact numbers, and in floats for the claim on floats.
"""

import math

import sympy as sp

from impl.kernel import gaussian as gaussian_of
from impl.kernel import kernel_regression
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity
from theory.kernel import distance_squared, gaussian, regression, softmax_of_kernels
from theory.scores import dot, projected
from theory.softmax import ratio, weight
from theory.symbols import (
    a,
    at,
    d_attn,
    d_k,
    d_q,
    family,
    i,
    j,
    k,
    n,
    nonnegative,
    o,
    positive,
    real,
    sum_over,
)  # fmt: skip

x, y, q = family("x"), family("y"), family("q")
k_, W_q, W_k = family("k"), family("W_q"), family("W_k")
K = family("K", positive=True)
s = family("s", nonnegative=True)
beta, g = real("beta"), positive("g")
STEEP = positive("beta")  # where β must not be 0; only its square enters
half = sp.Rational(1, 2)


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
    values = {x[1]: 1, x[2]: half, y[1]: 1, y[2]: 0}
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


@derivation(
    "kernel.regression-is-attention",
    wrong=lambda: Chain(softmax_of_kernels(kernel, y)).equals(
        regression(kernel, y), "without the logarithm"
    ),
)
def regression_is_attention():
    return (
        Chain(sum_over(i, weight(log_kernel, i) * y[i]))
        .equals(
            sum_over(i, kernel(i) / sum_over(j, kernel(j)) * y[i]),
            "the exponential of the score is the kernel",
        )
        .equals(regression(kernel, y), "which is the printed ratio")
    )


@derivation(
    "kernel.double-exponential-cannot-focus",
    wrong=lambda: Chain(_focused()).at_most(sp.E / (sp.E + 2 * n), "half of the bound"),
)
def double_exponential_cannot_focus():
    return Chain(_focused()).at_most(
        sp.E / (sp.E + n), "a kernel lies between 0 and 1, so its exponential between 1 and e"
    )


def _focused():
    """Return softmax's weight of a kernel 1 - r among n other kernels s_j, r and s_j ≥ 0."""
    r = nonnegative("r")
    return sp.exp(1 - r) / (sp.exp(1 - r) + sum_over(j, sp.exp(s[j])))


@derivation(
    "kernel.constant-factor-cancels",
    wrong=lambda: Chain(ratio(lambda place: K[place] + real("c"), i)).equals(
        ratio(K, i), "a constant summand"
    ),
)
def constant_factor_cancels():
    c = sp.Symbol("c", real=True, nonzero=True)
    return Chain(ratio(lambda place: c * K[place], i)).equals(ratio(K, i), "c cancels")


@necessity("kernel.constant-factor-cancels", "nonzero-factor")
def the_zero_kernel():
    case = {K[1]: 0, K[2]: 0}
    return Witness(
        given={"c K": "(0, 0)"},
        claimed="the weights of 0·K are the weights of K = (1, 1)",
        left=at(ratio(K, i), n=2, i=1).xreplace(case),
        op="=",
        right=half,
        ours=softmax(symbols.array([0, 0])).tolist(),
        instead="the weights of K = (1, 1)",
    )


@derivation(
    "kernel.beta-is-inverse-width",
    wrong=lambda: Chain(gaussian(real("r") ** 2, beta)).equals(
        gaussian((real("r") / 2) ** 2, beta / 2), "the same stretch for both"
    ),
)
def beta_is_inverse_width():
    r, c = real("r"), sp.Symbol("c", real=True, nonzero=True)
    return Chain(gaussian((r / c) ** 2, c * beta)).equals(
        gaussian(r**2, beta), "only the product of distance and β counts"
    )


@necessity("kernel.beta-is-inverse-width", "nonzero-factor")
def no_stretch_by_zero():
    r = c = sp.S.Zero
    return Witness(
        given={"c": "0", "u": "0"},
        claimed="K_0(0/0) is K_β(0) = 1",
        left=gaussian((r / c) ** 2, c),
        op="=",
        right=1,
        ours=gaussian_of(symbols.array([0]), beta).tolist(),
        instead="K_β(0)",
    )


@derivation(
    "kernel.translation-invariance",
    wrong=lambda: Chain(_moved(only_query=True)).equals(regression(kernel, y), "the query alone"),
)
def translation_invariance():
    return Chain(_moved()).equals(regression(kernel, y), "only differences enter")


def _moved(only_query=False):
    move = family("t")
    points = x if only_query else (lambda place, c: x[place, c] + move[c])
    return regression(
        lambda place: gaussian(distance_squared(lambda c: q[c] + move[c], points, place), beta), y
    )


def _dot(place):
    return sum_over(a, q[a] * x[place, a])


def _length_squared(place):
    return sum_over(a, x[place, a] ** 2)


@derivation(
    "kernel.bridge-defect",
    wrong=lambda: Chain(weight(log_kernel, i)).equals(
        weight(lambda place: beta**2 * _dot(place), i), "without the lengths of the keys"
    ),
)
def bridge_defect():
    opened = lambda place: (  # noqa: E731
        beta**2 * _dot(place)
        - beta**2 / 2 * _length_squared(place)
        - beta**2 / 2 * sum_over(a, q[a] ** 2)
    )
    return (
        Chain(weight(log_kernel, i))
        .equals(weight(opened, i), "open the square of the difference")
        .equals(
            weight(lambda place: beta**2 * _dot(place) - beta**2 / 2 * _length_squared(place), i),
            "the length of the query is the same for all keys, and cancels",
        )
    )


def _exponential(place):
    """exp(q W^q (k_i W^k)ᵀ/√d_attn), a kernel with the projections as parameters."""
    return sp.exp(_projected_score(place))


def _projected_score(place):
    key = projected(lambda row: k_[place, row], W_k, d_k)
    return dot(projected(q, W_q, d_q), key, d_attn) / sp.sqrt(d_attn)


@derivation(
    "kernel.attention-is-parametric-regression",
    wrong=lambda: Chain(regression(_projected_score, y)).equals(
        sum_over(i, weight(_projected_score, i) * y[i]), "the score itself as the kernel"
    ),
)
def attention_is_parametric_regression():
    return Chain(regression(_exponential, y)).equals(
        sum_over(i, weight(_projected_score, i) * y[i]), "the kernel is the exponential of a score"
    )


@derivation(
    "kernel.bridge-to-dot-product",
    wrong=lambda: Chain(_gaussian_less_dot_product()).equals(0, "for keys of any length"),
)
def bridge_to_dot_product():
    return Chain(_gaussian_less_dot_product()).equals(
        -(beta**2) / 2 * (_length_squared(i) - _length_squared(k)),
        "only the lengths of the keys remain, so it is 0 where they are equal, and there alone",
    )


def _gaussian_less_dot_product():
    """The log-odds of keys i and k under Gaussian weights, less those under dot products."""
    by_product = lambda place: weight(lambda key: beta**2 * _dot(key), place)  # noqa: E731
    return sp.log(weight(log_kernel, i) / weight(log_kernel, k)) - sp.log(
        by_product(i) / by_product(k)
    )


@exact_run("kernel.bridge-to-dot-product")
def keys_of_equal_length_and_a_longer_one():
    keys, ask = [[3, 4], [5, 0], [0, 10]], [1, 2]
    scores = [sum(r * t for r, t in zip(ask, key, strict=True)) for key in keys]
    for count in (2, 3):
        lengths = [sp.Rational(sum(t * t for t in key), 2) for key in keys[:count]]
        penalised = [score - half_ for score, half_ in zip(scores, lengths, strict=False)]
        ours = kernel_regression(
            symbols.array(ask), symbols.array(keys[:count]), symbols.array(keys[:count]), 1
        ).tolist()
        weights = softmax(symbols.array(penalised)).tolist()
        printed = [sum(w * key[c] for w, key in zip(weights, keys, strict=False)) for c in (0, 1)]
        yield f"n = {count}, d = 2, lengths 5, 5, 10", ours, printed


@derivation(
    "kernel.bisector",
    wrong=lambda: Chain(sp.log(weight(log_kernel, i) / weight(log_kernel, k))).equals(
        beta**2 * sum_over(a, (x[i, a] - x[k, a]) * q[a]), "a plane through the origin"
    ),
)
def bisector():
    middle = sum_over(a, (x[i, a] - x[k, a]) * (q[a] - (x[i, a] + x[k, a]) / 2))
    return (
        Chain(sp.log(weight(log_kernel, i) / weight(log_kernel, k)))
        .equals(log_kernel(i) - log_kernel(k), "softmax.log-odds")
        .equals(beta**2 * middle, "a difference of squares, coordinate by coordinate")
    )


@derivation(
    "kernel.wide-limit",
    wrong=lambda: Chain(_wide_weight()).at_most(1 / n, "no rate at all"),
)
def wide_limit():
    R = nonnegative("R")
    return (
        Chain(_wide_weight())
        .at_most(sp.exp(beta**2 * R / 2) / n, "each of the n terms is at least exp(-β² R/2)")
        .tends(beta, 0, 1 / n, "exp(β² R/2) tends to 1")
    )


@derivation(
    "kernel.wide-limit",
    wrong=lambda: Chain(_wide_weight(-1)).at_least(1 / n, "no rate at all"),
)
def wide_limit_from_below():
    return Chain(_wide_weight(-1)).at_least(
        sp.exp(-(beta**2) * nonnegative("R") / 2) / n, "each of the n terms is at most exp(β² R/2)"
    )


def _wide_weight(sign=1):
    """Return 1 / Σ_j K_j/K_i, differences of squared distances being ±(s_j - R), s_j ≥ 0."""
    return 1 / sum_over(j, sp.exp(sign * beta**2 * (s[j] - nonnegative("R")) / 2))


@derivation(
    "kernel.narrow-limit",
    wrong=lambda: Chain(1 - 1 / (1 + _farther())).at_most(sp.exp(-(beta**2) * g / 2), "without n"),
)
def narrow_limit():
    return (
        Chain(1 - 1 / (1 + _farther()))
        .equals(_farther() / (1 + _farther()), "what the farther points weigh together")
        .at_most(_farther(), "the denominator is at least 1")
        .at_most(n * sp.exp(-(beta**2) * g / 2), "each is farther by at least g, squared")
        .tends(beta, sp.oo, 0, "the exponential vanishes", side="-")
    )


def _farther():
    return sum_over(j, sp.exp(-(beta**2) * (g + s[j]) / 2))


@necessity("kernel.narrow-limit", "unique-nearest")
def two_nearest_points():
    ours = kernel_regression(
        symbols.array([0]), symbols.array([[1], [-1]]), symbols.array([1, 0]), beta
    )
    return Witness(
        given={"x_*": "0", "x": "(1, -1)", "y": "(1, 0)"},
        claimed="the prediction tends to one of the targets, 1",
        left=sp.limit(ours.tolist(), beta, sp.oo),
        op="=",
        right=1,
        ours=ours.tolist(),
        instead="the prediction for every β",
    )


@derivation(
    "kernel.far-query",
    wrong=lambda: Chain(_left_behind()).tends(positive("t"), sp.oo, 0, "a sum", side="-"),
)
def far_query():
    # By kernel.bisector, K_j/K_1 = exp(-β² (⟨x_1 - x_j, u⟩ t - c_j)), c_j fixed by the data.
    h, t, c = positive("h"), positive("t"), real("c")
    return (
        Chain(_left_behind() / (1 + _left_behind()))
        .at_most(_left_behind(), "the denominator is at least 1")
        .at_most(n * sp.exp(-(STEEP**2) * (h * t - c)), "c is the largest of the c_j")
        .tends(t, sp.oo, 0, "the exponential vanishes", side="-")
    )


def _left_behind():
    h, t, c = positive("h"), positive("t"), real("c")
    w = family("w", nonnegative=True)
    return sum_over(j, sp.exp(-(STEEP**2) * ((h + s[j]) * t - (c - w[j]))))


@necessity("kernel.far-query", "unique-extreme")
def two_extreme_points():
    t = positive("t")
    points = symbols.array([[0, 1], [0, -1]])
    ours = kernel_regression(symbols.array([t, 0]), points, symbols.array([1, 0]), 1).tolist()
    return Witness(
        given={"x_*": "(t, 0)", "x": "((0, 1), (0, -1))", "y": "(1, 0)"},
        claimed="the prediction tends to the target of one point, 1",
        left=sp.limit(ours, t, sp.oo),
        op="=",
        right=1,
        ours=ours,
        instead="the prediction for every t",
    )


@necessity("kernel.far-query", "nonzero-beta")
def a_flat_kernel_has_no_direction():
    t = positive("t")
    ours = kernel_regression(
        symbols.array([t]), symbols.array([[1], [0]]), symbols.array([1, 0]), 0
    ).tolist()
    return Witness(
        given={"β": "0", "x_*": "t", "x": "(1, 0)", "y": "(1, 0)"},
        claimed="the prediction tends to the target of the first point, 1",
        left=sp.limit(ours, t, sp.oo),
        op="=",
        right=1,
        ours=ours,
        instead="the prediction for every t",
    )


@derivation(
    "kernel.from-logarithms-in-floats",
    wrong=lambda: Chain(sum_over(j, sp.exp(-(beta**2) * s[j] / 2))).at_least(1, "none is nearest"),
)
def logarithms_less_the_largest_have_a_sum_of_at_least_one():
    # r_j² = r_*² + s_j: point i is nearest, its s is 0.
    farther = sum_over(j, sp.exp(-(beta**2) * s[j] / 2) * (1 - sp.KroneckerDelta(i, j)))
    return (
        Chain(n)
        .equals(1 + sum_over(j, 1 - sp.KroneckerDelta(i, j)), "n ones, one of them set apart")
        .at_least(1 + farther, "every other exponential is at most 1")
        .at_least(1, "and at least 0")
    )


@counterexample("kernel.far-query-in-floats")
def kernels_that_underflow():
    from numpy import asarray

    total = sum(math.exp(-((1000.0 - point) ** 2) / 2) for point in (0.0, 1.0))
    ours = kernel_regression(
        asarray([1000.0]), asarray([[0.0], [1.0]]), asarray([3.0, 5.0]), beta=1.0
    )
    return Witness(
        given={"x_*": "1000, float64", "x": "(0, 1)", "β": "1", "y": "(3, 5)"},
        claimed="the computed sum of the kernels is positive",
        left=sp.Rational(total),
        op=">",
        right=0,
        ours=float(ours),
        instead="impl's prediction, from the logarithms of the kernels",
    )


@derivation(
    "kernel.slope-is-a-covariance",
    wrong=lambda: Chain(sp.Derivative(_prediction(y), q[o])).equals(_covariance(), "without β²"),
)
def slope_is_a_covariance():
    slopes = lambda place: beta**2 * (x[place, o] - q[o])  # noqa: E731
    return (
        Chain(sp.Derivative(_prediction(y), q[o]))
        .equals(
            sum_over(i, ratio(kernel, i) * y[i] * (slopes(i) - _prediction(slopes))),
            "the logarithm of kernel i has slope β² (x_ia - x_*a)",
        )
        .equals(beta**2 * _covariance(), "x_* cancels in a difference of means")
    )


def _prediction(target):
    return regression(kernel, target)


def _covariance():
    """Of coordinate a, here o, and the targets."""
    product = _prediction(lambda point: x[point, o] * y[point])
    return product - _prediction(lambda point: x[point, o]) * _prediction(y)
