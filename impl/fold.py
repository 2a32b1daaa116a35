"""Attention as a fold: parts of the pairs are summed up by themselves, and merged in any order."""

from collections.abc import Callable
from functools import partial, reduce
from typing import Any, NamedTuple

from array_api_compat import array_namespace

from impl import heads, kernel
from impl.arrays import Array
from impl.checks import bounded_above, mask_fits, shapes_fit, stretched
from impl.lookup import kept_scores, weighted_sum
from impl.options import finite_number, whole_number
from impl.refusals import ArgumentValueError, speaking_for
from impl.softmax import below, largest

TILE = 128  # keys at a time


class Summary(NamedTuple):
    """What attention needs to know of some pairs: it means mass · exp(shift), output · exp(shift).

    Another shift, with the same meanings, is as good (fold.any-shift).
    """

    shift: Array  # (..., m, 1)
    mass: Array  # Σ_j exp(x_j - shift), (..., m, 1)
    output: Array  # Σ_j exp(x_j - shift) v_j, (..., m, d_v)


def summary(
    scores: Array, values: Array, mask: Array | None = None, also: Array | None = None
) -> Summary:
    """Return (m, Σ_j exp(x_j - m), Σ_j exp(x_j - m) v_j), where m is the largest score x_j.

    mask: as in `lookup.attention`. also: booleans that must hold besides. A part of which nothing
    is kept, or that is empty, gives (-inf, 0, 0), the unit of `merge` (fold.unit).

    >>> import numpy as np
    >>> [each.tolist() for each in summary(np.asarray([3.0, 3.0]), np.asarray([[1.0], [5.0]]))]
    [[3.0], [2.0], [6.0]]
    """
    shapes_fit("summary", scores=(scores, "... m? n"), values=(values, "... n d_v"))
    xp = array_namespace(scores)
    with speaking_for("summary"):
        kept, x = kept_scores(xp, scores, mask, also)
        bounded_above("summary", scores=x)
    shift = largest(xp, x)  # (..., m, 1)
    e = xp.exp(below(xp, x, shift))  # (..., m, n)
    return Summary(shift, xp.sum(e, axis=-1, keepdims=True), weighted_sum(e, values, kept))


def merge(one: Summary, other: Summary) -> Summary:
    """Return the summary of the pairs of two parts, at the larger of their shifts.

    (c, s exp(m - c) + s' exp(m' - c), o exp(m - c) + o' exp(m' - c)) with c = max(m, m'). Parts may
    be merged in any order and grouping (fold.merge-is-commutative, fold.merge-is-associative).

    >>> import numpy as np
    >>> part = Summary(*(np.asarray([each]) for each in (3.0, 2.0, 6.0)))
    >>> [each.tolist() for each in merge(part, part)]
    [[3.0], [4.0], [12.0]]
    """
    xp = array_namespace(one.shift)
    shift = xp.maximum(one.shift, other.shift)
    ours, theirs = (xp.exp(below(xp, each.shift, shift)) for each in (one, other))
    return Summary(
        shift,
        one.mass * ours + other.mass * theirs,
        _times(xp, one.output, ours) + _times(xp, other.output, theirs),
    )


def mean(part: Summary) -> Array:
    """Return what attention gives for the pairs of a summary: output / mass; 0 if nothing is kept.

    >>> import numpy as np
    >>> mean(Summary(*(np.asarray([each]) for each in (3.0, 2.0, 6.0)))).tolist()
    [3.0]
    """
    xp = array_namespace(part.mass)
    return part.output / xp.where(part.mass == 0, 1, part.mass)


def scaled_dot_product_attention(
    q: Array, k: Array, v: Array,
    mask: Array | None = None, scale: float | None = None, is_causal: bool = False,
    tile: int = TILE,
) -> Array:  # fmt: skip
    """Return softmax(q kᵀ / √d_k) v, a tile of keys at a time.

    Arguments, result and refusals are those of `heads.scaled_dot_product_attention`. tile: of how
    many keys scores are held at a time; the sum of no more than n values must fit into the dtype.

    >>> import numpy as np
    >>> x = np.asarray([[0.0], [0.0]])
    >>> scaled_dot_product_attention(x, x, np.asarray([[2.0], [4.0]]), tile=1).tolist()
    [[3.0], [3.0]]
    """
    return mean(attention_summary(q, k, v, mask, scale, is_causal, tile))


