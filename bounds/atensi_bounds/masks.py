"""Which keys a query sees, what is added to its scores, and what a query without keys gives."""

from typing import Any

import numpy as np

from atensi_bounds.formats import real

MASKED_ROWS = ("zero", "nan", "mean")


def read(mask: Any, is_causal: bool, queries: int, keys: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which keys are kept, and what is added; both broadcast to (..., queries, keys)."""
    kept, added = np.ones((1, 1), dtype=bool), np.zeros((1, 1))
    if mask is not None:
        mask = real("mask", mask)
        _check_shape(mask.shape, queries, keys)
        if mask.dtype == bool:
            kept = mask
        elif mask.dtype.kind in "iu":
            raise ValueError(f"mask has dtype {mask.dtype}; expected booleans or floats")
        else:
            added = mask.astype(np.float64)
            if np.isnan(added).any() or (added == np.inf).any():
                raise ValueError("mask has NaN or inf; expected finite numbers or -inf")
            kept, added = added > -np.inf, np.where(added > -np.inf, added, 0)
    if not isinstance(is_causal, bool | np.bool_):
        raise ValueError(f"is_causal is {is_causal!r}; expected True or False")
    if is_causal:
        if queries != keys:
            raise ValueError(
                f"is_causal is True with {queries} queries and {keys} keys; expected as many of "
                "each, because libraries disagree on which query sees what: give a mask"
            )
        kept = kept & np.tri(queries, dtype=bool)
    return np.atleast_2d(kept), np.atleast_2d(added)


def _check_shape(shape: tuple[int, ...], queries: int, keys: int) -> None:
    """Refuse a mask that does not broadcast to the scores, or that they would broadcast to."""
    pairs = zip(reversed(shape), (keys, queries), strict=False)
    if any(size not in (1, expected) for size, expected in pairs):
        raise ValueError(
            f"mask has shape {shape}; expected one that broadcasts to (..., {queries}, {keys}), a "
            "row for each query and a column for each key"
        )


def check_convention(masked_rows: str, allowed: tuple[str, ...] = MASKED_ROWS) -> None:
    """Refuse an unknown convention for rows without keys."""
    if masked_rows not in allowed:
        raise ValueError(f"masked_rows is {masked_rows!r}; expected one of {', '.join(allowed)}")
