"""The dependence reading: each entry is the set of inputs that it may depend on.

The result of an operation depends on all its arguments, with two exceptions: a known zero times
anything is zero, and `where` takes one side. So an input that is missing from an entry has no
influence on it; an input that is there may have one. Data is assumed finite, and it passes all
guards of `impl`.
"""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from proofs.arrays.namespace import Namespace


@dataclass(frozen=True)
class Entry:
    """The names of the inputs; whether the entry is always zero, or always ±∞."""

    names: frozenset = frozenset()
    zero: bool = False
    infinite: int = 0

    def _with(self, other):
        other = _entry(other)
        if self.infinite or other.infinite:
            return self if self.infinite else other
        return Entry(self.names | other.names, self.zero and other.zero)

    def __mul__(self, other):
        other = _entry(other)
        if self.zero or other.zero:
            return ZERO
        if self.infinite or other.infinite:  # only positive constants multiply or divide ±∞
            return self if self.infinite else other
        return Entry(self.names | other.names)

    def __truediv__(self, other):
        return self if self.zero or self.infinite else Entry(self.names | _entry(other).names)

    def __rtruediv__(self, other):
        return _entry(other) / self

    def __pow__(self, other):
        return Entry(self.names | _entry(other).names)

    def __abs__(self):
        return Entry(self.names, self.zero, abs(self.infinite))

    def __neg__(self):
        return Entry(self.names, self.zero, -self.infinite)

    __add__ = __radd__ = __sub__ = __rsub__ = _with
    __rmul__ = __mul__


ZERO = Entry(zero=True)


def _entry(value):
    if isinstance(value, Entry):
        return value
    return ZERO if value == 0 else Entry()


def _same(x):
    return Entry(x.names)


def _exp(x):
    return ZERO if x.infinite < 0 else Entry(x.names)


def _maximum(x, y):
    x, y = _entry(x), _entry(y)
    if x.infinite < 0 or y.infinite < 0:
        return y if x.infinite < 0 else x
    return Entry(x.names | y.names)


def _equal(x, y):
    if isinstance(x, Entry) or isinstance(y, Entry):
        x, y = _entry(x), _entry(y)
        return (x.zero and y.zero) or (x.infinite == y.infinite != 0)
    return x == y


def _less(x, y):
    return False if isinstance(x, Entry) or isinstance(y, Entry) else x < y


xp = Namespace(
    "dependence",
    SimpleNamespace(
        convert=_entry,
        exp=_exp, log=_same, tanh=_same, sqrt=_same, sin=_same, cos=_same, abs=abs,
        maximum=_maximum,
        equal=_equal,
        less=_less,
        isfinite=lambda x: not x.infinite,
        isinf=lambda x: bool(x.infinite),
        isnan=lambda x: False,
        pi=Entry(),
        inf=Entry(infinite=1),
        nan=Entry(frozenset({"NaN"})),
    ),
)  # fmt: skip


def inputs(name, rows, width):
    """Return an array whose row k is the input `name k`, counted from 1."""
    data = np.empty((rows, width), dtype=object)
    for row in range(rows):
        data[row, :] = [Entry(frozenset({f"{name}{row + 1}"}))] * width
    return xp.asarray(data)


def constants(*shape):
    """Return an array of constants that are not zero: weights, for instance."""
    data = np.empty(shape, dtype=object)
    for index in np.ndindex(shape):
        data[index] = Entry()
    return xp.asarray(data)


def names(array):
    """Return for each row of the last axis the inputs that it may depend on."""
    rows = array.data.reshape(-1, array.shape[-1])
    return [frozenset().union(*(entry.names for entry in row)) for row in rows]
