"""Kernel regression: attention without parameters."""

from impl.checks import batches_agree, finite_number, float_arrays
from impl.lookup import attention


def gaussian(distance_squared, beta):
    """Return the Gaussian kernel exp(-β² r² / 2) of squared distances r².

    distance_squared: any shape, not negative. beta: a finite number, the reciprocal of the width
    (kernel.beta-is-inverse-width); its sign does not matter.

    >>> import numpy as np
    >>> gaussian(np.asarray([0.0, 2.0]), 1.0).round(4).tolist()
    [1.0, 0.3679]
    """
    xp = float_arrays("gaussian", distance_squared=distance_squared)
    beta = finite_number("gaussian", "beta", beta)
    if bool(xp.any(distance_squared < 0)):
        raise ValueError(
            "gaussian: distance_squared contains a negative number; expected squares, because a "
            "kernel never exceeds its value at distance 0"
        )
    largest = _largest("gaussian", xp, distance_squared.dtype, beta) / (1 + beta * beta)
    if bool(xp.any(distance_squared > largest)):
        raise ValueError(
            f"gaussian: distance_squared has an entry beyond {float(largest):.3g}; expected "
            f"smaller ones, because its product with β² must fit into {distance_squared.dtype}"
        )
    return xp.exp(_log_gaussian(distance_squared, beta))


def kernel_regression(x_query, x, y, beta):
    """Predict y at each query: y* = Σ_i K(x* - x_i) y_i / Σ_j K(x* - x_j), K Gaussian.

    x_query: (..., m, d), or (d,) for one query. x: (..., n, d), n at least 1. y: (..., n), or
    (..., n, d_y) for several targets. Returns (..., m) or (..., m, d_y), without m for one query.

    It is attention with the logarithm of the kernel as score (kernel.regression-is-attention), and
    computed so: far from all data the kernels underflow, their logarithms do not
    (kernel.far-query). Distances are formed from differences, not from inner products, so a
    common shift of the data costs no digits.

    >>> import numpy as np
    >>> x, y = np.asarray([[0.0], [1.0]]), np.asarray([3.0, 5.0])
    >>> kernel_regression(np.asarray([[0.5], [1e6]]), x, y, beta=1.0).tolist()
    [4.0, 5.0]
    """
    xp = float_arrays("kernel_regression", x_query=x_query, x=x, y=y)
    beta = finite_number("kernel_regression", "beta", beta)
    _check_sizes(x_query, x, y)
    _check_range(xp, x_query, x, beta)
    if x_query.ndim == 1:
        return kernel_regression(xp.expand_dims(x_query, axis=0), x, y, beta)[0, ...]
    scalar = y.ndim == x.ndim - 1
    scores = _log_gaussian(_distance_squared(xp, x_query, x), beta)  # (..., m, n)
    output = attention(scores, xp.expand_dims(y, axis=-1) if scalar else y)  # (..., m, d_y)
    return output[..., 0] if scalar else output


def _log_gaussian(distance_squared, beta):
    return -distance_squared * (beta * beta) / 2


def _distance_squared(xp, x_query, x):
    difference = xp.expand_dims(x_query, axis=-2) - xp.expand_dims(x, axis=-3)  # (..., m, n, d)
    return xp.sum(difference * difference, axis=-1)  # (..., m, n)


def _largest(function, xp, dtype, beta):
    """Return the largest float, which β² may not exceed."""
    largest = xp.finfo(dtype).max
    if beta * beta > float(largest):
        raise ValueError(
            f"{function}: beta is {beta}; expected a smaller one, because its square must fit into "
            f"{dtype}"
        )
    return largest


def _check_range(xp, x_query, x, beta):
    """Refuse data whose squared distances, times β², could exceed the largest float."""
    largest = _largest("kernel_regression", xp, x.dtype, beta)
    largest = (largest / (1 + x.shape[-1])) ** 0.5 / (2 + 2 * abs(beta))
    for name, points in {"x_query": x_query, "x": x}.items():
        if bool(xp.any(abs(points) > largest)):
            raise ValueError(
                f"kernel_regression: {name} has an entry beyond {float(largest):.3g}; expected "
                f"smaller ones, because β² times a squared distance must fit into {x.dtype}: "
                "divide the data by a number and multiply beta by it (kernel.beta-is-inverse-width)"
            )


def _check_sizes(x_query, x, y):
    if x.ndim < 2 or x_query.ndim < 1 or x_query.shape[-1] != x.shape[-1]:
        d = x.shape[-1] if x.ndim >= 2 else "d"
        raise ValueError(
            f"kernel_regression: x_query has shape {x_query.shape} and x has shape {x.shape}; "
            f"expected x_query (..., m, d) or (d,) and x (..., n, d), here with d = {d}"
        )
    n = x.shape[-2]
    if n == 0:
        raise ValueError(
            "kernel_regression: x has no points; expected at least one, because a mean of nothing "
            "is not a number"
        )
    places = {x.ndim - 1: -1, x.ndim: -2}
    if y.ndim not in places or y.shape[places[y.ndim]] != n:
        raise ValueError(
            f"kernel_regression: y has shape {y.shape}; expected (..., {n}) or (..., {n}, d_y), "
            f"with the batch dimensions of x, because x has shape {x.shape}"
        )
    batches_agree(
        "kernel_regression",
        x_query=x_query.shape[:-2],
        x=x.shape[:-2],
        y=y.shape[: places[y.ndim]],
    )
