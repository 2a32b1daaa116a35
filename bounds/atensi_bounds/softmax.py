"""Softmax: how far each computed weight may be off, in any order of summation."""

from typing import Any

import numpy as np

from atensi_bounds import formulas
from atensi_bounds.formats import Format, exactly, format_of, named, real
from atensi_bounds.masks import check_convention
from atensi_bounds.refusals import Judged, Subject, assert_within
from atensi_bounds.roundings import DOUBLE, MARGIN, Roundings, roundings
from atensi_bounds.weights import above, softmax, weights_off

GROUND = "floats.softmax"


def softmax_tolerance(
    x: Any,
    axis: int = -1,
    *,
    dtype: Any = None,
    accumulate: Any = None,
    kernel: str = "any",
    height: int | None = None,
) -> np.ndarray:
    """Return how far each computed entry of softmax(x) may be off: an array of float64 like x.

    dtype: the format of x and of the weights; that of x unless given. accumulate: the format in
    which the sum is kept; float32 for halves, else dtype. kernel: what is rounded to dtype:
    "stepwise", every step; "fused", the weights alone; "any" covers both. height: the most
    additions that a number goes through in the sum, if it is known. An entry -inf has weight
    0 exactly. Where rounding alone may make any weights, the bound is inf.

    >>> softmax_tolerance(np.float32([0.0, 1.0, 2.0])).round(9).tolist()
    [7.8e-08, 1.97e-07, 4.97e-07]
    """
    held = format_of("x", x, dtype)
    return judged(x, axis, held, roundings(held, accumulate, kernel, height)).bound


def assert_softmax_close(
    actual: Any, x: Any, axis: int = -1, *,
    dtype: Any = None, accumulate: Any = None, kernel: str = "any",
    height: int | None = None, masked_rows: str = "zero",
) -> None:  # fmt: skip
    """Raise AssertionError if `actual` is not softmax(x) up to rounding.

    masked_rows: what a row of -inf gives, "zero" or "nan". The options are those of
    `softmax_tolerance`. The reference is computed in float64, and its own bound is added. Raise
    NoBoundError, an AssertionError, where all others are within their bounds but some have none.
    """
    check_convention(masked_rows, ("zero", "nan"))
    held = format_of("x", x, dtype)
    models = roundings(held, accumulate, kernel, height)
    found = judged(x, axis, held, models, masked_rows)
    subject = Subject("softmax", held, models[0].sums, kernel, GROUND)
    assert_within(real("actual", actual).astype(np.float64), found, subject)


def softmax_tolerance_by_size(
    n: int, *, spread: float, dtype: Any = "float32", accumulate: Any = None,
    kernel: str = "any", height: int | None = None,
) -> float:  # fmt: skip
    """Return how far a weight of n finite scores may be off, all within `spread` of the largest.

    The other options are those of `softmax_tolerance`, whose bound, with data, is not larger where
    there is one.

    >>> softmax_tolerance_by_size(1000, spread=4) < 1e-4
    True
    """
    if n < 1 or not 0 <= spread < np.inf:
        raise ValueError(f"n is {n}, spread is {spread}; expected n ≥ 1 and 0 ≤ spread < inf")
    most = 1 / (1 + (n - 1) * np.exp(-spread))
    held = named(dtype)
    models = roundings(held, accumulate, kernel, height)
    return max(_most_off(most * MARGIN, n, spread, how) for how in models) * MARGIN


def _most_off(most: float, n: int, spread: float, how: Roundings) -> float:
    """Return how far a weight of this size is off; inf where all of them may be off by 1 in sum.

    All logits move by the most that one does, so the sum moves as if one weight were all of it.
    """
    if how.too_coarse(n):
        return np.inf
    moved = formulas.difference_moves(spread, how.u, how.eta)
    with np.errstate(over="ignore"):
        off = formulas.weights_off(
            np.asarray([0, 1]), moved, how.u, how.eta, how.c, how.height(n, long=True), n
        )
    none, whole = off
    off = np.asarray([none + most * (whole - none), whole + (n - 1) * none])
    if how.stored:
        parts = np.asarray([1, n])  # what underflows counts once, or for each weight
        off = formulas.stored_weight_off(
            np.asarray([most, 1]), off, how.stored.u, parts * how.stored.eta
        )
    return float(off[0]) if off[1] < 1 else np.inf


def judged(
    x: Any, axis: int, held: Format, models: tuple[Roundings, ...], masked_rows: str = "zero"
) -> Judged:
    """Return softmax, its bound by all models, that of the reference, and why unknown."""
    numbers = np.moveaxis(exactly("x", x, held), axis, -1)
    if np.isnan(numbers).any() or (numbers == np.inf).any():
        raise ValueError("x has NaN or inf; expected finite numbers or -inf")
    exact = softmax(numbers, numbers > -np.inf)
    moves = lambda how: formulas.difference_moves(exact.distance, how.u, how.eta)
    upper, reference, why = above(exact, moves(DOUBLE))
    bound, reasons = np.zeros_like(reference), why
    for how in models:
        off, unknown = weights_off(upper, moves(how), how)
        bound, reasons = np.fmax(bound, off), np.maximum(reasons, unknown)
    nothing = ~exact.kept.any(axis=-1, keepdims=True)
    value = np.where(nothing & (masked_rows == "nan"), np.nan, exact.p)
    reasons = np.broadcast_to(np.where(nothing, 0, reasons), bound.shape)
    bound = np.where(reasons > 0, np.inf, bound * MARGIN)
    back = lambda entries: np.moveaxis(entries, -1, axis)
    return Judged(back(value), back(bound), back(reference * MARGIN), back(reasons))
