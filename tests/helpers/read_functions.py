"""Readings of functions of `impl`, compared with NumPy's runs of the same functions."""

from collections.abc import Callable, Sequence
from math import prod
from types import ModuleType
from typing import Any

from proofs.arrays.entries.array import Array
from proofs.arrays.entries.axes import Axis, Place, Product, general, is_unit
from proofs.arrays.entries.beside_numpy import compared
from proofs.arrays.entries.family_arrays import ran
from proofs.arrays.entries.paths import paths
from proofs.arrays.entries.scalars import finite
from proofs.arrays.entries.sublayers import Box, boxed
from theory.stating.families import Family, table
from theory.stating.terms import ONE, Applied, Index, Table, Term, Word, bound

Layer = tuple[Callable, tuple[ModuleType, ...]]  # a function, and the modules that call it
same = lambda whole: whole


def reading(code, given, places, layers: Sequence[Layer] = ()) -> int:
    """Return how many entries of a function, read at symbolic sizes, agree with NumPy's.

    layers: functions that it calls, each left as a word; so what is compared is how they are wired.
    """
    held = [table(each) if isinstance(each, Family) else each for each in given]
    term, runs = Applied(word("run", held, places), (*held, *places)), {"run": code}
    inner: dict[str, Callable] = {}
    with boxed([word_of_itself(*layer, inner) for layer in layers]):
        found = paths(lambda: (ran(term, runs, same),))
    return compared((term,), runs, found, same, inner)


def word(name: str, held: Sequence[Term], places: Sequence) -> Word:
    """Return a word without a formula."""
    kinds = {f"g{k}": kind_of(each) for k, each in enumerate(held)}
    return Word(name, name, kinds | {f"i{k}": "index" for k, _ in enumerate(places)}, None)


def kind_of(held: Term) -> str:
    """Return of which kind an argument of a word is."""
    return "family" if isinstance(held, Table) else "number"


def word_of_itself(function: Callable, modules: Sequence[ModuleType], inner: dict) -> Box:
    """Return a box that gives a word without a formula, of all arrays that the function is given.

    inner: takes up, by the name of the word, what NumPy runs for it.
    """

    def words(*given, **options) -> Family:
        arrays: list[Array] = []
        call = _without((given, options), arrays)
        counts, held = zip(*map(argument, arrays), strict=True)

        def run(*numbers):
            own = [merged(each, count) for each, count in zip(numbers, counts, strict=True)]
            positional, named = _with(call, own)
            return function(*positional, **named)

        name = f"{function.__name__}({call}, {counts})"
        inner[name] = run
        entry = lambda *places: Applied(word(name, held, places), (*held, *places))
        return Family(entry, tuple(axis.size for axis in arrays[0].axes))

    return Box(function, modules, words, ())


def argument(given: Array) -> tuple[tuple[int, ...], Term]:
    """Return an array as an argument of a word, and how many indices make up each of its axes."""
    pairs = [in_general(axis) for axis in given.axes]
    entry = finite(given.at(*(place for place, _ in pairs)), "an argument")
    bounds = tuple(index for _, indices in pairs for index in indices)
    return tuple(len(indices) for _, indices in pairs), Table(bounds, entry) if pairs else entry


def in_general(axis: Axis) -> tuple[Place, tuple[Index, ...]]:
    """Return the one general place of an axis, counted by number but on a product."""
    if is_unit(axis):
        return ONE, ()
    if isinstance(axis, Product):
        ((place, indices),) = general(axis)
        return place, indices
    index = bound("", axis.size)
    return index, (index,)


def merged(numbers, counts):
    """Return an array of numbers with so many of its axes as one, for each count."""
    lengths = iter(numbers.shape)
    return numbers.reshape([prod(next(lengths) for _ in range(count)) for count in counts])


class Hole(int):
    """The number of an array among those that a call is given."""


def _without(value: Any, arrays: list) -> Any:
    """Return the arguments of a call with a hole in the place of each array."""
    if isinstance(value, Array):
        arrays.append(value)
        return Hole(len(arrays) - 1)
    if isinstance(value, dict):
        return {name: _without(each, arrays) for name, each in value.items()}
    return tuple(_without(each, arrays) for each in value) if isinstance(value, tuple) else value


def _with(value: Any, arrays: Sequence) -> Any:
    """Return the arguments of a call with arrays in its holes."""
    if isinstance(value, Hole):
        return arrays[value]
    if isinstance(value, dict):
        return {name: _with(each, arrays) for name, each in value.items()}
    return tuple(_with(each, arrays) for each in value) if isinstance(value, tuple) else value
