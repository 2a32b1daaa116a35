"""The fold where pairs lie apart: in files, in blocks of larger arrays, on other machines.

Each part is summed up where an executor runs it. What comes back, two numbers and one output a
query, is merged in a tree that the number of parts alone decides; any tree is right
(fold.any-partition). So the result has the same bits on one process, on several, and where a worker
was lost and its part summed up again: if the processors are of one kind, and `threadpoolctl` keeps
the products on one core each.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.fast.tiles import ON_ONE_CORE, TILE
from impl.fold import Summary, attention_summary, kernel_summary, mean, merge
from impl.kernel import regression_fits
from impl.refusals import ArgumentTypeError, ArgumentValueError, speaking_for

Part = Callable[[], tuple[Array, ...]]  # called where its pairs are summed up


def attention_apart(
    q: Array, parts: Sequence[Part], executor: Executor | None = None,
    scale: float | None = None, tile: int = TILE,
) -> Array:  # fmt: skip
    """Return softmax(q kᵀ / √d_k) v over the pairs of all parts.

    parts: functions that give keys (n, d_k) and values (n, d_v), and a mask (m, n) if there is one,
    of some pairs each. executor: of `concurrent.futures`, or a cluster's; without one, parts are
    summed up here, one after the other. Else as `fold.scaled_dot_product_attention`.

    >>> import numpy as np
    >>> x, v = np.asarray([[0.0]]), np.asarray([[2.0]])
    >>> attention_apart(x, [lambda: (x, v), lambda: (x, 2 * v)]).tolist()
    [[3.0]]
    """
    sum_up = partial(_sum_up_pairs, q, scale, tile)
    return mean(_whole("attention_apart", sum_up, parts, executor))


def regression_apart(
    x_query: Array, parts: Sequence[Part], beta: float, executor: Executor | None = None,
    tile: int = TILE,
) -> Array:  # fmt: skip
    """Predict y at each query: y* = Σ_i K(x* - x_i) y_i / Σ_j K(x* - x_j), over all parts.

    parts: functions that give points (n, d) and their values, (n,) or (n, d_y). x_query: (m, d).
    executor: as above. Else as `kernel.kernel_regression`.

    >>> import numpy as np
    >>> x, y = np.asarray([[0.0]]), np.asarray([3.0])
    >>> regression_apart(x, [lambda: (x - 1, y), lambda: (x + 1, 2 * y)], beta=1.0).tolist()
    [4.5]
    """
    sum_up = partial(_sum_up_points, x_query, beta, tile)
    return mean(_whole("regression_apart", sum_up, parts, executor))


def blocks(*arrays: Any) -> list[Part]:
    """Return the blocks of Dask's arrays as parts, computed where they are asked for.

    All arrays are cut alike along their first axis, and not along others.
    """
    cuts = {f"arrays[{place}]": each.chunks for place, each in enumerate(arrays)}
    for name, chunks in cuts.items():
        if chunks[0] != arrays[0].chunks[0] or any(len(sizes) > 1 for sizes in chunks[1:]):
            like = arrays[0].chunks[0]
            what = f"has chunks {chunks}, expected {like} along axis 0, and no cut along others"
            raise ArgumentValueError("blocks", **{name: f"{what}: x.rechunk({{0: ..., 1: -1}})"})
    each_in_order = (each.to_delayed().ravel() for each in arrays)
    return [partial(_computed, *together) for together in zip(*each_in_order, strict=True)]


def _computed(*delayed: Any) -> tuple[Array, ...]:
    return tuple(each.compute(scheduler="synchronous") for each in delayed)


def _sum_up_pairs(q: Array, scale: float | None, tile: int, part: Part) -> Summary:
    k, v, mask = (*part(), None)[:3]
    return attention_summary(q, k, v, mask, scale, tile=tile)


def _sum_up_points(x_query: Array, beta: float, tile: int, part: Part) -> Summary:
    x, y = part()
    queries, values, beta = regression_fits(x_query, x, y, beta)
    summary = kernel_summary(queries, x, values, beta, tile)
    return summary if y.ndim == x.ndim else Summary(*(each[..., 0] for each in summary))


def _whole(name: str, sum_up: Callable, parts: Sequence[Part], executor: Any) -> Summary:
    """Return the summary of all parts; refuse sums beyond the floats that no part has by itself."""
    if not parts or not all(map(callable, parts)):
        came = next((type(each).__name__ for each in parts if not callable(each)), "none")
        what = f"contains {came}, expected functions that give the arrays of a part each"
        raise ArgumentTypeError(name, parts=what)
    run = executor.map if executor else map
    finite = []

    def summaries() -> Iterator[Summary]:
        for part in run(partial(_of_part, name, sum_up), range(len(parts)), parts):
            finite.append(_is_finite(part.output))
            yield part

    whole = _in_a_tree(summaries())
    if all(finite) and not _is_finite(whole.output):
        what = "have a weighted sum beyond the range of their dtype, expected smaller values"
        raise ArgumentValueError(name, parts=what)
    return whole


def _of_part(name: str, sum_up: Callable[[Part], Summary], place: int, part: Part) -> Summary:
    names = {each: f"{each} of parts[{place}]" for each in ("k", "v", "mask", "x", "y")}
    with ON_ONE_CORE, speaking_for(name, **names):
        return sum_up(part)


def _in_a_tree(parts: Iterable[Summary]) -> Summary:
    """Merge neighbours of as many parts each, as soon as both are there; at last what is left."""
    waiting: list[tuple[int, Summary]] = []
    for part in parts:
        count = 1
        while waiting and waiting[-1][0] == count:
            part = merge(waiting.pop()[1], part)
            count *= 2
        waiting.append((count, part))
    whole = waiting.pop()[1]
    while waiting:
        whole = merge(waiting.pop()[1], whole)
    return whole


def _is_finite(x: Array) -> bool:
    xp = array_namespace(x)
    return bool(xp.all(xp.isfinite(x)))
