"""Attention as it is asked for, judged some queries at a time."""

from dataclasses import dataclass, replace
from math import prod

import numpy as np

from atensi_bounds import masks
from atensi_bounds.formats import Format, exactly
from atensi_bounds.refusals import Judged
from atensi_bounds.roundings import DOUBLE, MARGIN, Roundings
from atensi_bounds.scores import Rows, results_off
from atensi_bounds.weights import above, softmax

CHUNK = 1 << 18  # scores at a time, so that memory stays below that of all scores


@dataclass(frozen=True)
class Problem:
    """Queries, keys, values and mask in float64, with the axes of the batch before the last two."""

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    kept: np.ndarray
    added: np.ndarray
    scale: float
    held: Format
    masked_rows: str

    @classmethod
    def read(cls, q, k, v, mask, scale, is_causal, held, masked_rows, enable_gqa):
        """Return the problem; refuse what does not fit together."""
        masks.check_convention(masked_rows)
        shapes = f"q {np.shape(q)}, k {np.shape(k)}, v {np.shape(v)}"
        q, k, v = (exactly(n, x, held) for n, x in (("q", q), ("k", k), ("v", v)))
        if min(q.ndim, k.ndim, v.ndim) < 2 or q.shape[-1] != k.shape[-1]:
            raise ValueError(
                f"shapes are {shapes}; expected (..., m, d), (..., n, d), (..., n, d_v)"
            )
        if k.shape[-2] != v.shape[-2]:
            raise ValueError(f"shapes are {shapes}; expected as many keys as values")
        if enable_gqa:
            k, v = (_for_each_head(q, x, shapes) for x in (k, v))
        scale = finite_scale(scale, q.shape[-1])
        kept, added = masks.read(mask, is_causal, q.shape[-2], k.shape[-2])
        scores = (q.shape[-2], k.shape[-2])
        batch = np.broadcast_shapes(*(x.shape[:-2] for x in (q, k, v, kept, added)))
        q, k, v = (np.broadcast_to(x, batch + x.shape[-2:]) for x in (q, k, v))
        kept, added = (np.broadcast_to(x, batch + scores) for x in (kept, added))
        return cls(q, k, v, kept, added, scale, held, masked_rows)

    def judged(self, models: tuple[Roundings, ...]) -> Judged:
        """Return attention, its bound by all models, that of the reference, and why unknown."""
        batch, (m, n) = self.q.shape[:-2], self.kept.shape[-2:]
        shape = (*batch, m, self.v.shape[-1])
        exact, bound, reference, size = (np.zeros(shape) for _ in range(4))
        why = np.zeros(shape, dtype=np.uint8)
        for here in _parts((*batch, m), n):
            found = self._part(here, models)
            exact[here], bound[here], reference[here], why[here], size[here] = found
        bound = np.where(why > 0, np.inf, bound * MARGIN)
        reference = reference * MARGIN
        known = np.maximum(size, np.abs(exact))
        blind = np.logical_and((known <= bound + reference).all(-1), (known > reference).any(-1))
        return Judged(exact, bound, reference, why, blind)

    def _part(self, here, models) -> tuple[np.ndarray, ...]:
        kept, added, q = self.kept[here], self.added[here], self.q[here]
        nothing = ~kept.any(axis=-1, keepdims=True)
        seen = kept.any(axis=-2)
        mean = self.masked_rows == "mean"
        if mean:
            seen = seen | nothing.any(axis=-2)
        # what nobody sees may be NaN
        k, v = (np.where(seen[..., None], x[here[:-1]], 0) for x in (self.k, self.v))
        if not all(np.isfinite(x).all() for x in (q, k, v)):
            raise ValueError("q, or a key or value that a query sees, has NaN or inf")
        product, under = np.abs(q) @ np.abs(k).mT, _total(q) + _total(k).mT
        scores = self.scale * (q @ k.mT) + added
        if mean:  # of equal scores
            kept, added = kept | nothing, np.where(nothing, 0, added)
            scores, product = (np.where(nothing, 0, x) for x in (scores, product))
        entry = np.maximum(_largest(q), _largest(k))
        rounded = ~self.held.holds(added)
        factor, width = abs(self.scale), q.shape[-1]
        rows = Rows(scores, added, rounded, product, under, entry, factor, width)
        return _with_reference(rows, kept, nothing, v, models, self.masked_rows)


def _parts(shape, each):
    """Yield slices that cover a shape, of few entries at a time: each of them has `each` scores."""
    inner = prod(shape[1:]) * each
    step = max(1, CHUNK // max(inner, 1))
    split = inner > CHUNK and len(shape) > 1
    for start in range(0, shape[0], step):
        for rest in _parts(shape[1:], each) if split else [(slice(None),) * (len(shape) - 1)]:
            yield (slice(start, start + step), *rest)


def _with_reference(rows, kept, nothing, v, models, masked_rows):
    """Return results, their bound by all models, that of their own, why unknown, and their size.

    The size is that of a result if the signs of its values were drawn, √Σ (p v)².
    """
    off = np.where(kept, rows.scores_off(DOUBLE), 0)
    weights = replace(softmax(rows.scores, kept), slack=off)
    result = weights.p @ v
    upper, _, vague = above(weights, weights.moved(off, DOUBLE))
    reference, why = results_off(rows, upper, v, np.abs(result), DOUBLE)
    why = np.maximum(why, vague)
    bound = np.zeros_like(result)
    for how in models:
        off, unknown = results_off(rows, upper, v, np.abs(result) + reference, how)
        bound, why = np.fmax(bound, off), np.maximum(why, unknown)
    result = np.where(nothing & (masked_rows == "nan"), np.nan, result)
    ruled = nothing & (masked_rows != "mean")  # by a convention, without rounding
    most = np.maximum(_largest(v), np.finfo(float).tiny)  # so that no square overflows
    size = most * np.sqrt(weights.p**2 @ (v / most) ** 2)
    return result, *(np.where(ruled, 0, x) for x in (bound, reference, why, size))


def finite_scale(scale: float | None, width: int) -> float:
    """Return the scale, 1/√d unless it is given."""
    if scale is None:
        return width**-0.5 if width else 1.0
    if not np.isfinite(scale):
        raise ValueError(f"scale is {scale}; expected a finite number")
    return float(scale)


def _total(x: np.ndarray) -> np.ndarray:
    return np.abs(x).sum(axis=-1, keepdims=True)


def _largest(x: np.ndarray) -> np.ndarray:
    return np.abs(x).max(axis=(-2, -1), keepdims=True, initial=0)


def _for_each_head(q: np.ndarray, x: np.ndarray, shapes: str) -> np.ndarray:
    if min(q.ndim, x.ndim) < 3 or not x.shape[-3] or q.shape[-3] % x.shape[-3]:
        raise ValueError(f"shapes are {shapes}; expected a multiple of the heads of k and v in q")
    return np.repeat(x, q.shape[-3] // x.shape[-3], axis=-3)
