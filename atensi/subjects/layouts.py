"""Where batch, heads, length and width stand among the axes of a function's arrays."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from atensi.subjects.offer import NotOfferedError


def batch_axes(given: Iterable[Any], axes: str) -> int | None:
    """Return how many axes stand before length and width, where a layout counts them."""
    if not axes or axes == "...LD":
        return None
    lead = max(each.ndim for each in given) - 2
    if lead > len(axes) - 2:
        raise NotOfferedError(f"takes {len(axes) - 2} batch axes, not {lead}")
    return lead


def spread(rows: Sequence[Any], axes: str, lead: int | None) -> Sequence[Any]:
    """Give rows the axes of a layout, all of them the same `lead` batch axes."""
    if lead is None:
        return rows
    tables = [each for each in rows if isinstance(each, np.ndarray)]
    batches = np.broadcast_shapes(*(each.shape[:-2] for each in tables))
    return [_into(each, axes, batches) if isinstance(each, np.ndarray) else each for each in rows]


def out_of(output: Any, axes: str, lead: int | None) -> Any:
    """Return what came in our layout."""
    if lead is None:
        return output
    full = output.swapaxes(1, 2) if axes == "BLHD" else output
    return full.reshape(full.shape[len(axes) - 2 - lead :])


def _into(array, axes, batches):
    """Give an array the axes of a layout: a view, through which a change of it is seen."""
    lead = array.shape[:-2]
    full = (
        array
        if lead == batches
        else np.array(np.broadcast_to(array, (*batches, *array.shape[-2:])))
    )
    full = full.reshape((1,) * (len(axes) - full.ndim) + full.shape)
    return full.swapaxes(1, 2) if axes == "BLHD" else full
