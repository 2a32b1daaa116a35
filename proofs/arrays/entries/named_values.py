"""Expressions in which a symbol stands for what a function gives, the same for the same arguments.

So no expression grows long, and two are compared by what goes into each function. Of a symbol
nothing is known but that it is real: two that are called different may be equal, never the other
way round.
"""

from collections.abc import Callable, Hashable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import sympy as sp

from proofs.arrays import expressions
from proofs.arrays.namespace import Namespace
from proofs.arrays.objects import ObjectArray

ELEMENTARY = ("exp", "log", "sqrt", "tanh", "sin", "cos", "abs")


class Name(sp.Dummy):
    """What stands for an expression that would grow too long."""


class Largest(sp.Function):
    """The largest of several expressions: SymPy would try long to find out which it is."""

    is_real = True

    def _eval_is_nonnegative(self):
        return any(each.is_nonnegative for each in self.args) or None


def larger(*given):
    """Return the larger of two, a number where both are; the same for the same expressions."""
    parts = {part for each in map(sp.sympify, given) for part in _parts(each)} - {-sp.oo}
    if all(each.is_Atom for each in parts):
        return sp.Max(*parts)
    return parts.pop() if len(parts) == 1 else Largest(*sorted(parts, key=hash))


def _parts(number):
    return number.args if isinstance(number, Largest | sp.Max) else (number,)


class Names:
    """The symbols of one run, and arrays in which they stand."""

    def __init__(self):
        self._held: dict[Hashable, Any] = {}
        functions = {name: self._elementary(name) for name in ELEMENTARY}
        scalars = vars(expressions.xp.scalars) | functions | {"maximum": larger}
        self.xp = Namespace("names", SimpleNamespace(**scalars))

    def forget(self):
        """Give other names from now on."""
        self._held.clear()

    def name(self, held: Hashable) -> Name:
        """Return the name of an expression, or of a function and what it is given."""
        return held if isinstance(held, Name) else self._held.setdefault(held, Name(real=True))

    def _elementary(self, name: str) -> Callable[[Any], Any]:
        """Return an elementary function: of a number its value, of all else a name."""
        function = getattr(expressions.xp.scalars, name)

        def value(x):
            x = sp.sympify(x)
            return function(x) if x.is_number else self.name((name, x))

        return value

    def array(self, made: ObjectArray) -> ObjectArray:
        """Return an array in which each entry is a name."""
        data = np.frompyfunc(self.name, 1, 1)(made.data)
        return made._like(np.asarray(data, dtype=object).reshape(made.shape))

    def box(self, function: Callable[..., Any]) -> Callable[..., ObjectArray]:
        """Return a function of arrays that gives names; it runs once for the same arguments."""

        def run(*given, **options):
            key = function, _key(given), _key(options)
            if key not in self._held:
                self._held[key] = self.array(function(*given, **options))
            return self._held[key]

        return run


def _key(given: Any) -> Hashable:
    """Return what tells arguments apart, entry by entry."""
    match given:
        case ObjectArray():
            return given.dtype, given.shape, tuple(given.flat())
        case Mapping():
            return tuple((name, _key(each)) for name, each in given.items())
        case tuple() | list():
            return tuple(map(_key, given))
    return given
