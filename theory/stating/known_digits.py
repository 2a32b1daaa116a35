"""Signs of exact numbers, told by digits that are right; where they do not suffice, nothing is."""

from functools import lru_cache

import sympy as sp
from sympy.core.evalf import PrecisionExhausted

_SURE = 40  # digits that must be right
_MOST = 2000  # digits after which a sign that is not clear is in doubt


class CaseError(ValueError):
    """A case that does not fit: a value is missing, rounded, out of its domain, or in doubt."""


class HoldsError(CaseError):
    """A case at which a statement that should fail holds."""


def compare(left: sp.Expr, sign: str, right: sp.Expr) -> bool:
    """Say whether a relation of two exact numbers is true; refuse any doubt."""
    gap = left - right
    digits = _known_digits(gap, 100) if is_sure(gap) else None  # they tell most signs, and soonest
    if digits is None:
        gap = sp.simplify(gap)
        if gap == 0:
            return sign in ("=", "≤", "≥")
        if is_sure(gap):
            digits = _known_digits(gap, _MOST)  # of a number so small that most digits cancel
    if digits is None:
        raise CaseError(f"whether {left} {sign} {right} is in doubt")
    up = bool(digits > 0)
    return {"=": False, "≠": True, "<": not up, "≤": not up, ">": up, "≥": up}[sign]


def is_sure(number: sp.Expr) -> bool:
    """Say whether SymPy can count the digits of a number that are right.

    To it, tanh of a zero in disguise is a small number.
    """
    constants = (e for f in number.atoms(sp.Function) for e in f.args if not e.free_symbols)
    return all(each.is_Rational or _is_known(each) for each in constants)


@lru_cache(maxsize=1 << 12)
def _is_known(number: sp.Expr) -> bool:
    return _known_digits(number, 100) is not None


def _known_digits(number: sp.Expr, most: int) -> sp.Expr | None:
    """Return digits of a number, every one of which is right, or None if `most` do not suffice."""
    try:
        digits = sp.N(number, _SURE, maxn=most, strict=True)
    except PrecisionExhausted:
        return None
    return digits if digits.is_comparable and digits != 0 else None