def attention_summary(
    q: Array, k: Array, v: Array,
    mask: Array | None = None, scale: float | None = None, is_causal: bool = False,
    tile: int = TILE,
) -> Summary:  # fmt: skip
    """Return what `scaled_dot_product_attention` is the mean of."""
    name = "scaled_dot_product_attention"
    mask, scale, is_causal = attention_fits(name, q, k, v, mask, scale, is_causal)
    whole_number(name, "tile", tile, least=1)
    xp, m, n = array_namespace(q), q.shape[-2], k.shape[-2]
    query = xp.expand_dims(xp.arange(m), axis=1)  # (m, 1)

    def part(keys: slice) -> Summary:
        scores = heads.finite_scores(q, k[..., keys, :], scale)  # (..., m, tile)
        seen = mask if mask is None else mask[..., keys]
        key = xp.arange(keys.stop - keys.start) + keys.start  # counted in the whole, not the tile
        order = key < query + 1 if is_causal else None  # (m, tile)
        return summary(scores, v[..., keys, :], seen, also=order)

    with speaking_for(name, scores="q"):
        return _folded(name, part, n, tile, v)


def attention_fits(
    name: str, q: Array, k: Array, v: Array,
    mask: Array | None, scale: float | None, is_causal: bool,
) -> tuple[Array | None, float | None, bool]:  # fmt: skip
    """Return the mask, as (..., m, n), the scale and the order; refuse what does not fit."""
    xp = shapes_fit(name, q=(q, "... m d_k"), k=(k, "... n d_k"), v=(v, "... n d_v"))
    if scale is not None:
        scale = finite_number(name, "scale", scale)
    is_causal = heads.order_fits(name, q, k, is_causal)
    if mask is not None:
        lead = stretched(q.shape[:-2], k.shape[:-2]) or ()
        whole = (*lead, q.shape[-2], k.shape[-2])
        mask_fits(name, "mask", mask, q, "bool", "real floating", shape=whole)
        mask = xp.broadcast_to(mask, whole)
    return mask, scale, is_causal


def kernel_regression(x_query: Array, x: Array, y: Array, beta: float, tile: int = TILE) -> Array:
    """Predict y at each query: y* = Σ_i K(x* - x_i) y_i / Σ_j K(x* - x_j), a tile at a time.

    Arguments, result and refusals are those of `kernel.kernel_regression`; tile: as above.

    >>> import numpy as np
    >>> x, y = np.asarray([[0.0], [1.0]]), np.asarray([3.0, 5.0])
    >>> kernel_regression(np.asarray([[0.5], [1e6]]), x, y, beta=1.0, tile=1).tolist()
    [4.0, 5.0]
    """
    name = "kernel_regression"
    whole_number(name, "tile", tile, least=1)

    average = partial(average_by_kernel, tile=tile)
    return kernel.regress(x_query, x, y, beta, average)


def average_by_kernel(
    queries: Array, points: Array, values: Array, beta: float, tile: int
) -> Array:
    """Return the mean of the values, weighted by the kernels between queries and points."""
    return mean(kernel_summary(queries, points, values, beta, tile))


def kernel_summary(
    queries: Array, points: Array, values: Array, beta: float, tile: int = TILE
) -> Summary:
    """Return what `average_by_kernel` is the mean of."""

    def part(of: slice) -> Summary:
        scores = kernel.log_kernels(queries, points[..., of, :], beta)
        return summary(scores, values[..., of, :])

    return _folded("kernel_regression", part, points.shape[-2], tile, values)


# The names under which these stand beside those that compute all scores at once.
folded_attention, folded_regression = scaled_dot_product_attention, kernel_regression


def _folded(
    name: str, part: Callable[[slice], Summary], n: int, tile: int, values: Array
) -> Summary:
    """Return the summary of n pairs, whose parts are summed up and merged one after the other."""
    xp = array_namespace(values)
    starts = range(0, n, tile) or [0]  # also of no pairs there is a summary
    whole = reduce(merge, (part(slice(at, min(at + tile, n))) for at in starts))
    fits = xp.isfinite(whole.output) | xp.isnan(whole.mass)  # NaN where a score is
    if not bool(xp.all(fits)) and bool(xp.all(xp.isfinite(values))):
        what = f"has a weighted sum beyond the range of {values.dtype}, expected smaller entries"
        raise ArgumentValueError(name, **{"y" if name == "kernel_regression" else "v": what})
    return whole


def _times(xp: Any, output: Array, factor: Array) -> Array:
    """Return output · factor, where what is not finite stays so: 0·∞ is NaN in IEEE arithmetic."""
    finite = xp.isfinite(output)
    return xp.where(finite, xp.where(finite, output, 0) * factor, output)
