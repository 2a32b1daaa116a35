"""The brief reading: arrays of bfloat16, of ml_dtypes, which NumPy's part of the standard refuses.

`impl` runs unchanged. Each operation is computed on bfloat16 and rounded to it, sums and products
of matrices term after term: an order like any other, in which a sum soon stands still. Kernels keep
sums in float32 and round them once; `tests/helpers/accumulated.py` is such a kernel.

It needs ml_dtypes, which no other reading does.
"""

from types import SimpleNamespace

import ml_dtypes
import numpy as np

from proofs.arrays.namespace import Namespace
from proofs.arrays.objects import FloatInfo, ObjectArray

brief = ml_dtypes.bfloat16
INFO = ml_dtypes.finfo(brief)


class _Brief(Namespace):
    """The functions of the standard over numbers of bfloat16, which has a largest one."""

    def finfo(self, dtype):
        """Return the range of the format."""
        return FloatInfo(min=float(INFO.min), max=float(INFO.max))

    def _elementwise(self, operation, *arguments, dtype=None):
        with np.errstate(all="ignore"):  # a logarithm of 0, and what overflows, are asked for
            return super()._elementwise(operation, *arguments, dtype=dtype)


def _rounded(function):
    return lambda *numbers: brief(function(*numbers))


xp = _Brief(
    "brief",
    SimpleNamespace(
        convert=brief,
        exp=_rounded(np.exp),
        log=_rounded(np.log),
        tanh=_rounded(np.tanh),
        sqrt=_rounded(np.sqrt),
        sin=_rounded(np.sin),
        cos=_rounded(np.cos),
        abs=abs,
        maximum=_rounded(np.maximum),
        equal=lambda a, b: bool(a == b),
        less=lambda a, b: bool(a < b),
        isfinite=lambda a: bool(np.isfinite(a)),
        isinf=lambda a: bool(np.isinf(a)),
        isnan=lambda a: bool(np.isnan(a)),
        pi=np.pi,
        inf=np.inf,
        nan=np.nan,
    ),
)


def array(values):
    """Read numbers, or an array of floats, as bfloat16."""
    return xp.asarray(floats(values))


def floats(found):
    """Return an array of the reading, or of ml_dtypes, as float64, exactly."""
    return np.asarray(found.data if isinstance(found, ObjectArray) else found, dtype=np.float64)
