"""What a function of the code gives, altered: who gives the same as before has thrown it away.

Where the code itself calls it nothing is altered: what then comes out is altered once, where it
leaves the code.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from proofs.arrays.exchanged import exchanged
from proofs.arrays.heard import CODE, is_below
from proofs.arrays.objects import BOOL, ObjectArray
from proofs.arrays.shapes import ShapeArray


@contextmanager
def altered(name: str) -> Iterator[None]:
    """Let what a function of the code gives be something else where others call it."""
    module, _, own = name.rpartition(".")
    function = inspect.unwrap(getattr(sys.modules[module], own))

    def run(whole, given, named):
        found = whole(*given, **named)
        return found if is_below(sys._getframe(2), CODE) else other(found)

    with exchanged([function], run):
        yield


def altering(code: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return code that is given other numbers by a function than this one gives."""

    def run(*given):
        with altered(name):
            return code(*given)

    return run


def other(found: Any) -> Any:
    """Return something of the same form with other numbers in it; of sizes, with other sizes."""
    match found:
        case dict():
            return {key: other(value) for key, value in found.items()}
        case tuple() if hasattr(found, "_fields"):
            return type(found)(*map(other, found))
        case tuple() | list():
            return type(found)(map(other, found))
        case bool() | np.bool_():
            return not found
        case ObjectArray(dtype=kind) if kind == BOOL:
            return found.xp.logical_not(found)
        case ObjectArray():
            steps = np.arange(1, found.data.size + 1).reshape(found.shape)
            return found + found.xp.asarray(steps, dtype=found.dtype)
        case ShapeArray():
            return ShapeArray([size + 1 for size in found.sizes], found.dtype)
        case np.ndarray() if found.dtype == bool:
            return ~found
        case np.ndarray():
            return found + np.arange(1, found.size + 1, dtype=found.dtype).reshape(found.shape)
        case str() | None:
            return "" if found else "altered"
    return found + 1
