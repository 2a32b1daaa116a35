"""Kernel regression as a fold where it is fast: from the points near a query, on every core."""

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.spatial import KDTree

from impl import kernel
from impl.arrays import Array
from impl.fast.tiles import mean_of_parts, on_every_core, peak, plain, with_ones, workspace
from impl.fold import average_by_kernel
from impl.options import whole_number

TOGETHER, TILE = 64, 2048  # queries that share the points near them, and points of a tile
FLAT = 8  # coordinates up to which a tree finds near points faster than all are tried


def kernel_regression(x_query: Array, x: Array, y: Array, beta: float, tile: int = TILE) -> Array:
    """Predict y at each query: y* = Σ_i K(x* - x_i) y_i / Σ_j K(x* - x_j), from what matters.

    Arguments, result and refusals are those of `kernel.kernel_regression`. tile: of how many points
    kernels are held at a time.

    A point is left out only if its kernel is less than u/n of that of the nearest, where u is the
    unit of rounding. All that are left out weigh at most u together, and move the prediction by at
    most u times the range of y (fold.far-pairs-weigh-little). Where some kernel is well above the
    least float, nothing is subtracted from their logarithms, as any shift is allowed
    (fold.any-shift); elsewhere, far from all points, the largest so far is.

    >>> x, y = np.asarray([[0.0], [1.0]]), np.asarray([3.0, 5.0])
    >>> kernel_regression(np.asarray([[0.5], [1e6]]), x, y, beta=1.0, tile=1).tolist()
    [4.0, 5.0]
    """
    whole_number("kernel_regression", "tile", tile, least=1)
    return kernel.regress(x_query, x, y, beta, partial(_average, tile=tile))


# The name under which this stands beside the regression that computes all kernels at once.
tiled_regression = kernel_regression


def _average(queries: Array, points: Array, values: Array, beta: float, tile: int) -> Array:
    """Return the mean of the values, weighted by the kernels between queries and points."""
    given = (queries, points, values)
    tables = plain(*given) and all(x.ndim == 2 for x in given)
    if not tables or peak(values) >= np.finfo(values.dtype).max:
        return average_by_kernel(*given, beta, tile)
    values = with_ones(values)
    output = np.empty((len(queries), values.shape[-1] - 1), values.dtype)

    def parts(rows: Any, near: Any) -> Iterator[tuple[Any, Any]]:
        for at in range(0, len(points) if near is None else len(near), tile):
            of = slice(at, at + tile) if near is None else near[at : at + tile]
            yield _log_kernels(queries[rows], points[of], beta), values[of]

    room = -math.log(np.finfo(points.dtype).tiny) / 2

    def block(piece: tuple[Any, Any, Any]) -> None:
        rows, ball, nearest = piece
        far = bool((beta * nearest.max()) ** 2 / 2 > room)
        output[rows] = mean_of_parts(parts(rows, ball and ball()), output[rows], shifted=far)

    on_every_core(block, list(_neighbourhoods(queries, points, beta)), products=False)
    return output


def _neighbourhoods(queries: Any, points: Any, beta: float) -> Iterator[tuple[Any, Any, Any]]:
    """Cut the queries into blocks; say for each how to find the points near it (None: take all).

    The third is a distance from each query within which there is a point.
    """
    n, d = points.shape
    lost = math.log(n) - math.log(np.finfo(points.dtype).eps / 2) + 1  # 1 more for rounding
    with np.errstate(divide="ignore", over="ignore"):
        reach = np.sqrt(np.divide(2 * lost, float(beta) * float(beta)))  # how far kernels matter
    if not 0 < d <= FLAT or reach >= np.linalg.norm(np.ptp(points, axis=0).astype(float)):
        for start in range(0, len(queries), TOGETHER):
            some = slice(start, start + TOGETHER)
            yield some, None, np.linalg.norm(queries[some] - points[n // 2], axis=-1)
        return
    tree = KDTree(points)
    nearest = tree.query(queries, workers=-1)[0]
    radius = np.hypot(nearest, reach)  # around each query
    order = KDTree(queries, leafsize=TOGETHER).indices  # neighbours stand together
    for rows in np.array_split(order, -(-len(order) // TOGETHER)):
        centre = queries[rows].mean(axis=0, dtype=float)
        within = np.linalg.norm(queries[rows] - centre, axis=-1) + radius[rows]
        yield rows, partial(_ball, tree, centre, within.max()), nearest[rows]


def _ball(tree: KDTree, centre: Any, radius: float) -> Any:
    """Return which points of the tree are that near."""
    return np.asarray(tree.query_ball_point(centre, radius * (1 + 1e-9)), dtype=np.intp)


def _log_kernels(queries: Any, points: Any, beta: float) -> Any:
    """Return what `kernel.log_kernels` does, a coordinate after the other: it takes less room."""
    shape = m, n = len(queries), len(points)
    squares = workspace("squares", m * n, points.dtype).reshape(shape)
    if not points.shape[-1]:
        squares[...] = 0
    for axis, (x_query, x) in enumerate(zip(queries.T, points.T, strict=True)):
        square = workspace("square", m * n, points.dtype).reshape(shape) if axis else squares
        np.subtract(x_query[:, None], x, out=square)
        np.multiply(square, square, out=square)
        if axis:
            squares += square
    squares *= -(beta * beta) / 2
    return squares
