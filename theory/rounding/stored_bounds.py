"""Bounds on results that are computed in a long format and stored in a short one, rounded once."""

from theory.rounding.attention_terms import eta, u
from theory.rounding.bounds import SUBNORMAL, UNIT
from theory.rounding.stored_terms import stored_off
from theory.stating.numeric import Numeric
from theory.stating.variables import nonnegative

_SIZE, _OFF = nonnegative("size"), nonnegative("off")
_STORED = Numeric(stored_off(_SIZE, _OFF))


def bound_stored(exact, off, dtype):
    """Bound numbers that are off by `off`, and are rounded once to the dtype."""
    given = {u: UNIT[dtype], eta: SUBNORMAL[dtype]}
    return [
        _STORED.once(given | {_SIZE: abs(x), _OFF: error})
        for x, error in zip(exact, off, strict=True)
    ]
