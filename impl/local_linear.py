"""Local-linear regression: at each query, the line that fits the targets best nearby."""

from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.options import finite_number
from impl.refusals import ArgumentValueError
from impl.softmax import hardmax


def local_linear_regression(x_query: Array, x: Array, y: Array, beta: float) -> Array:
    """Predict y at each query by Σ w_i y_i / Σ w_i with w_i = K_i (S_2 - (x_i - x*) S_1).

    x_query: (..., m); x and y: (..., n), points on one axis. K_i is the Gaussian kernel of
    x_i - x*, and S_r the sum of K_i (x_i - x*)^r. Returns (..., m). The kernels are divided by the
    largest of them, which cancels. Distances are counted from the point nearest to the query: this
    leaves w as it is, and cancels no more than a factor n in the sum of the weights.

    It keeps lines, where kernel regression does not (kernel.local-linear-keeps-lines). Refused is
    a query near which fewer than two different points have a kernel above zero: many lines fit.

    >>> import numpy as np
    >>> x = np.asarray([0.0, 1.0])
    >>> local_linear_regression(np.asarray([0.0, 3.0]), x, 2 * x, beta=1.0).tolist()
    [0.0, 6.0]
    """
    name = "local_linear_regression"
    shapes_fit(name, x_query=(x_query, "... m"), x=(x, "... n+"), y=(y, "... n"))
    beta = finite_number(name, "beta", beta)
    xp = array_namespace(x)
    points, queries = xp.expand_dims(x, axis=-2), xp.expand_dims(x_query, axis=-1)
    score = -((points - queries) ** 2) * (beta * beta) / 2  # (..., m, n)
    kernel = xp.exp(score - xp.max(score, axis=-1, keepdims=True))
    nearest = xp.sum(hardmax(score) * points, axis=-1, keepdims=True)  # (..., m, 1)
    z, step = points - nearest, queries - nearest
    total, first, second = (xp.sum(kernel * z**r, axis=-1, keepdims=True) for r in range(3))
    weight = kernel * (second - step * first - z * (first - step * total))
    mass = (total * second - first * first)[..., 0]
    _check_mass(xp, mass)
    return xp.sum(weight * xp.expand_dims(y, axis=-2), axis=-1) / mass


def _check_mass(xp: Any, mass: Array) -> None:
    """Refuse weights that do not sum to a positive number."""
    if not bool(xp.all(mass > 0)):
        what = "has no two different points near some query, expected two whose kernels are not 0"
        raise ArgumentValueError("local_linear_regression", x=what)
