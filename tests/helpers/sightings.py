"""How a wrong function was seen: the case that it was given, and what the test said of its answer.

Both stand on a page, so they are short; of what is long there are the sizes, or nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis.strategies import DataObject

LONGEST = 120  # signs
FEW = 8  # numbers that are shown one by one


@dataclass(frozen=True)
class Sighting:
    """What was given, and what was said of the answer."""

    given: str
    said: str

    def as_json(self) -> dict[str, str]:
        """Return what is known of it, as the ledger has it."""
        known = {"given": self.given, "said": self.said}
        return {what: each for what, each in known.items() if each}


def sighted(drawn: Mapping[str, Any], error: AssertionError) -> Sighting:
    """Return how an assertion on what was drawn failed."""
    parts = [f"{name} = {_short(value)}" for name, value in drawn.items() if _short(value)]
    given, said = ", ".join(parts), next(iter(str(error).splitlines()), "")
    is_number = any(sign.isdigit() for sign in said)  # "assert False" says nothing
    return Sighting(given[: LONGEST * (len(given) <= LONGEST)], _cut(said) if is_number else "")


def _cut(said: str) -> str:
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
