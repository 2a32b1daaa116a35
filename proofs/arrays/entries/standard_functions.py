"""The functions of the array API standard that `impl` needs, on arrays of general entries."""

from functools import reduce

import sympy as sp

from proofs.arrays.entries import scalars, whole_rows
from proofs.arrays.entries.argsort import ranked
from proofs.arrays.entries.array import Array, divided, kind, of_number
from proofs.arrays.entries.axes import (
    UNIT,
    Axis,
    Combined,
    InARow,
    Place,
    Plain,
    Product,
    is_unit,
    joined,
    length,
    summed,
)
from proofs.arrays.entries.folding import NotReadError, minus, of_sizes, plus, times
from proofs.arrays.entries.scalars import Entry, finite, scalar
from proofs.arrays.many import seen
from proofs.arrays.objects import BOOL, INT, REAL, FloatInfo
from theory.stating.operations import delta, pi
from theory.stating.terms import ONE, ZERO, Number


class Namespace:
    """Array functions, entry by entry."""

    __name__ = "entries"
    inf, nan, pi = sp.oo, sp.nan, pi
    float64, int64, bool = REAL, INT, BOOL

    def __getattr__(self, name):
        raise AttributeError(f"entries: there is no '{name}' in this reading")

    def isdtype(self, dtype, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        return {REAL: "real floating", BOOL: "bool", INT: "integral"}[dtype] in kinds

    def finfo(self, dtype):
        return FloatInfo(min=-sp.oo, max=sp.oo)

    def same(self, one, other):
        """Return the axis that two are; refuse two sizes."""
        if is_unit(one) != is_unit(other):
            raise ValueError(f"entries: the sizes {one} and {other} differ")
        return joined(one, other)

    def stretched(self, *several):
        """Return the axes to which all broadcast."""
        axes: list[Axis] = [UNIT] * max(map(len, several))
        for own in several:
            for k in range(1, len(own) + 1):
                axes[-k] = joined(axes[-k], own[-k])
        return tuple(axes)

    def kind(self, *arguments):
        """Return the dtype that an operation on these gives."""
        kinds = [kind(each) for each in arguments]
        return REAL if REAL in kinds else INT if INT in kinds else BOOL

    def truths(self, x):
        """Refuse numbers where a truth is asked for: each that is not 0 would be one."""
        if kind(x) != BOOL:
            raise NotReadError("entries: a number as a condition; expected a comparison")

    def map(self, operation, *arguments, dtype=None):
        """Apply an operation entry by entry."""
        given = [a if isinstance(a, Array) else scalar(a) for a in arguments]
        axes = self.stretched(*(a.axes for a in given if isinstance(a, Array)))

        def make(*places):
            held = (
                a.at(*places[len(places) - a.ndim :]) if isinstance(a, Array) else a for a in given
            )
            return operation(*held)

        return Array(axes, dtype or self.kind(*arguments), make)

    def asarray(self, values, dtype=None):
        if isinstance(values, Array):
            return self.astype(values, dtype or values.dtype)
        if isinstance(values, list | tuple):
            numbers = [self.asarray(each, dtype) for each in values]
            held = [each.at() for each in numbers]
            size = Number(ONE.value * len(held))
            row = Array([Plain(size)], self.kind(*numbers), lambda p: _one_of(held, p))
        else:
            row = Array((), kind(values), lambda: scalar(values))
        return self.astype(row, dtype or row.dtype)

    def astype(self, x, dtype):
        if x.dtype == REAL != dtype:
            raise NotReadError("entries: a real number as a whole one")
        if dtype == BOOL != x.dtype:
            raise NotReadError("entries: a number as a truth; expected a comparison")
        return Array(x.axes, dtype, x.at)

    def zeros_like(self, x):
        return Array(x.axes, x.dtype, lambda *places: Entry(ZERO))

    def arange(self, stop):
        last = stop.at().value if isinstance(stop, Array) else of_sizes(sp.sympify(stop))
        return Array([Plain(last)], INT, lambda p: Entry(minus(p, ONE)))

    def exp(self, x):
        return self.map(scalars.function("exp", ZERO), x, dtype=REAL)

    def log(self, x):
        return self.map(scalars.function("log"), x, dtype=REAL)

    def sqrt(self, x):
        return self.map(scalars.function("sqrt"), x, dtype=REAL)

    def tanh(self, x):
        return self.map(scalars.function("tanh"), x, dtype=REAL)

    def sin(self, x):
        return self.map(scalars.function("sin"), x, dtype=REAL)

    def cos(self, x):
        return self.map(scalars.function("cos"), x, dtype=REAL)

    def pow(self, x, y):
        return x**y

    def maximum(self, x, y):
        return self.map(scalars.larger, x, y)

    def minimum(self, x, y):
        return self.map(scalars.smaller, x, y)

    def where(self, condition, x, y):
        self.truths(condition)
        return self.map(scalars.chosen, condition, x, y, dtype=self.kind(x, y))

    def isfinite(self, x):
        return self.map(scalars.is_finite, x, dtype=BOOL)

    def isinf(self, x):
        return self.map(scalars.is_infinite, x, dtype=BOOL)

    def isnan(self, x):
        return self.map(scalars.is_unknown, x, dtype=BOOL)

    def _reduce(self, x, axis, keepdims, operation, dtype=None):
        axis = axis % x.ndim
        own, axes = x.axes[axis], list(x.axes)
        axes[axis : axis + 1] = [UNIT] if keepdims else []

        def make(*places):
            before, after = places[:axis], places[axis + keepdims :]
            return operation(own, lambda place: x.at(*before, place, *after))

        return Array(axes, dtype or x.dtype, make)

    def sum(self, x, axis=None, keepdims=False):
        def total(own, at):
            return Entry(summed(own, lambda place: finite(at(place), "sum")))

        if x.dtype == BOOL:
            x = self.astype(x, INT)  # a count is no truth
        if axis is not None:
            return self._reduce(x, axis, keepdims, total)
        while x.ndim:
            x = self._reduce(x, -1, False, total)
        return x

    def max(self, x, axis, keepdims=False):
        return self._reduce(x, axis, keepdims, whole_rows.largest)

    def argmax(self, x, axis, keepdims=False):
        return self._reduce(x, axis, keepdims, whole_rows.first_largest, INT)

    def argsort(self, x, axis=-1, descending=False, stable=True):
        if not descending:
            raise NotReadError("entries: argsort from the smallest on")
        axis = axis % x.ndim
        own = x.axes[axis]

        def make(*places):
            row = lambda place: x.at(*places[:axis], place, *places[axis + 1 :])
            return ranked(own, row, places[axis])

        return Array(x.axes, INT, make)

    def any(self, x, axis=None, keepdims=False):
        return self._truth(x, axis, keepdims, True)

    def all(self, x, axis=None, keepdims=False):
        return self._truth(x, axis, keepdims, False)

    def _truth(self, x, axis, keepdims, any_):
        self.truths(x)
        if axis is None:
            value = whole_rows.truth(list(x.axes), x.at, any_)
            return Array((), BOOL, lambda: Entry(value))
        one = lambda own, at: Entry(whole_rows.truth([own], at, any_))
        return self._reduce(x, axis, keepdims, one, BOOL)

    def take(self, x, indices, axis):
        if axis != 0 or indices.ndim != 1:
            raise NotReadError("entries: take of anything but rows")
        if indices.dtype != INT:
            raise NotReadError(f"entries: {indices!r} are no places; expected whole numbers")
        row = lambda place: of_number(x.axes[0], plus(indices.at(place).value, ONE))
        axes = (indices.axes[0], *x.axes[1:])
        return Array(axes, x.dtype, lambda p, *rest: x.at(row(p), *rest))

    def reshape(self, x, shape):
        wanted = [x.__array_namespace__().size(x)] if tuple(shape) == (-1,) else list(shape)
        groups = divided(x.axes, wanted)
        axes = [g[0] if len(g) == 1 else Product(tuple(g)) if g else UNIT for g in groups]

        def make(*places):
            parts = []
            for group, place in zip(groups, places, strict=True):
                parts += [] if not group else [place] if len(group) == 1 else list(place.parts)
            return x.at(*(_closed(axis, parts) for axis in x.axes))

        return Array(axes, x.dtype, make)

    def size(self, x):
        """Return how many entries there are."""
        return seen(sp.Mul(*map(length, x.axes)))

    def concat(self, arrays, axis=0):
        axis = axis % arrays[0].ndim
        others = [(*a.axes[:axis], *a.axes[axis + 1 :]) for a in arrays]
        axes = list(self.stretched(*others))
        axes.insert(axis, InARow(tuple(a.axes[axis] for a in arrays)))

        def make(*places):
            place = places[axis]
            return arrays[place.block].at(*places[:axis], place.part, *places[axis + 1 :])

        return Array(axes, self.kind(*arrays), make)

    def expand_dims(self, x, axis):
        place = axis % (x.ndim + 1)
        axes = (*x.axes[:place], UNIT, *x.axes[place:])
        return Array(axes, x.dtype, lambda *p: x.at(*p[:place], *p[place + 1 :]))

    def moveaxis(self, x, source, destination):
        order = list(range(x.ndim))
        order.insert(destination % x.ndim, order.pop(source % x.ndim))
        back = [order.index(k) for k in range(x.ndim)]
        axes = [x.axes[k] for k in order]
        return Array(axes, x.dtype, lambda *p: x.at(*(p[k] for k in back)))

    def broadcast_to(self, x, shape):
        axes = self.stretched([Plain(of_sizes(sp.sympify(s))) for s in shape], x.axes)
        return Array(axes, x.dtype, lambda *p: x.at(*p[len(p) - x.ndim :]))


def _one_of(held: list[Entry], place: Place) -> Entry:
    """Return what stands at a place of a list, also at one that may be any of its places."""
    places = [Number(ONE.value * k) for k in range(1, len(held) + 1)]
    if place in places:
        return held[places.index(place)]
    chosen = (
        times(delta(place, k), finite(e, "a choice")) for k, e in zip(places, held, strict=True)
    )
    return Entry(reduce(plus, chosen))


def _closed(axis, parts):
    """Return the place on an axis, of the places on the axes that it is made of."""
    if is_unit(axis):
        return ONE
    if isinstance(axis, Product):
        return Combined(axis, tuple(_closed(each, parts) for each in axis.factors))
    return parts.pop(0)


xp = Namespace()
