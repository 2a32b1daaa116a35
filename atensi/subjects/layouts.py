"""Where batch, heads, length and width stand among the axes of a function's arrays."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from atensi.subjects.offer import Function, NotOfferedError

SWAPPED = {"BLHD": (1, 2), "LHD": (0, 1)}  # which axes of ours change places


def turned(array: Any, axes: str) -> Any:
    """Return an array of ours in a layout, or one in a layout as ours."""
    return array.swapaxes(*SWAPPED[axes]) if axes in SWAPPED else array


def ends(axes: str) -> tuple[str, str]:
    """Return the layout of what goes in, and of what comes out."""
    inside, _, out = axes.partition(">")
    return inside, out or inside


def batch_axes(given: Iterable[Any], axes: str) -> int | None:
    """Return how many axes stand before length and width, where a layout counts them."""
    axes, _ = ends(axes)
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
    tables, axes = [each for each in rows if isinstance(each, np.ndarray)], ends(axes)[0]
    batches = np.broadcast_shapes(*(each.shape[:-2] for each in tables))
    return [_into(each, axes, batches) if isinstance(each, np.ndarray) else each for each in rows]


def out_of(output: Any, axes: str, lead: int | None) -> Any:
    """Return what came in our layout."""
    if lead is None:
        return output
    axes = ends(axes)[1]
    full = turned(output, axes)
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
    return turned(full, axes)


def of_each_document(late_interaction: Function) -> Function:
    """Return what scores documents one by one, by what scores one."""

    def called(query, documents, mask=None):
        if query.ndim > 2:
            return np.asarray([called(each, documents, mask) for each in query])
        kept = [{}] * len(documents) if mask is None else [{"mask": each} for each in mask]
        scores = [late_interaction(query, each, **own)
                  for each, own in zip(documents, kept, strict=True)]  # fmt: skip
        return np.asarray(scores).astype(query.dtype)

    vars(called).update(vars(late_interaction))
    return called
