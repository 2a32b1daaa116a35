"""How a wrong function was seen: the case that it was given, and what the test said of its answer.

Both stand on a page, so they are short; of what is long there are the sizes, or nothing.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from hypothesis.strategies import DataObject

LONGEST = 120  # signs
FEW = 8  # numbers that are shown one by one


def sighted(drawn: Mapping[str, Any], error: AssertionError) -> str:
    """Return how an assertion on what was drawn failed, or nothing if that tells nothing."""
    parts = [f"{name} = {_short(value)}" for name, value in drawn.items() if _short(value)]
    given, said = ", ".join(parts), next(iter(str(error).splitlines()), "")
    is_number = any(sign.isdigit() for sign in said)  # "assert False" says nothing
    return f"{given} ↦ {_cut(said)}" if 0 < len(given) <= LONGEST and is_number else ""


def _cut(said: str) -> str:
    said = said.partition("; off by")[0]
    return said if len(said) <= LONGEST else f"{said[:LONGEST].rsplit(' ', 1)[0]} …"


def _short(value: Any) -> str:
    if isinstance(value, bool | int | float | np.generic):
        return f"{value:.4g}" if isinstance(value, float | np.floating) else str(value)
    if isinstance(value, np.ndarray):
        if value.size <= FEW:
            return _listed(value.tolist())
        return "[" + " × ".join(map(str, value.shape)) + "]"
    if isinstance(value, list | tuple):
        parts = [_short(each) for each in value]
        return f"({', '.join(parts)})" if all(parts) and len(parts) <= FEW else ""
    if isinstance(value, DataObject) or not isinstance(value, str):
        return ""
    return value


def _listed(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_listed, value))}]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
