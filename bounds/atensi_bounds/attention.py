"""Scaled dot-product attention: how far each computed entry may be off."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from atensi_bounds import formulas, masks
from atensi_bounds.formats import Format, exactly, format_of, plain
from atensi_bounds.refusals import OVERFLOWS, Judged, Subject, assert_within
from atensi_bounds.roundings import DOUBLE, MARGIN, Roundings, roundings
from atensi_bounds.weights import Weights, above, softmax, weights_off

GROUND = "floats.attention"
CHUNK = 1 << 18  # scores at a time, so that memory stays below that of all scores
SCALINGS = 3  # roundings more, if both q and k are scaled by the root of the scale


def attention_tolerance(
    q: Any, k: Any, v: Any, mask: Any = None, scale: float | None = None, is_causal: bool = False,
    dtype: Any = None, accumulate: Any = None, *,
    kernel: str = "any", height: int | None = None, masked_rows: str = "zero",
    enable_gqa: bool = False,
) -> np.ndarray:  # fmt: skip
    """Return how far each computed entry of softmax(q kᵀ · scale + mask) v may be off.

    q: (..., m, d). k: (..., n, d). v: (..., n, d_v). Returns (..., m, d_v) in float64, the bound on
    |computed - exact| for sums in any order. That covers an online softmax over tiles of at least
    2c + 3 keys, 11 in float32: to rescale costs fewer roundings than any order allows. Two computed
    results differ by at most the sum of their bounds.

    mask: boolean (True keeps) or floating (added, -inf drops), broadcast to (..., m, n). scale: in
    the place of 1/√d; it may be multiplied to q, to the scores, or its root to q and k. is_causal:
    query i sees keys up to i. dtype: the format of inputs and results; that of q unless given.
    accumulate: the format in which sums are kept; float32 for halves, else dtype. kernel: what is
    rounded to dtype: "stepwise", every step; "fused", weights and results alone; "any" covers both.
    height: the most additions that a number goes through in a sum over keys, if it is known: log₂ n
    for a sum by halves, and 2c + 3 more for each rescaling. The bound shrinks with it.
    masked_rows: what a query without keys gives: "zero", "nan", or the "mean" of all values.
    enable_gqa: each head of k and v serves several of q.

    Where rounding alone may make any weights, or a number may overflow, the bound is inf.

    >>> x = np.float32([[1.0, 0.0], [0.0, 1.0]])
    >>> attention_tolerance(x, x, x).round(8).tolist()
    [[9.1e-07, 3.5e-07], [3.5e-07, 9.1e-07]]
    """
    held = format_of("q", q, dtype)
    problem = _Problem.read(q, k, v, mask, scale, is_causal, held, masked_rows, enable_gqa)
    return problem.judged(roundings(held, accumulate, kernel, height)).bound


def assert_attention_close(
    actual: Any, q: Any, k: Any, v: Any, mask: Any = None, scale: float | None = None,
    is_causal: bool = False, dtype: Any = None, accumulate: Any = None, *,
    kernel: str = "any", height: int | None = None, masked_rows: str = "zero",
    enable_gqa: bool = False,
) -> None:  # fmt: skip
    """Raise AssertionError if `actual` is not attention up to rounding.

    It says the worst entry, its error in multiples of the bound, and the claim that licenses the
    bound. The options are those of `attention_tolerance`. The reference is computed in float64, and
    its own bound is added. Raise NoBoundError, an AssertionError, where all others are within their
    bounds but some have none.
    """
    held = format_of("q", q, dtype)
    models = roundings(held, accumulate, kernel, height)
    problem = _Problem.read(q, k, v, mask, scale, is_causal, held, masked_rows, enable_gqa)
    subject = Subject("attention", held, models[0].sums, kernel, GROUND)
    assert_within(plain(actual).astype(np.float64), problem.judged(models), subject)


def attention_tolerance_by_size(
    n_keys: int, d_k: int, *, query: float, key: float, value: float, scale: float | None = None,
    dtype: Any = "float32", accumulate: Any = None, kernel: str = "any", height: int | None = None,
) -> float:  # fmt: skip
    """Return how far an entry of attention may be off, if no entry exceeds these sizes.

    query, key, value: the largest absolute values of entries. The other options are those of
    `attention_tolerance`, whose bound, with data, is never larger.

    >>> attention_tolerance_by_size(128, 64, query=1, key=1, value=1) < 0.001
    True
    """
    held = format_of("", None, dtype)
    factor = abs(d_k**-0.5 if scale is None else scale)
    product = np.full((1, n_keys), d_k * query * key)
    under = np.full((1, n_keys), d_k * (query + key))
    kept = np.ones((1, n_keys), dtype=bool)
    size = factor * product  # how far scores are from 0, where all weights are the same
    flat, zero = np.full((1, n_keys), 1 / n_keys), np.zeros((1, n_keys))
    weights = Weights(flat, np.log(flat), zero, kept, slack=size)
    rows = _Rows(size, zero, zero, product, under, max(query, key), factor, d_k)
    values = np.full((n_keys, 1), value)
    bounds = [
        _bound(rows, weights, values, np.full((1, 1), value), how)
        for how in roundings(held, accumulate, kernel, height)
    ]
    return max(float(np.where(why > 0, np.inf, bound * MARGIN)[0, 0]) for bound, why in bounds)


@dataclass(frozen=True)
class _Rows:
    """Some queries: their scores with the mask, the mask, and sizes by which rounding is bounded.

    product: Σ |q k|. under: Σ |q| + Σ |k|. entry: the largest entry of q and k.
    """

    scores: np.ndarray
    added: np.ndarray
    rounded: np.ndarray  # by how much of itself the mask may be rounded: 0 or 1
    product: np.ndarray
    under: np.ndarray
    entry: float
    factor: float
    width: int

    def scores_off(self, how: Roundings) -> np.ndarray:
        """Return how far scores are off, whether q, the scores, or q and k were scaled."""
        size = self.factor * self.product
        under = max(1.0, self.factor**0.5) * self.under + self.factor * self.width + 2
        height = how.height(self.width) + SCALINGS
        off = formulas.scaled_dot_off(size, under, how.u, how.eta, height, self.width)
        if not self.added.any():
            return off
        off = off + how.u * np.abs(self.added) * self.rounded
        return formulas.score_moves(np.abs(self.scores), off, how.u, how.eta)

    def overflow(self, off: np.ndarray, how: Roundings) -> np.ndarray:
        """Say of each score whether it, or what leads to it, may overflow upwards."""
        each = how.each.largest
        partial = self.product * max(1.0, self.factor) + off + self.entry * max(1.0, self.factor)
        return (1.1 * partial > each) | (self.scores + off > each)


def _bound(
    rows: _Rows, weights: Weights, values: np.ndarray, result: np.ndarray, how: Roundings
) -> tuple[np.ndarray, np.ndarray]:
    """Return how far the results of some queries are off, and why that is unknown."""
    off = np.where(weights.kept, rows.scores_off(how), 0)
    overflow = (rows.overflow(off, how) & weights.kept).any(axis=-1, keepdims=True)
    off, why = weights_off(weights, weights.moved(off, how), how)
    with np.errstate(over="ignore", invalid="ignore"):
        count = weights.count
        # what underflows in Σ e v is divided by a sum above 1/2, if the division comes last
        tiny = 2 * count + 2
        height = how.height(count, long=True)
        bound = formulas.mean_off(weights.p, off, values, how.u, how.eta, height, tiny)
        reach = (weights.p + off) @ np.abs(values) + bound
        if how.stored:
            bound = formulas.stored_off(result, bound, how.stored.u, how.stored.eta)
            reach = np.maximum(reach, count * np.abs(values).max(axis=0, initial=0))
        outside = (reach > how.each.largest) | (result + bound > (how.stored or how.each).largest)
    why = np.where(overflow | (count > how.each.largest / 2), OVERFLOWS, why)
    return bound, np.where(outside & (why == 0), OVERFLOWS, why)


@dataclass(frozen=True)
class _Problem:
    """Attention as it is asked for, in float64, with the axes of the batch before the last two."""

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
        if scale is None:
            scale = q.shape[-1] ** -0.5 if q.shape[-1] else 1.0
        kept, added = masks.read(mask, is_causal, q.shape[-2], k.shape[-2])
        scores = (q.shape[-2], k.shape[-2])
        batch = np.broadcast_shapes(*(x.shape[:-2] for x in (q, k, v, kept, added)))
        q, k, v = (np.broadcast_to(x, batch + x.shape[-2:]) for x in (q, k, v))
        kept, added = (np.broadcast_to(x, batch + scores) for x in (kept, added))
        return cls(q, k, v, kept, added, float(scale), held, masked_rows)

    def judged(self, models: tuple[Roundings, ...]) -> Judged:
        """Return attention, its bound by all models, that of the reference, and why unknown."""
        batch, (m, n) = self.q.shape[:-2], self.kept.shape[-2:]
        shape = (*batch, m, self.v.shape[-1])
        exact, bound, reference = (np.zeros(shape) for _ in range(3))
        why = np.zeros(shape, dtype=np.uint8)
        step = max(1, CHUNK // max(n, 1))
        for at in np.ndindex(batch):
            for start in range(0, m, step):
                here = (*at, slice(start, start + step))
                found = self._chunk(at, here, models)
                exact[here], bound[here], reference[here], why[here] = found
        return Judged(exact, np.where(why > 0, np.inf, bound * MARGIN), reference * MARGIN, why)

    def _chunk(self, at, here, models) -> Iterator[np.ndarray]:
        kept, added, q = self.kept[here], self.added[here], self.q[here]
        seen = kept.any(axis=0)
        nothing = ~kept.any(axis=-1, keepdims=True)
        mean = self.masked_rows == "mean"
        if mean and nothing.any():
            seen = np.ones_like(seen)
        # what nobody sees may be NaN
        k, v = (np.where(seen[:, None], x[at], 0) for x in (self.k, self.v))
        if not all(np.isfinite(x).all() for x in (q, k, v)):
            raise ValueError("q, or a key or value that a query sees, has NaN or inf")
        product, under = np.abs(q) @ np.abs(k).T, _total(q) + _total(k).T
        scores = self.scale * (q @ k.T) + added
        if mean:  # of equal scores
            kept, added = kept | nothing, np.where(nothing, 0, added)
            scores, product = (np.where(nothing, 0, x) for x in (scores, product))
        entry = max(np.abs(q).max(initial=0), np.abs(k).max(initial=0))
        rounded = ~self.held.holds(added)
        factor, width = abs(self.scale), q.shape[-1]
        rows = _Rows(scores, added, rounded, product, under, entry, factor, width)
        return _with_reference(rows, kept, nothing, v, models, self.masked_rows)


def _with_reference(rows, kept, nothing, v, models, masked_rows):
    """Return results in float64, their bound by all models, the bound of their own, why unknown."""
    off = np.where(kept, rows.scores_off(DOUBLE), 0)
    weights = replace(softmax(rows.scores, kept), slack=off)
    result = weights.p @ v
    upper, _, _ = above(weights, weights.moved(off, DOUBLE))
    reference, why = _bound(rows, upper, v, np.abs(result), DOUBLE)
    bound = np.zeros_like(result)
    for how in models:
        off, unknown = _bound(rows, upper, v, np.abs(result) + reference, how)
        bound, why = np.fmax(bound, off), np.maximum(why, unknown)
    result = np.where(nothing & (masked_rows == "nan"), np.nan, result)
    ruled = nothing & (masked_rows != "mean")  # by a convention, without rounding
    return result, *(np.where(ruled, 0, x) for x in (bound, reference, why))


def _total(x: np.ndarray) -> np.ndarray:
    return np.abs(x).sum(axis=-1, keepdims=True)


def _for_each_head(q: np.ndarray, x: np.ndarray, shapes: str) -> np.ndarray:
    if min(q.ndim, x.ndim) < 3 or q.shape[-3] % x.shape[-3]:
        raise ValueError(f"shapes are {shapes}; expected a multiple of the heads of k and v in q")
    return np.repeat(x, q.shape[-3] // x.shape[-3], axis=-3)
