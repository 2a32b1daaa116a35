"""The digits reading: arrays of mpmath numbers at fifty digits, the oracle for floats.

A float converts without loss, so the oracle answers for exactly the numbers that `impl` got.
"""

from types import SimpleNamespace

import numpy as np

from proofs.arrays.namespace import Namespace
from proofs.arrays.objects import ObjectArray
from theory.fifty_digits import mp


def _convert(value):
    if isinstance(value, np.generic):  # also of ml_dtypes
        value = value.item()
    return mp.mpf(value)


xp = Namespace(
    "digits",
    SimpleNamespace(
        convert=_convert,
        exp=mp.exp,
        log=mp.log,
        tanh=mp.tanh,
        sqrt=mp.sqrt,
        sin=mp.sin,
        cos=mp.cos,
        abs=abs,
        maximum=lambda a, b: a if a != a or a >= b else b,
        equal=lambda a, b: bool(a == b),
        less=lambda a, b: bool(a < b),
        isfinite=mp.isfinite,
        isinf=mp.isinf,
        isnan=mp.isnan,
        pi=mp.pi,
        inf=mp.inf,
        nan=mp.nan,
    ),
)


def array(values):
    """Read numbers, or an array of floats, as numbers of fifty digits."""
    return xp.asarray(values.data if isinstance(values, ObjectArray) else values)


def floats(x, dtype=np.float64):
    """Round an array of this reading to the nearest floats."""
    return np.asarray(x.data, dtype=dtype)
