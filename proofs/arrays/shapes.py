"""The shapes reading: arrays that have only a symbolic shape. `cost.py` counts what a run costs.

A size is a positive number, or a symbol that stands for any size, of which the code may not ask
which number it is (`many.py`). So what type-checks here does so for all sizes. There is no data, so
`impl` runs as it does for finite data that passes all its guards: `any` of a comparison is false,
`all` is true. `asked.turning` gives one of these questions the other answer.
"""

import weakref

import sympy as sp

from proofs.arrays.asked import turns
from proofs.arrays.cost import count, entries, running
from proofs.arrays.cost import counting as counting
from proofs.arrays.many import plain, seen
from proofs.arrays.objects import BOOL, INT, REAL, FloatInfo, changes_nothing


@changes_nothing
class ShapeArray:
    """An array without data: its shape, its kind, and (from any or all) its truth."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, shape, dtype=REAL, truth=None, view_of=None):
        self.sizes = tuple(map(plain, shape))
        self.dtype, self.truth, self._base = dtype, truth, view_of
        self.is_sure = False  # of what every number answers alike: it is finite, and no NaN
        cost = running()
        if cost is not None and view_of is None:
            size = entries(self.sizes)
            cost.allocate(size)
            weakref.finalize(self, cost.allocate, -size)

    shape = property(lambda self: tuple(map(seen, self.sizes)))
    ndim = property(lambda self: len(self.sizes))
    mT = property(lambda self: self._view((*self.sizes[:-2], *self.sizes[:-3:-1])))  # noqa: N815

    def __array_namespace__(self, api_version=None):
        return xp

    def _view(self, shape):
        return ShapeArray(shape, self.dtype, view_of=self)

    def _with(self, other=None, dtype=None):
        return _entrywise("elementwise", self, *([] if other is None else [other]), dtype=dtype)

    def __matmul__(self, other):
        left = self.sizes if self.ndim > 1 else (1, *self.sizes)
        right = other.sizes if other.ndim > 1 else (*other.sizes, 1)
        if left[-1] != right[-2]:
            raise ValueError(
                f"shapes: a product of {self.sizes} and {other.sizes}: the inner sizes are "
                f"{left[-1]} and {other.sizes[-2]}; expected equal ones"
            )
        batch, matrix = _broadcast(left[:-2], right[:-2]), (left[-2], right[-1])
        count("multiply_adds", entries((*batch, *matrix)) * left[-1])
        rows, columns = matrix[: self.ndim > 1], matrix[1:] if other.ndim > 1 else ()
        return ShapeArray((*batch, *rows, *columns))

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        front = index[: index.index(...)] if ... in index else index
        back = index[len(front) + 1 :]
        first, last = len(front), self.ndim - len(back)
        return self._view(
            (
                *_indexed(front, self.sizes[:first]),
                *self.sizes[first:last],
                *_indexed(back, self.sizes[last:]),
            )
        )

    def __bool__(self):
        if self.ndim or self.truth is None:
            raise ValueError(f"shapes: an array of shape {self.sizes} has no truth; it has no data")
        return self.truth != turns(self.is_sure)

    def __repr__(self):
        return f"shapes.array{self.sizes}"


def _indexed(index, shape):
    """Return the sizes that an index of as many places leaves of a shape."""
    left = [_sliced(place, size) for place, size in zip(index, shape, strict=True)]
    return [size for size in left if size is not None]


def _sliced(place, size):
    """Return the size that an index leaves of an axis, or None where the axis goes."""
    if isinstance(place, int):
        _within(place + 1 if place >= 0 else -place, size, place)
        return None
    if isinstance(place, slice) and place.step is None:
        if place.start is None:
            return size if place.stop is None else _within(place.stop, size, place)
        if place.stop is None and isinstance(place.start, int) and place.start < 0:
            return _within(-place.start, size, place)
    raise NotImplementedError(f"shapes: index {place}; this reading takes integers, :stop and -k:")


def _within(part, size, place):
    """Return the size of a part of an axis; NumPy would cut one that reaches beyond it."""
    part = plain(part)
    if sp.sympify(part).is_nonnegative and sp.sympify(size - part).is_nonnegative:
        return part
    raise NotImplementedError(f"shapes: index {place}: it is not shown that {part} ≤ {size}")


def _nested(value):
    """Return the shape of a list of lists, which must be alike."""
    if not isinstance(value, list | tuple):
        return tuple(getattr(value, "shape", ()))
    shapes = {_nested(each) for each in value}
    if len(shapes) > 1:
        raise ValueError(f"shapes: a list of {' and '.join(map(str, sorted(shapes, key=str)))}")
    return (len(value), *(shapes.pop() if shapes else ()))


def _arithmetic(self, other):
    return self._with(other)


def _comparison(self, other):
    return self._with(other, BOOL)


def _product(self, other):
    """Return the product; it is one of matrices, not yet summed, where it is larger than both."""
    made = self._with(other)
    if isinstance(other, ShapeArray) and made.sizes not in (self.sizes, other.sizes):
        count("multiply_adds", entries(made.sizes))
    return made


for _name in ("add", "sub", "truediv", "radd", "rsub", "rtruediv", "mod"):
    setattr(ShapeArray, f"__{_name}__", _arithmetic)
for _name in ("mul", "rmul"):
    setattr(ShapeArray, f"__{_name}__", _product)
for _name in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or"):
    setattr(ShapeArray, f"__{_name}__", _comparison)
for _name in ("neg", "abs"):
    setattr(ShapeArray, f"__{_name}__", lambda self: self._with())


def _broadcast(*shapes):
    length = max(map(len, shapes))
    result = []
    for axis in zip(*((1,) * (length - len(s)) + tuple(s) for s in shapes), strict=True):
        wide = {size for size in axis if size != 1}
        if len(wide) > 1:
            raise ValueError(
                f"shapes: {' and '.join(map(str, shapes))} do not broadcast: the sizes "
                f"{' and '.join(sorted(map(str, wide)))} differ"
            )
        result.append(wide.pop() if wide else 1)
    return tuple(result)


def _entrywise(kind, *arguments, dtype=None):
    arrays = [each for each in arguments if isinstance(each, ShapeArray)]
    shape = _broadcast(*(each.sizes for each in arrays))
    count(kind, entries(shape))
    kinds = [each.dtype for each in arrays]
    return ShapeArray(shape, dtype or (REAL if REAL in kinds else kinds[0]))


def _reduce(x, axis, keepdims, dtype=None, truth=None):
    count("elementwise", entries(x.sizes))
    axes = range(x.ndim) if axis is None else (axis % x.ndim,)
    shape = [1 if k in axes else s for k, s in enumerate(x.sizes) if keepdims or k not in axes]
    made = ShapeArray(shape, dtype or x.dtype, truth if not shape else None)
    made.is_sure = x.is_sure
    return made


def _told(made, truth):
    """Return what was asked of each entry, answered where it is one number."""
    made.truth, made.is_sure = truth if made.ndim == 0 else None, True
    return made


class _Namespace:
    """The functions of the standard that `impl` uses."""

    __name__ = "shapes"
    inf, nan, pi, float64, int64, bool = sp.oo, sp.nan, sp.pi, REAL, INT, BOOL

    def __getattr__(self, name):
        raise AttributeError(f"shapes: there is no '{name}' in this reading")

    def isdtype(self, dtype, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        return {REAL: "real floating", BOOL: "bool", INT: "integral"}[dtype] in kinds

    def asarray(self, value, dtype=REAL):
        return ShapeArray(_nested(value), dtype)

    def finfo(self, dtype):
        return FloatInfo(min=-sp.oo, max=sp.oo)

    def exp(self, x):
        return _entrywise("exponentials", x)

    def log(self, x):
        return _entrywise("logarithms", x)

    def tanh(self, x):
        return _entrywise("exponentials", x)

    def sqrt(self, x):
        return _entrywise("elementwise", x)

    def pow(self, x, y):
        return _entrywise("exponentials", x, y)

    sin = cos = exp

    def maximum(self, x, y):
        return _entrywise("elementwise", x, y)

    minimum = maximum

    def where(self, condition, x, y):
        return _entrywise("elementwise", condition, x, y, dtype=REAL)

    def astype(self, x, dtype):
        return _entrywise("elementwise", x, dtype=dtype)

    def zeros_like(self, x):
        return ShapeArray(x.sizes)

    def arange(self, stop):
        return ShapeArray((stop,), INT)

    def isfinite(self, x):
        return _told(_entrywise("elementwise", x, dtype=BOOL), True)

    def isinf(self, x):
        return _told(_entrywise("elementwise", x, dtype=BOOL), False)

    isnan = isinf

    def sum(self, x, axis=None, keepdims=False):
        return _reduce(x, axis, keepdims)

    max = sum  # noqa: A003  (both keep the shape of a reduction)

    def any(self, x, axis=None, keepdims=False):
        return _reduce(x, axis, keepdims, BOOL, truth=False)

    def all(self, x, axis=None, keepdims=False):
        return _reduce(x, axis, keepdims, BOOL, truth=True)

    def argmax(self, x, axis, keepdims=False):
        return _reduce(x, axis, keepdims, INT)

    def take(self, x, indices, axis):
        shape = list(x.sizes)
        shape[axis] = indices.sizes[0]
        return ShapeArray(shape, x.dtype)

    def reshape(self, x, shape):
        shape = tuple(map(plain, shape))
        whole = [entries(x.sizes)] if shape == (-1,) else list(shape)
        if sp.expand(entries(whole) - entries(x.sizes)) != 0:
            raise ValueError(f"shapes: {x.sizes} cannot be reshaped to {shape}")
        return x._view(whole)

    def concat(self, arrays, axis=0):
        shape = list(arrays[0].sizes)
        axis %= len(shape)
        if len({(*each.sizes[:axis], *each.sizes[axis + 1 :]) for each in arrays}) > 1:
            sizes = " and ".join(str(each.sizes) for each in arrays)
            raise ValueError(f"shapes: {sizes} cannot be joined along axis {axis}")
        shape[axis] = sum(each.sizes[axis] for each in arrays)
        return ShapeArray(shape, arrays[0].dtype)

    def expand_dims(self, x, axis):
        place = axis % (x.ndim + 1)
        return x._view((*x.sizes[:place], 1, *x.sizes[place:]))

    def moveaxis(self, x, source, destination):
        rest = [s for k, s in enumerate(x.sizes) if k != source % x.ndim]
        rest.insert(destination % x.ndim, x.sizes[source])
        return x._view(rest)

    def broadcast_to(self, x, shape):
        shape = tuple(map(plain, shape))
        if _broadcast(x.sizes, shape) != shape:
            raise ValueError(f"shapes: {x.sizes} does not broadcast to {shape}")
        return x._view(shape)


xp = _Namespace()


def array(*shape, dtype=REAL):
    """Return an array of that shape, each size a positive integer or a symbol."""
    return ShapeArray(shape, dtype)
