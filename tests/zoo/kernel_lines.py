"""Wrong local-linear regressions."""

import numpy as np

from impl.kernel import kernel_regression
from impl.local_linear import local_linear_regression
from tests.zoo import specimen


@specimen(
    "local_linear_regression",
    "the mean weighted by kernels: it bends lines",
    "JeffreyRacine/R-Package-np#20",
    2018,
)
def local_linear_as_a_mean(x_query, x, y, beta):
    rows = y if y.ndim > 1 else y[None]
    means = [kernel_regression(x_query[:, None], x[:, None], row, beta) for row in rows]
    return np.stack(means) if y.ndim > 1 else means[0]


@specimen("local_linear_regression", "one line for all queries: kernels are left out")
def local_linear_without_kernels(x_query, x, y, beta):
    return local_linear_regression(x_query, x, y, 0.0)


@specimen("local_linear_regression", "the slope runs away from the query")
def local_linear_with_the_wrong_sign(x_query, x, y, beta):
    rows = np.atleast_2d(y)
    mean = local_linear_as_a_mean(x_query, x, rows, beta)
    right = local_linear_regression(x_query, x, rows, beta)
    return (2 * mean - right).reshape(right.shape if y.ndim > 1 else right.shape[1:])


@specimen(
    "local_linear_regression",
    "rows are multiplied by their weights, and not by the roots",
    "statsmodels/statsmodels#262",
    2012,
)
def local_linear_by_squared_weights(x_query, x, y, beta):
    return local_linear_regression(x_query, x, y, beta * 2**0.5)


@specimen(
    "local_linear_regression",
    "the largest kernel is not taken out of the others",
    "koaning/scikit-lego#707",
    2024,
)
def local_linear_by_plain_kernels(x_query, x, y, beta):
    z = x - x_query[..., None]
    kernel = np.exp(-((z * beta) ** 2) / 2)
    total, first, second = (np.sum(kernel * z**r, axis=-1, keepdims=True) for r in range(3))
    weight = kernel * (second - z * first)
    mass = (total * second - first * first)[..., 0]
    return np.sum(weight * np.expand_dims(y, -2), axis=-1) / mass
