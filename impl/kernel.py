"""Kernel regression: attention without parameters."""

from collections.abc import Callable
from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import kinds_fit, shapes_fit
from impl.lookup import attention
from impl.options import finite_number
from impl.refusals import ArgumentValueError


def gaussian(distance_squared: Array, beta: float) -> Array:
    """Return the Gaussian kernel exp(-β² r² / 2) of squared distances r².

    beta: the reciprocal of the width (kernel.beta-is-inverse-width); its sign does not matter. A
    negative square, or one whose product with β² overflows, is refused.

    >>> import numpy as np
    >>> gaussian(np.asarray([0.0, 2.0]), 1.0).round(4).tolist()
    [1.0, 0.3679]
    """
    xp = shapes_fit("gaussian", distance_squared=(distance_squared, "..."))
    beta = finite_number("gaussian", "beta", beta)
    if bool(xp.any(distance_squared < 0)):
        what = "contains a negative number, expected squares, as no kernel exceeds its value at 0"
        raise ArgumentValueError("gaussian", distance_squared=what)
    largest = _largest("gaussian", xp, distance_squared.dtype, beta) / (1 + beta * beta)
    if bool(xp.any(distance_squared > largest)):
        beyond = f"has an entry beyond {float(largest):.3g}, expected smaller ones"
        what = f"{beyond}, because its product with β² must fit into {distance_squared.dtype}"
        raise ArgumentValueError("gaussian", distance_squared=what)
    return xp.exp(_log_gaussian(distance_squared, beta))


def kernel_regression(x_query: Array, x: Array, y: Array, beta: float) -> Array:
    """Predict y at each query: y* = Σ_i K(x* - x_i) y_i / Σ_j K(x* - x_j), K Gaussian.

    One query may come as (d,), and several targets as (..., n, d_y). Returns (..., m) or
    (..., m, d_y), without m for one query. Data whose squared distances overflow are refused.

    It is attention with the logarithm of the kernel as score (kernel.regression-is-attention), and
    computed so: far from all data the kernels underflow, their logarithms do not
    (kernel.far-query). Distances are formed from differences, not from inner products, so a
    common shift of the data costs no digits.

    >>> import numpy as np
    >>> x, y = np.asarray([[0.0], [1.0]]), np.asarray([3.0, 5.0])
    >>> kernel_regression(np.asarray([[0.5], [1e6]]), x, y, beta=1.0).tolist()
    [4.0, 5.0]
    """
    at_once = lambda queries, points, values, beta: attention(
        log_kernels(queries, points, beta), values
    )
    return regress(x_query, x, y, beta, at_once)


def regress(x_query: Array, x: Array, y: Array, beta: float, average: Callable) -> Array:
    """Return what `kernel_regression` returns, for any way to average.

    average(x*, x, y, β): the means of the values y, (..., n, d_y), weighted by the kernels.
    """
    queries, values, beta = regression_fits(x_query, x, y, beta)
    output = average(queries, x, values, beta)  # (..., m, d_y)
    output = output[..., 0] if y.ndim < x.ndim else output
    if x_query.ndim > 1:
        return output
    return output[..., 0] if y.ndim < x.ndim else output[..., 0, :]


def regression_fits(x_query: Array, x: Array, y: Array, beta: float) -> tuple[Array, Array, float]:
    """Return the queries as (..., m, d), the targets as (..., n, d_y), and β; refuse the rest."""
    name = "kernel_regression"
    xp = kinds_fit(name, x_query=(x_query,), x=(x,), y=(y,))
    scalar = y.ndim == x.ndim - 1
    targets = "... n" if scalar else "... n d_y"
    shapes_fit(name, x_query=(x_query, "... m? d"), x=(x, "... n+ d"), y=(y, targets))
    if y.ndim not in (x.ndim - 1, x.ndim):
        what = f"has shape {y.shape}, expected as many axes as x {x.shape}, or one less"
        raise ArgumentValueError(name, y=what)
    beta = finite_number(name, "beta", beta)
    _check_range(xp, x_query, x, beta)
    queries = xp.expand_dims(x_query, axis=0) if x_query.ndim == 1 else x_query
    return queries, xp.expand_dims(y, axis=-1) if scalar else y, beta


def log_kernels(queries: Array, points: Array, beta: float) -> Array:
    """Return the logarithms -β² |x* - x_i|² / 2 of the kernels. Returns (..., m, n)."""
    return _log_gaussian(_distance_squared(array_namespace(points), queries, points), beta)


def _log_gaussian(distance_squared: Array, beta: float) -> Array:
    return -distance_squared * (beta * beta) / 2


def _distance_squared(xp: Any, x_query: Array, x: Array) -> Array:
    difference = xp.expand_dims(x_query, axis=-2) - xp.expand_dims(x, axis=-3)  # (..., m, n, d)
    return xp.sum(difference * difference, axis=-1)  # (..., m, n)


def _largest(function: str, xp: Any, dtype: Any, beta: float) -> Any:
    """Return the largest float, which β² may not exceed."""
    largest = xp.finfo(dtype).max
    if beta * beta > float(largest):
        what = f"is {beta}, expected a smaller one, because its square must fit into {dtype}"
        raise ArgumentValueError(function, beta=what)
    return largest


def _check_range(xp: Any, x_query: Array, x: Array, beta: float) -> None:
    """Refuse data whose squared distances, times β², could exceed the largest float."""
    largest = _largest("kernel_regression", xp, x.dtype, beta)
    largest = (largest / (1 + x.shape[-1])) ** 0.5 / (2 + 2 * abs(beta))
    for name, points in {"x_query": x_query, "x": x}.items():
        if bool(xp.any(abs(points) > largest)):
            what = (
                f"has an entry beyond {float(largest):.3g}, expected smaller ones, because β² "
                f"times a squared distance must fit into {x.dtype}: divide the data by a number "
                "and multiply beta by it (kernel.beta-is-inverse-width)"
            )
            raise ArgumentValueError("kernel_regression", **{name: what})
