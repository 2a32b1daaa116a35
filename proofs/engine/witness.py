"""A witness: exact values at which a claimed relation fails."""

from dataclasses import dataclass
from typing import Any

import sympy as sp


class EvidenceError(AssertionError):
    """Evidence that does not show what it is meant to show."""


@dataclass(frozen=True, kw_only=True)
class Witness:
    """A case, and the relation that the claim asserts there: `left op right`."""

    given: dict[str, Any]
    claimed: str  # the relation in words or symbols
    left: Any
    op: str
    right: Any
    ours: Any = None  # what `impl` gives for the same case
    instead: str = ""  # what `ours` is

    def holds(self):
        """Say whether the claimed relation is true of the witness."""
        if _is_family(self.left):
            return all(_compare(p, self.op, q) for p, q in zip(self.left, self.right, strict=True))
        return _compare(self.left, self.op, self.right)

    def shown(self):
        """Return the witness as text."""
        return {
            "given": {name: str(value) for name, value in self.given.items()},
            "claimed": self.claimed,
            "left": _text(self.left),
            "op": self.op,
            "right": _text(self.right),
            "ours": "" if self.ours is None else _text(self.ours),
            "instead": self.instead,
        }


def _is_family(value):
    return isinstance(value, list | tuple)


def _text(value):
    return f"({', '.join(map(str, value))})" if _is_family(value) else str(value)


def _compare(left, op, right):
    left, right = sp.sympify(left), sp.sympify(right)
    if left in (sp.nan, sp.zoo):
        return False  # NaN or complex infinity
    if left == right:
        return op in ("=", "≤", "≥")
    sign = _sign(left - right)
    return {"=": False, "≠": True, "<": sign < 0, "≤": sign < 0, ">": sign > 0, "≥": sign > 0}[op]


def _sign(number):
    """Return the sign of an exact number that is not zero, by its digits; refuse any doubt."""
    digits = sp.N(sp.simplify(number), 30)
    if not digits.is_comparable or abs(digits) < sp.Float(10) ** -20:
        raise EvidenceError(f"the sign of {number} is in doubt")
    return 1 if digits > 0 else -1
