"""Arrays of exact scalars that follow the array API standard as far as `impl` needs it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

REAL, BOOL, INT = "real", "bool", "int"


@dataclass(frozen=True)
class FloatInfo:
    """The range of the scalars: exact ones have no lowest and no largest finite number."""

    min: Any
    max: Any


def bound_anew(self, other):
    """Refuse an operator that changes an array in place: here its name alone would be bound anew.

    NumPy changes what every other name of the array holds, too.
    """
    raise NotImplementedError(
        "an operator changes an array in place, as y += x does; expected a new one: y = y + x"
    )


IN_PLACE = [
    f"__i{name}__"
    for name in (
        *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow"),
        *("and", "or", "xor", "lshift", "rshift"),
    )
]


def changes_nothing(arrays):
    """Let arrays of a class refuse every operator that would change them in place."""
    for name in IN_PLACE:
        setattr(arrays, name, bound_anew)
    return arrays


@changes_nothing
class ObjectArray:
    """An n-dimensional array of exact scalars, in the namespace that made it."""

    __array_priority__ = _op_priority = 100  # before NumPy's arrays, and SymPy's numbers
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, data, dtype, xp):
        self.data = data  # numpy array of objects
        self.dtype = dtype
        self.xp = xp

    def __array_namespace__(self, api_version=None):
        return self.xp

    shape = property(lambda self: self.data.shape)
    ndim = property(lambda self: self.data.ndim)
    mT = property(lambda self: self._like(self.data.swapaxes(-1, -2)))  # noqa: N815 (standard name)

    def flat(self):
        """Return the entries as a list, row after row."""
        return self.data.ravel().tolist()

    def _like(self, data, dtype=None):
        return ObjectArray(np.asarray(data, dtype=object), dtype or self.dtype, self.xp)

    def _binary(self, other, operation, dtype=None):
        return self.xp._elementwise(operation, self, other, dtype=dtype)

    def __add__(self, other):
        return self._binary(other, np.add)

    def __sub__(self, other):
        return self._binary(other, np.subtract)

    def __mul__(self, other):
        return self._binary(other, np.multiply)

    def __truediv__(self, other):
        return self._binary(other, np.true_divide)

    def __rtruediv__(self, other):
        return self._binary(other, lambda a, b: b / a)

    def __rmul__(self, other):
        return self._binary(other, lambda a, b: b * a)

    def __mod__(self, other):
        return self._binary(other, np.remainder)

    __radd__ = __add__

    def __rsub__(self, other):
        return self._binary(other, lambda a, b: b - a)

    def __neg__(self):
        return self._binary(-1, lambda a, b: a * b)

    def __abs__(self):
        return self.xp._elementwise(self.xp.scalars.abs, self)

    def __matmul__(self, other):
        return self._like(self.xp.matmul(self.data, other.data))

    def __eq__(self, other):
        return self._binary(other, self.xp.scalars.equal, BOOL)

    def __ne__(self, other):
        return self._binary(other, lambda a, b: not self.xp.scalars.equal(a, b), BOOL)

    def __lt__(self, other):
        return self._binary(other, self.xp.scalars.less, BOOL)

    def __gt__(self, other):
        return self._binary(other, lambda a, b: self.xp.scalars.less(b, a), BOOL)

    def __and__(self, other):
        return self._binary(other, lambda a, b: a and b, BOOL)

    def __or__(self, other):
        return self._binary(other, lambda a, b: a or b, BOOL)

    def __getitem__(self, index):
        return self._like(self.data[index])

    def __bool__(self):
        if self.ndim:
            raise ValueError(f"the truth of an array of shape {self.shape} is ambiguous")
        return bool(self.data.item())

    def __int__(self):
        return int(self.data.item())

    def __index__(self):
        if self.dtype != INT:
            raise TypeError(f"{self.xp.__name__}: {self.dtype} is no place")
        return int(self)

    def item(self):
        """Return the one scalar."""
        return self.data.item()

    def __repr__(self):
        return f"{self.xp.__name__}.asarray({self.data.tolist()})"

    def tolist(self):
        """Return nested lists of the scalars."""
        return self.data.tolist()
