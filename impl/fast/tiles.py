"""Attention as a fold where it is fast: in NumPy, a tile of scores at a time, on every core.

`impl.fold` says what is computed. What is not of NumPy, in single or double precision, and finite
is left to it.
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache
from threading import Lock, local
from typing import Any

import numpy as np

from impl.arrays import Array
from impl.checks import stretched
from impl.fold import attention_fits, folded_attention
from impl.options import whole_number
from impl.scores import scaled

ROWS = TILE = 512  # queries and keys of a tile: its scores stay in a core's own cache

NARROW = 2  # columns of values
KEPT = 2**23  # bytes that a thread keeps at most, for each of its arrays
_own = local()  # of each thread
Parts = Iterable[tuple[Any, Any]]  # scores, which are overwritten, and values with a column of ones


def scaled_dot_product_attention(
    q: Array, k: Array, v: Array,
    mask: Array | None = None, scale: float | None = None, is_causal: bool = False,
    tile: int = TILE,
) -> Array:  # fmt: skip
    """Return softmax(q kᵀ / √d_k) v in the memory of m + n rows, not of m n scores.

    Arguments, result and refusals are those of `heads.scaled_dot_product_attention`. tile: of how
    many keys scores are held at a time.

    No score exceeds the product of the lengths of query and key (fold.scores-within-reach). Where
    that keeps every sum well inside the floats, nothing is subtracted from the scores, as any shift
    is allowed (fold.any-shift); elsewhere the largest score so far is. So it is where keys are
    dropped, whose lengths must not matter. Halves are kept in single precision and rounded once
    (floats.stored-once).

    >>> x = np.asarray([[0.0], [0.0]])
    >>> scaled_dot_product_attention(x, x, np.asarray([[2.0], [4.0]]), tile=1).tolist()
    [[3.0], [3.0]]
    """
    name = "scaled_dot_product_attention"
    mask, scale, is_causal = attention_fits(name, q, k, v, mask, scale, is_causal)
    whole_number(name, "tile", tile, least=1)
    if plain(q, k, v, dtypes=("float16",)):
        q, k, v = (x.astype(np.float32) for x in (q, k, v))
        whole = scaled_dot_product_attention(q, k, v, mask, scale, is_causal, tile)
        return whole.astype(np.float16)
    if not (plain(q, k, v) and _keeps_or_drops(mask) and _far_from_overflow(q, k, v, scale)):
        return folded_attention(q, k, v, mask, scale, is_causal, tile)

    m, n = q.shape[-2], k.shape[-2]
    lead = stretched(stretched(q.shape[:-2], k.shape[:-2]) or (), v.shape[:-2]) or ()
    over = lambda x: np.broadcast_to(x, (*lead, *x.shape[-2:]))
    queries, keys, values = over(scaled(q, scale)), over(k), over(with_ones(v))
    kept = mask if mask is None else over(mask if mask.dtype == bool else mask == 0)
    longest = np.broadcast_to(_lengths(k).max(-1, initial=0), lead)
    sees_all = kept is None and not is_causal
    room = math.log(np.finfo(v.dtype).max) / 2 - math.log(peak(v)) if sees_all else -math.inf
    output = np.empty((*lead, m, v.shape[-1]), v.dtype)

    def parts(place: tuple, rows: slice) -> Iterator[tuple[Any, Any]]:
        end = rows.stop if is_causal else n
        height = rows.stop - rows.start
        space = workspace("scores", height * min(tile, end), q.dtype)
        for at in range(0, end, tile):
            of = slice(at, min(at + tile, end))
            scores = space[: height * (of.stop - at)].reshape(height, -1)
            np.matmul(queries[place][rows], keys[place][of].T, out=scores)
            if kept is not None:
                np.copyto(scores, -np.inf, where=~kept[place][rows, of])
            if is_causal and of.stop > rows.start:
                later = np.arange(at, of.stop) > np.arange(rows.start, rows.stop)[:, None]
                np.copyto(scores, -np.inf, where=later)
            yield scores, values[place][of]

    def block(piece: tuple[tuple, int]) -> None:
        place, start = piece
        rows = slice(start, min(start + ROWS, m))
        reach = _lengths(queries[place][rows]).max() * longest[place]
        mean_of_parts(parts(place, rows), output[place][rows], reach > room)

    on_every_core(block, [(each, at) for each in np.ndindex(lead) for at in range(0, m, ROWS)])
    return output


def mean_of_parts(parts: Parts, out: Any, shifted: bool = True) -> Any:
    """Write Σ_j exp(x_j) v_j / Σ_j exp(x_j) over all parts to `out`, and return it; 0 of nothing.

    The scores x are overwritten. shifted: subtract from them the largest so far.
    """
    m, width = out.shape[0], out.shape[1] + 1
    total, sums = (workspace(x, m * width, out.dtype).reshape(m, width) for x in ("total", "sums"))
    total[...] = 0  # outputs, and the mass
    top = np.full((m, 1), -np.inf, out.dtype)
    for scores, values in parts:
        if shifted:
            before, top = top, np.maximum(top, scores.max(-1, keepdims=True))
            shift = np.where(top == -np.inf, 0, top)  # nothing is kept yet: nothing to subtract
            scores -= shift
            total *= np.exp(before - shift)
        np.exp(scores, out=scores)
        total += _weighted_sums(scores, values, sums)
    mass = total[:, -1:]
    return np.divide(total[:, :-1], np.where(mass == 0, 1, mass), out=out)


def _weighted_sums(weights: Any, values: Any, out: Any) -> Any:
    """Write weights @ values to `out`, and return it: few columns one by one, which is faster."""
    if values.shape[-1] > NARROW:
        return np.matmul(weights, values, out=out)
    for column in range(values.shape[-1]):
        np.matmul(weights, values[:, column], out=out[:, column])
    return out


def with_ones(values: Any) -> Any:
    """Return the values with a column of ones: its weighted sum is the mass."""
    return np.concatenate(
        [values, np.ones_like(values[..., :1], shape=(*values.shape[:-1], 1))], -1
    )


def plain(*arrays: Any, dtypes: tuple[str, ...] = ("float32", "float64")) -> bool:
    """Say whether all are finite arrays of NumPy, of one of these dtypes."""
    first = arrays[0]
    return all(
        type(x) is np.ndarray and x.dtype == first.dtype and x.dtype.name in dtypes for x in arrays
    ) and all(bool(np.isfinite(x).all()) for x in arrays)


def peak(v: Any) -> float:
    """Return what neither Σ_j |v_j| nor the number of values can exceed."""
    return max(1, v.shape[-2]) * max(1.0, float(abs(v).max(initial=0)))


def on_every_core(work: Callable[[Any], None], pieces: list, products: bool = True) -> None:
    """Do all pieces, in threads: NumPy lets go of the interpreter while it computes.

    Few pieces are done one after the other. So are all where large products of matrices would start
    threads of their own, which `threadpoolctl`, where it is installed, keeps them from.
    """
    cores = getattr(os, "process_cpu_count", os.cpu_count)() or 1
    if cores == 1 or len(pieces) < 2 * cores or (products and _controller() is None):
        for piece in pieces:
            work(piece)
        return
    with ON_ONE_CORE if products else nullcontext():
        for _ in _threads(cores).map(work, pieces):
            pass


class _OnOneCore:
    """Keeps products of matrices from starting threads of their own, if `threadpoolctl` is there.

    The limit is the whole process's: the first thread that asks for it sets it, and the last that
    leaves lifts it.
    """

    def __init__(self) -> None:
        self.lock, self.inside, self.limit = Lock(), 0, None

    def __enter__(self) -> None:
        with self.lock:
            self.inside += 1
            if self.inside == 1 and (controller := _controller()):
                self.limit = controller.limit(limits=1, user_api="blas")

    def __exit__(self, *error: object) -> None:
        with self.lock:
            self.inside -= 1
            if self.inside == 0 and self.limit:
                self.limit = self.limit.restore_original_limits()


ON_ONE_CORE = _OnOneCore()


# The name under which this stands beside the attention that computes all scores at once.
tiled_attention = scaled_dot_product_attention


@cache
def _threads(cores: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores, "atensi")


if hasattr(os, "register_at_fork"):  # a copy of this process has none of its threads
    os.register_at_fork(after_in_child=_threads.cache_clear)


def workspace(name: str, count: int, dtype: Any) -> Any:
    """Return room for so many numbers, the same at each call: fresh memory may cost more time than
    the exponentials that go there. A thread has its own.
    """
    size = count * dtype.itemsize
    room = _own.__dict__.get(name)
    if room is None or len(room) < size:
        room = np.empty(size, np.uint8)
        if size <= KEPT:
            _own.__dict__[name] = room
    return room[:size].view(dtype)


def _keeps_or_drops(mask: Any) -> bool:
    """Say whether a mask adds nothing but 0 and -inf."""
    return mask is None or mask.dtype == bool or bool(((mask == 0) | (mask == -np.inf)).all())


def _far_from_overflow(q: Any, k: Any, v: Any, scale: float | None) -> bool:
    """Say whether no difference of scores and no weighted sum can leave the floats."""
    with np.errstate(over="ignore", invalid="ignore"):
        reach = _lengths(scaled(q, scale)).max(initial=0) * _lengths(k).max(initial=0)
    largest = np.finfo(v.dtype).max
    return bool(reach < largest / 2) and peak(v) < largest


def _lengths(rows: Any) -> Any:
    return np.sqrt(np.vecdot(rows, rows))


@cache
def _controller() -> Any:
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return None
    return ThreadpoolController()
