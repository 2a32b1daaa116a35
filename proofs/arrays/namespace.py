"""The functions of the array API standard that `impl` needs, on arrays of exact scalars.

Two readings use it: a `Namespace` brings the scalars (SymPy expressions, mpmath numbers) and their
elementary functions. A function that is not listed here raises an AttributeError that says so; no
reading turns to floats without a word.
"""

from functools import reduce
from math import prod

import numpy as np

from proofs.arrays.objects import BOOL, INT, REAL, FloatInfo, ObjectArray

TRUTHS = (bool, np.bool_)


class Namespace:
    """The functions of the standard that `impl` uses, over the scalars of one reading."""

    float64, int64 = REAL, INT
    bool = BOOL

    def __init__(self, name, scalars):
        self.__name__ = name
        self.scalars = scalars  # convert, exp, log, maximum, equal, less, inf, nan
        self.inf, self.nan, self.pi = scalars.inf, scalars.nan, scalars.pi

    def __getattr__(self, name):
        raise AttributeError(
            f"{self.__name__}: there is no '{name}' in this reading; add it to proofs/arrays if "
            "impl needs it"
        )

    def asarray(self, values, dtype=None):
        """Make an array of nested lists of scalars, or of an array of numbers."""
        held = values.data if isinstance(values, ObjectArray) else values
        raw = np.asarray(held, dtype=object)
        if dtype is None:
            truths = raw.size > 0 and all(isinstance(each, TRUTHS) for each in raw.flat)
            dtype = BOOL if truths else REAL
        convert = {BOOL: bool, INT: int}.get(dtype, self.scalars.convert)
        read = lambda value: convert(int(value) if isinstance(value, TRUTHS) else value)
        return ObjectArray(_each(read, raw), dtype, self)

    def _of(self, number, dtype):
        if type(number) not in (int, float):
            return self.asarray(number, dtype)
        held = number if dtype == INT else self.scalars.convert(number)
        return ObjectArray(_single(held), dtype or REAL, self)

    def _elementwise(self, operation, *arguments, dtype=None):
        whole = all(
            a.dtype == INT if isinstance(a, ObjectArray) else type(a) is int for a in arguments
        )
        kind = INT if whole else None
        arrays = [a if isinstance(a, ObjectArray) else self._of(a, kind) for a in arguments]
        data = _each(operation, *(a.data for a in arrays))
        kinds = [a.dtype for a in arrays]
        return ObjectArray(data, dtype or (REAL if REAL in kinds else kinds[0]), self)

    def _reduce(self, x, axis, keepdims, operation, dtype=None):
        axes = tuple(range(x.ndim)) if axis is None else (axis % x.ndim,)
        others = [k for k in range(x.ndim) if k not in axes]
        left = [x.shape[k] for k in others]
        rows = x.data.transpose(*others, *axes).reshape(prod(left), -1 if x.data.size else 0)
        data = np.empty(len(rows), dtype=object)
        for place, row in enumerate(rows.tolist()):
            data[place] = operation(row)
        if keepdims:
            left = [1 if k in axes else x.shape[k] for k in range(x.ndim)]
        return ObjectArray(data.reshape(left), dtype or x.dtype, self)

    def isdtype(self, dtype, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        return {REAL: "real floating", BOOL: "bool", INT: "integral"}[dtype] in kinds

    def finfo(self, dtype):
        return FloatInfo(min=-self.inf, max=self.inf)

    def astype(self, x, dtype):
        return self.asarray(x.data, dtype=dtype)

    def zeros_like(self, x):
        return self.asarray(np.zeros(x.shape, dtype=int))

    def arange(self, stop):
        return ObjectArray(np.asarray(range(stop), dtype=object), INT, self)

    def exp(self, x):
        return self._elementwise(self.scalars.exp, x)

    def log(self, x):
        return self._elementwise(self.scalars.log, x)

    def tanh(self, x):
        return self._elementwise(self.scalars.tanh, x)

    def sqrt(self, x):
        return self._elementwise(self.scalars.sqrt, x)

    def sin(self, x):
        return self._elementwise(self.scalars.sin, x)

    def cos(self, x):
        return self._elementwise(self.scalars.cos, x)

    def pow(self, x, y):
        return self._elementwise(lambda a, b: a**b, x, y)

    def maximum(self, x, y):
        return self._elementwise(self.scalars.maximum, x, y)

    def minimum(self, x, y):
        return -1 * self.maximum(-1 * x, -1 * y)

    def where(self, condition, x, y):
        return self._elementwise(lambda c, a, b: a if c else b, condition, x, y)

    def isfinite(self, x):
        return self._elementwise(self.scalars.isfinite, x, dtype=BOOL)

    def isinf(self, x):
        return self._elementwise(self.scalars.isinf, x, dtype=BOOL)

    def isnan(self, x):
        return self._elementwise(self.scalars.isnan, x, dtype=BOOL)

    def sum(self, x, axis=None, keepdims=False):
        zero = self.scalars.convert(0)
        return self._reduce(x, axis, keepdims, lambda row: sum(row, start=zero))

    def max(self, x, axis=None, keepdims=False):
        return self._reduce(x, axis, keepdims, lambda row: reduce(self.scalars.maximum, row))

    def any(self, x, axis=None, keepdims=False):
        return self._reduce(x, axis, keepdims, any, BOOL)

    def all(self, x, axis=None, keepdims=False):
        return self._reduce(x, axis, keepdims, all, BOOL)

    def argmax(self, x, axis, keepdims=False):
        def first_largest(row):
            best = 0
            for place, value in enumerate(row):
                best = place if self.scalars.less(row[best], value) else best
            return best

        return self._reduce(x, axis, keepdims, first_largest, INT)

    def take(self, x, indices, axis):
        return x._like(np.take(x.data, indices.data.astype(int), axis=axis))

    def matmul(self, a, b):
        """Multiply matrices of scalars, without the arrays around them."""
        return np.matmul(a, b)

    def reshape(self, x, shape):
        return x._like(x.data.reshape(shape))

    def concat(self, arrays, axis=0):
        return arrays[0]._like(np.concatenate([each.data for each in arrays], axis=axis))

    def expand_dims(self, x, axis):
        return x._like(np.expand_dims(x.data, axis))

    def moveaxis(self, x, source, destination):
        return x._like(np.moveaxis(x.data, source, destination))

    def broadcast_to(self, x, shape):
        return x._like(np.broadcast_to(x.data, shape))


def _each(function, *arrays):
    """Return the array of what a function gives for each entry of arrays that broadcast."""
    is_own = isinstance(function, np.ufunc)  # of NumPy, as + is, which asks the scalars for theirs
    each = function if is_own else np.frompyfunc(function, len(arrays), 1)
    with np.errstate(all="ignore"):  # a comparison of Python's nan leaves the processor's flag
        found = each(*arrays)
    return found if isinstance(found, np.ndarray) else _single(found)


def _single(scalar):
    array = np.empty((), dtype=object)
    array[()] = scalar
    return array
