"""The wiring reading: shapes that remember which operation of which function made them.

`impl` runs once on arrays without data. The way back from its result through the operations shows
what is connected to what. The operations inside a chosen function are drawn together, as one box. A
check on which nothing depends is not on that way, so it leaves no trace.
"""

import sys
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from proofs.arrays import shapes
from proofs.arrays.objects import REAL

# These give another view of the same entries: they join boxes, and are not boxes themselves.
VIEWS = ("expand_dims", "moveaxis", "reshape", "broadcast_to", "mT", "astype", "getitem", "asarray")


@dataclass(eq=False)
class Wire:
    """An array of shapes, the operation that made it, and the calls of `impl` it was made in."""

    array: Any
    operation: str
    parents: tuple = ()
    calls: tuple = ()  # frames, the outermost first; held, so that their identities last

    shape = property(lambda self: self.array.shape)
    dtype = property(lambda self: self.array.dtype)
    ndim = property(lambda self: self.array.ndim)
    mT = property(lambda self: _wired("mT", self.array.mT, (self,)))  # noqa: N815

    def __array_namespace__(self, api_version=None):
        return xp

    def __getitem__(self, index):
        return _wired("getitem", self.array[index], (self,))

    def __bool__(self):
        return bool(self.array)


def _operator(name):
    def apply(self, other=None):
        given = () if other is None else (_bare(other),)
        made = getattr(self.array, f"__{name}__")(*given)
        return _wired(name.removeprefix("r"), made, (self, other))

    return apply


for _name in (
    "add", "sub", "mul", "truediv", "radd", "rsub", "rmul", "rtruediv", "mod", "neg", "abs",
    "matmul", "eq", "ne", "lt", "le", "gt", "ge", "and", "or",
):  # fmt: skip
    setattr(Wire, f"__{_name}__", _operator(_name))


class _Namespace:
    """The namespace of the shapes reading, each call remembered."""

    __name__ = "wiring"

    def __getattr__(self, name):
        known = getattr(shapes.xp, name)
        if not callable(known) or isinstance(known, type):
            return known

        def call(*arguments, **options):
            made = known(*(_bare(each) for each in arguments), **options)
            parents = arguments[0] if name == "concat" else arguments
            return _wired(name, made, parents) if isinstance(made, shapes.ShapeArray) else made

        return call


xp = _Namespace()


def array(name, *shape, dtype=REAL):
    """Return an input of that name and shape."""
    return Wire(shapes.array(*shape, dtype=dtype), name)


def _bare(value):
    if isinstance(value, list):
        return [_bare(each) for each in value]
    return value.array if isinstance(value, Wire) else value


def _wired(operation, made, given):
    return Wire(made, operation, tuple(p for p in given if isinstance(p, Wire)), _calls())


def _calls():
    """Return the calls of `impl` that are going on, the outermost first."""
    frame: FrameType | None = sys._getframe(2)
    calls = []
    while frame is not None:
        inside = frame.f_globals.get("__name__", "").startswith("impl.")
        if inside and frame.f_code.co_name.isidentifier():  # a lambda is not
            calls.append(frame)
        frame = frame.f_back
    return tuple(reversed(calls))


@dataclass
class Box:
    """A call of a function, or an operation outside all of them: what goes in, what comes out."""

    name: str
    shape: tuple
    inside: tuple = ()  # the calls around it
    parents: list = field(
        default_factory=list
    )  # numbers of other boxes, in the order of their first use
    inputs: dict = field(
        default_factory=dict
    )  # names and shapes of the arrays that come from no box
    runs: frozenset = frozenset()  # the functions that run inside it and that it depends on


def boxes(output, functions):
    """Return the boxes that the output depends on, in the order they ran; the last made it.

    functions: names of the functions that are drawn as one box; the outermost call counts.
    """
    made: dict[Any, Box] = {}
    numbers: dict[Any, int] = {}

    def visit(wire):
        """Return the keys of the boxes that make this array, or its name if it is an input."""
        if not wire.parents and not wire.calls:
            return [wire]
        owner, inside = _owner(wire, functions)
        if owner is None and wire.operation in VIEWS:
            return [key for parent in wire.parents for key in visit(parent)]
        key = owner or wire
        if key in made:
            return [key]
        taken, runs = _taken(wire, owner)
        before = [each for array in taken for each in visit(array)]
        name = owner.f_code.co_name if owner else wire.operation
        box = made[key] = Box(name, wire.shape, inside, runs=runs)
        numbers[key] = len(numbers)
        for each in before:
            if isinstance(each, Wire) and each not in made:
                box.inputs[each.operation] = each.shape
            elif numbers[each] not in box.parents:
                box.parents.append(numbers[each])
        return [key]

    visit(output)
    return list(made.values())


def _owner(wire, functions):
    """Return the outermost call that is drawn as one, and the calls around it."""
    for place, call in enumerate(wire.calls):
        if call.f_code.co_name in functions:
            return call, wire.calls[:place]
    return None, wire.calls


def _taken(wire, owner):
    """Return the arrays from outside that a box takes in, and the functions that run inside."""
    if owner is None:
        return wire.parents, frozenset()
    taken, waiting, runs = {}, [wire], set()
    while waiting:
        each = waiting.pop(0)
        runs |= {call.f_code.co_name for call in each.calls[each.calls.index(owner) + 1 :]}
        for parent in each.parents:
            if parent not in taken:
                taken[parent] = owner in parent.calls
                waiting += [parent] if taken[parent] else []
    return [parent for parent, inside in taken.items() if not inside], frozenset(runs)
