"""Softmax: how far each computed weight may be off, in any order of summation."""

from typing import Any

import numpy as np

from atensi_bounds import formulas
from atensi_bounds.formats import Format, exactly, format_of, plain
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
    assert_within(plain(actual).astype(np.float64), found, subject)


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
