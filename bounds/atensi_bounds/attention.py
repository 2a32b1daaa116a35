"""Scaled dot-product attention: how far each computed entry may be off."""

from typing import Any

import numpy as np

from atensi_bounds.formats import format_of, named, real
from atensi_bounds.problem import Problem, finite_scale
from atensi_bounds.refusals import Subject, assert_within
from atensi_bounds.roundings import MARGIN, roundings
from atensi_bounds.scores import Rows, results_off
from atensi_bounds.weights import Weights

GROUND = "floats.attention"


def attention_tolerance(
    q: Any, k: Any, v: Any, mask: Any = None, scale: float | None = None, is_causal: bool = False,
    dtype: Any = None, accumulate: Any = None, *,
    kernel: str = "any", height: int | None = None, masked_rows: str = "zero",
    enable_gqa: bool = False,
) -> np.ndarray:  # fmt: skip
    """Return how far each computed entry of softmax(q kᵀ · scale + mask) v may be off.

    q: (..., m, d). k: (..., n, d). v: (..., n, d_v). Returns (..., m, d_v) in float64, the bound on
    |computed - exact| for sums in any order. That covers an online softmax over tiles of at least
    2c + 3 keys, 11 in float32, whose factors are kept as sums are: to rescale costs fewer roundings
    than any order allows. Two computed results differ by at most the sum of their bounds.

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
    problem = Problem.read(q, k, v, mask, scale, is_causal, held, masked_rows, enable_gqa)
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
    problem = Problem.read(q, k, v, mask, scale, is_causal, held, masked_rows, enable_gqa)
    subject = Subject("attention", held, models[0].sums, kernel, GROUND)
    assert_within(real("actual", actual).astype(np.float64), problem.judged(models), subject)


def attention_tolerance_by_size(
    n_keys: int, d_k: int, *, query: float, key: float, value: float, scale: float | None = None,
    dtype: Any = "float32", accumulate: Any = None, kernel: str = "any", height: int | None = None,
) -> float:  # fmt: skip
    """Return how far an entry of attention may be off, if no entry exceeds these sizes.

    query, key, value: the largest absolute values of entries. The other options are those of
    `attention_tolerance`, whose bound, with data, is not larger where there is one.

    >>> attention_tolerance_by_size(128, 64, query=1, key=1, value=1) < 0.001
    True
    """
    held = named(dtype)
    factor = abs(finite_scale(scale, d_k))
    product = np.full((1, n_keys), d_k * query * key)
    under = np.full((1, n_keys), d_k * (query + key))
    kept = np.ones((1, n_keys), dtype=bool)
    size = factor * product  # how far scores are from 0, where all weights are the same
    flat, zero = np.full((1, n_keys), 1 / n_keys), np.zeros((1, n_keys))
    weights = Weights(flat, np.log(flat), zero, kept, slack=size)
    entry = np.full((1, 1), max(query, key))
    rows = Rows(size, zero, zero, product, under, entry, factor, d_k)
    values = np.full((n_keys, 1), value)
    bounds = [
        results_off(rows, weights, values, np.full((1, 1), value), how)
        for how in roundings(held, accumulate, kernel, height)
    ]
    return max(float(np.where(why > 0, np.inf, bound)[0, 0]) * MARGIN**2 for bound, why in bounds)
