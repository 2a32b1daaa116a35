"""The bridge from distances to dot products: they differ by the lengths of the keys."""

import sympy as sp

from impl.kernel import kernel_regression
from impl.scores import dot as impl_dot
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import derivation, exact_run, refuses
from proofs.kernel.regression import beta, log_kernel, q, x
from theory.scores import dot, projected
from theory.softmax import weight
from theory.symbols import a, d_attn, d_k, d_q, family, i, k, sum_over

k_, W_q, W_k = family("k"), family("W_q"), family("W_k")


def _dot(place):
    return sum_over(a, q[a] * x[place, a])


def _length_squared(place):
    return sum_over(a, x[place, a] ** 2)


@derivation("kernel.bridge-defect")
def bridge_defect():
    opened = lambda place: (
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


refuses(
    bridge_defect,
    lambda: Chain(weight(log_kernel, i)).equals(
        weight(lambda place: beta**2 * _dot(place), i), "without the lengths of the keys"
    ),
)


def _exponential(place):
    """exp(q W^q (k_i W^k)ᵀ/√d_attn), a kernel with the projections as parameters."""
    return sp.exp(_projected_score(place))


def _projected_score(place):
    key = projected(lambda row: k_[place, row], W_k, d_k)
    return dot(projected(q, W_q, d_q), key, d_attn) / sp.sqrt(d_attn)


@derivation("kernel.attention-is-parametric-regression")
def the_logarithm_of_the_parametric_kernel_is_the_score():
    # The score that a positive kernel stands for is its logarithm, as for kernel regression.
    return Chain(as_written(lambda: sp.log(_exponential(i)))).equals(
        _projected_score(i), "the logarithm undoes the exponential"
    )


refuses(
    the_logarithm_of_the_parametric_kernel_is_the_score,
    lambda: Chain(as_written(lambda: sp.log(_exponential(i)))).equals(
        _projected_score(i) * sp.sqrt(d_attn), "a kernel without the division"
    ),
)


@derivation("kernel.bridge-to-dot-product")
def bridge_to_dot_product():
    return Chain(_gaussian_less_dot_product()).equals(
        -(beta**2) / 2 * (_length_squared(i) - _length_squared(k)),
        "only the lengths of the keys remain",
    )


refuses(
    bridge_to_dot_product,
    lambda: Chain(_gaussian_less_dot_product()).equals(0, "for keys of any length"),
)


def _gaussian_less_dot_product():
    """The log-odds of keys i and k under Gaussian weights, less those under dot products."""
    by_product = lambda place: weight(lambda key: beta**2 * _dot(key), place)
    return sp.log(weight(log_kernel, i) / weight(log_kernel, k)) - sp.log(
        by_product(i) / by_product(k)
    )


@exact_run("kernel.bridge-to-dot-product")
def keys_of_equal_length_and_a_longer_one():
    query, keys = symbols.array([1, 2]), symbols.array([[3, 4], [5, 0], [0, 10]])
    gaussian, by_product = _both_weights(query, keys[:2, ...])
    yield "n = 2, lengths 5, 5: the weights", gaussian, by_product
    gaussian, by_product = _both_weights(query, keys)
    ours, theirs = gaussian[0] / gaussian[2], by_product[0] / by_product[2]
    longer = sp.exp(sp.Rational(10**2 - 5**2, 2))
    yield "n = 3, lengths 5, 5, 10: the odds of the first and the last", [ours], [theirs * longer]


def _both_weights(query, keys):
    """Return the weights of kernel regression, β = 1, read off one-hot targets, and of softmax."""
    count = keys.shape[0]
    one_hot = symbols.array(
        [[int(row == column) for column in range(count)] for row in range(count)]
    )
    regressed = kernel_regression(query, keys, one_hot, 1)
    return regressed.tolist(), softmax(impl_dot(query, keys)).tolist()


@derivation("kernel.bisector")
def bisector():
    middle = sum_over(a, (x[i, a] - x[k, a]) * (q[a] - (x[i, a] + x[k, a]) / 2))
    return (
        Chain(sp.log(weight(log_kernel, i) / weight(log_kernel, k)))
        .equals(log_kernel(i) - log_kernel(k), "softmax.log-odds")
        .equals(beta**2 * middle, "a difference of squares, coordinate by coordinate")
    )


refuses(
    bisector,
    lambda: Chain(sp.log(weight(log_kernel, i) / weight(log_kernel, k))).equals(
        beta**2 * sum_over(a, (x[i, a] - x[k, a]) * q[a]), "a plane through the origin"
    ),
)
