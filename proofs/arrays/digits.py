"""The digits reading: arrays of mpmath numbers at fifty digits, the oracle for floats.

A float converts without loss, so the oracle answers for exactly the numbers that `impl` got.
"""

from types import SimpleNamespace

import mpmath
import numpy as np

from proofs.arrays.namespace import Namespace
from proofs.arrays.objects import ObjectArray

DIGITS = 50
_mp = mpmath.MPContext()
_mp.dps = DIGITS


def _convert(value):
    if isinstance(value, np.generic):  # also of ml_dtypes
        value = value.item()
    return _mp.mpf(value)


xp = Namespace(
    "digits",
    SimpleNamespace(
        convert=_convert,
        exp=_mp.exp,
        log=_mp.log,
        tanh=_mp.tanh,
        sqrt=_mp.sqrt,
        sin=_mp.sin,
        cos=_mp.cos,
        abs=abs,
        maximum=lambda a, b: a if a != a or a >= b else b,
        equal=lambda a, b: bool(a == b),
        less=lambda a, b: bool(a < b),
        isfinite=_mp.isfinite,
        isinf=_mp.isinf,
        isnan=_mp.isnan,
        pi=_mp.pi,
        inf=_mp.inf,
        nan=_mp.nan,
    ),
)


def array(values):
    """Read numbers, or an array of floats, as numbers of fifty digits."""
    return xp.asarray(values.data if isinstance(values, ObjectArray) else values)


def floats(x, dtype=np.float64):
    """Round an array of this reading to the nearest floats."""
    return np.asarray(x.data, dtype=dtype)
