"""Arrays whose general entry is a term in its indices, over axes of symbolic size."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import sympy as sp

from proofs.arrays.entries import scalars
from proofs.arrays.entries.axes import (
    UNIT,
    Axis,
    Place,
    Plain,
    Product,
    fitted,
    flat,
    is_open,
    is_unit,
    length,
    on_axis,
    summed,
)
from proofs.arrays.entries.folding import NotReadError, both, minus, of_sizes, opposite, plus
from proofs.arrays.entries.paths import decided
from proofs.arrays.entries.scalars import Entry, finite
from proofs.arrays.many import Many, seen
from proofs.arrays.objects import BOOL, INT, REAL, changes_nothing
from theory.stating.operations import delta
from theory.stating.symbolic import symbolic
from theory.stating.terms import ONE, ZERO, Number, Operation, Term

Make = Callable[..., Entry]


@changes_nothing
class Array:
    """Axes, a kind of number, and what stands at each place."""

    __array_priority__ = _op_priority = 100  # before NumPy's arrays, and SymPy's numbers
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, axes, dtype: str, make: Make):
        self.axes: tuple[Axis, ...] = tuple(axes)
        self.dtype, self._make = dtype, make
        self._made: dict[tuple[Place, ...], Entry] = {}  # one place has one entry, and one only

    shape = property(lambda self: tuple(seen(length(axis)) for axis in self.axes))
    ndim = property(lambda self: len(self.axes))
    mT = property(lambda self: self._exchanged())  # noqa: N815 (standard name)

    @property
    def free_symbols(self):
        """What a size is made of, where the array stands for one."""
        return symbolic(self.at().value).free_symbols

    def __array_namespace__(self, api_version=None):
        from proofs.arrays.entries.standard_functions import xp

        return xp

    def at(self, *places: Place) -> Entry:
        """Return what stands at a place."""
        for k, (axis, place) in enumerate(zip(self.axes, places, strict=True)):
            if isinstance(place, Term) and is_open(axis, place):
                return self._at_number(k, axis, places)
        return self.found(*(fitted(a, p) for a, p in zip(self.axes, places, strict=True)))

    def found(self, *places: Place) -> Entry:
        """Return what stands at a place that lies on the axes."""
        if places not in self._made:
            self._made[places] = self._make(*places)
        return self._made[places]

    def _at_number(self, k, axis, places):
        """Return what stands at a number that may be one place or another: one place is it."""
        number = on_axis(axis, places[k])

        def there(place):
            chosen = delta(number, flat(place))
            return chosen * finite(self.at(*places[:k], place, *places[k + 1 :]), "a choice")

        return Entry(summed(axis, there))

    def _exchanged(self):
        axes = (*self.axes[:-2], self.axes[-1], self.axes[-2])
        return Array(axes, self.dtype, lambda *p: self.at(*p[:-2], p[-1], p[-2]))

    def _two(self, other, operation, dtype=None):
        return self.__array_namespace__().map(operation, self, other, dtype=dtype)

    def _numbers(self, other, operation, dtype=None):
        """Apply an operation of numbers: that of two truths is another, or there is none."""
        if self.dtype == BOOL == kind(other):
            raise NotReadError("entries: arithmetic of truths; expected numbers: use astype first")
        return self._two(other, operation, dtype)

    def _truths(self, other, operation):
        """Apply an operation of truths: of whole numbers it is one of their digits."""
        if self.dtype != BOOL or kind(other) != BOOL:
            raise NotReadError("entries: & or | of numbers; expected truths: compare them first")
        return self._two(other, operation, BOOL)

    def _whole(self, other) -> bool:
        return self.dtype == INT == kind(other)

    def __add__(self, other):
        return self._numbers(other, scalars.add)

    __radd__ = __add__

    def __sub__(self, other):
        return self._numbers(other, scalars.subtract)

    def __rsub__(self, other):
        return self._numbers(other, lambda p, q: scalars.subtract(q, p))

    def __mul__(self, other):
        return self._numbers(other, scalars.multiply)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._numbers(other, scalars.divide, REAL)

    def __rtruediv__(self, other):
        return self._numbers(other, lambda p, q: scalars.divide(q, p), REAL)

    def __pow__(self, other):
        raised = lambda p, q: Entry(finite(p, "power") ** finite(q, "power"))
        return self._numbers(other, raised, REAL)

    def __mod__(self, other):
        if other != 2:
            raise NotReadError(f"entries: a remainder by {other}; expected 2")
        return self._numbers(other, lambda p, q: Entry(Operation("odd", (finite(p, "remainder"),))))

    def __neg__(self):
        return self._numbers(self, lambda p, q: scalars.negative(p))

    def __abs__(self):
        return self._numbers(self, lambda p, q: scalars.size(p))

    def __eq__(self, other):
        return self._two(other, scalars.same_place if self._whole(other) else scalars.equal, BOOL)

    def __ne__(self, other):
        same = self == other
        return Array(same.axes, BOOL, lambda *p: Entry(opposite(same.at(*p).value)))

    def __lt__(self, other):
        return self._two(other, scalars.before if self._whole(other) else scalars.less, BOOL)

    def __gt__(self, other):
        smaller = scalars.before if self._whole(other) else scalars.less
        return self._two(other, lambda p, q: smaller(q, p), BOOL)

    def __and__(self, other):
        return self._truths(other, lambda p, q: Entry(both(p.value, q.value)))

    def __or__(self, other):
        neither = lambda p, q: both(opposite(p.value), opposite(q.value))
        return self._truths(other, lambda p, q: Entry(opposite(neither(p, q))))

    def __matmul__(self, other):
        """Multiply matrices; a vector is a row on the left, a column on the right."""
        if self.dtype == BOOL == other.dtype:
            raise NotReadError("entries: a product of truths; expected numbers: use astype first")
        if self.ndim == 1:
            product = self[None, ...] @ other
            return product[0] if other.ndim == 1 else product[..., 0, :]
        if other.ndim == 1:
            return (self @ other[..., None])[..., 0]
        xp = self.__array_namespace__()
        inner = xp.same(self.axes[-1], other.axes[-2])
        batch = xp.stretched(self.axes[:-2], other.axes[:-2])

        def make(*places):
            *outer, row, column = places
            left = outer[len(outer) - self.ndim + 2 :]
            right = outer[len(outer) - other.ndim + 2 :]

            def product(place):
                p, q = self.at(*left, row, place), other.at(*right, place, column)
                return finite(scalars.multiply(p, q), "product")

            return Entry(summed(inner, product))

        return Array((*batch, self.axes[-2], other.axes[-1]), REAL, make)

    def __getitem__(self, key):
        keys = list(key if isinstance(key, tuple) else (key,))
        here = next((k for k, each in enumerate(keys) if each is ...), len(keys))
        given = sum(each is not None and each is not ... for each in keys)
        keys[here : here + 1] = [slice(None)] * (self.ndim - given)
        axes: list[Axis] = []
        placed: list[tuple] = []  # for each own axis: how its place comes from the new ones
        own = iter(self.axes)
        for each in keys:
            if each is None:
                axes.append(UNIT)
                continue
            axis = next(own)
            if isinstance(each, int):
                placed.append((None, _numbered(axis, each)))
            elif kind(each) != INT and not isinstance(each, slice):
                raise NotReadError(f"entries: {each!r} is no place; expected a whole number")
            elif isinstance(each, Array | Many | sp.Expr):  # a place, counted from 0
                number = each.at().value if isinstance(each, Array) else of_sizes(sp.sympify(each))
                placed.append((None, of_number(axis, plus(number, ONE))))
            else:
                cut, shift = _cut(axis, each)
                placed.append((len(axes), shift))
                axes.append(cut)

        def make(*places):
            return self.at(
                *(p if k is None else p(places[k]) if callable(p) else places[k] for k, p in placed)
            )

        return Array(axes, self.dtype, make)

    def __bool__(self):
        if self.ndim:
            raise ValueError(f"the truth of an array of shape {self.shape} is ambiguous")
        here = self.at()
        return decided(here.value if self.dtype == BOOL else scalars.differs(here, ZERO))

    def __int__(self):
        return scalars.one_of_few(self.at())

    def __repr__(self):
        return f"entries.Array({self.shape}, {self.dtype})"


def kind(value: Any) -> str:
    """Return the dtype of an array, or of a number that the code holds."""
    if isinstance(value, Array):
        return value.dtype
    if isinstance(value, bool):
        return BOOL
    number = value.number if isinstance(value, Many) else value
    whole = isinstance(number, int) or getattr(number, "is_integer", False) is True
    return INT if whole else REAL


def of_number(axis: Axis, number: Term) -> Term:
    """Return a place that the code counts; on an axis of one place it is shown to be that one."""
    return on_axis(axis, number) if is_unit(axis) else number


def _numbered(axis: Axis, number: int) -> Place:
    """Return the place that a number from 0 on, or from the end, means."""
    place = Number(ONE.value * (number + 1))
    return fitted(axis, of_number(axis, place if number >= 0 else plus(axis.size, place)))


def _cut(axis: Axis, key: slice):
    """Return the part of an axis that a slice leaves, and where its places stand."""
    if key == slice(None):
        return axis, None
    if key == slice(-1, None):  # the last one
        return UNIT, lambda place: _numbered(axis, -1)
    start = scalars.scalar(key.start or 0).value
    if key.step is None:  # so many from one on
        stop = axis.size if key.stop is None else scalars.scalar(key.stop).value
        if _follow(ZERO, start, stop, axis.size):
            shift = None if start == ZERO else lambda place: plus(place, start)
            return Plain(minus(stop, start)), shift
    half = sp.expand(length(axis) / 2)
    if key.step == 2 and key.stop is None and start in (ZERO, ONE) and half.is_integer:
        return Plain(of_sizes(half)), lambda place: minus(plus(2 * place, start), ONE)
    raise NotReadError(f"entries: the slice {key}")


def _follow(*numbers: Term) -> bool:
    """Say whether each number is shown to be no larger than the next."""
    gaps = (sp.expand(symbolic(q) - symbolic(p)) for p, q in pairwise(numbers))
    return all(gap.is_nonnegative for gap in gaps)


def divided(axes, shape):
    """Return for each size of a shape the axes that make it up."""
    plain = [leaf for axis in axes for leaf in _leaves(axis)]
    groups = []
    for wanted in map(sp.sympify, shape):
        group: list[Axis] = []
        while wanted != 1 and sp.expand(length(Product(tuple(group))) - wanted) != 0:
            if not plain:
                raise NotReadError(f"entries: {axes} as {shape}")
            group.append(plain.pop(0))
        groups.append(group)
    return groups


def _leaves(axis: Axis):
    if isinstance(axis, Product):
        return [leaf for each in axis.factors for leaf in _leaves(each)]
    return [] if is_unit(axis) else [axis]
