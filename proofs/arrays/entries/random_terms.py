"""Terms as floats at random sizes and numbers, which are chosen when they are first asked for."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import compress, product
from typing import Any, Self

import numpy as np

from proofs.arrays.entries.family_arrays import called, kind
from proofs.arrays.entries.thresholds import near
from proofs.arrays.objects import BOOL, INT
from theory.stating.symbolic import GUARDED
from theory.stating.terms import (
    Applied,
    Base,
    Constant,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Table,
    Term,
    Total,
    Variable,
    canonical,
    free_indices,
)
from theory.stating.unfolding import unfolded

SAME = 2.0**-20
LARGEST = 3  # size
_ENDS = {"one of each": (1, 1), "ties": (2, LARGEST), "many": (4, 3 * LARGEST)}  # of other sizes
DTYPES = {BOOL: np.bool_, INT: np.int64}

_OPERATIONS: dict[str, Callable[..., float]] = {
    "+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q,
    "/": lambda p, q: p / q, "^": lambda p, q: p**q, "neg": lambda p: -p, "abs": abs,
    "exp": math.exp, "log": math.log, "sqrt": math.sqrt, "tanh": math.tanh, "sin": math.sin,
    "cos": math.cos, "max": max, "odd": lambda k: k % 2, "delta": lambda i, j: i == j,
    "[=]": lambda p, q: p == q, "[<]": lambda p, q: p < q, "[>]": lambda p, q: p > q,
}  # fmt: skip
_OF_ROWS: dict[str, Callable[..., float]] = {
    "largest": max, "largest_size": max, "_some": max, "any": max,
    "largest_there": lambda there, row: max(compress(row, there), default=0.0),
    "larger_there": lambda k, p, t, q: max(compress([*p, *q], [*k, *t]), default=0.0),
    "first_largest": lambda row: row.index(max(row)) + 1,
}  # fmt: skip


class Looked:
    """What was found out about terms: each is looked at once, whatever the numbers are.

    A term is kept beside what was found, so that no other takes its id. Two that are equal up to
    the names of bound indices have one number.
    """

    def __init__(self):
        self._numbers: dict[Term, int] = {}
        self._found: dict[tuple, tuple[Term, Any]] = {}

    def once(self, what: str, term: Term, find: Callable[[Term], Any]) -> Any:
        """Return what was found of a term, or find it."""
        key = what, id(term)
        if key not in self._found:
            self._found[key] = term, find(term)
        return self._found[key][1]

    def free(self, term: Term) -> list[Index]:
        """Return the free indices of a term, in order."""
        in_order = lambda term: sorted(free_indices(term), key=lambda i: (i.name, i.mark))
        return self.once("free", term, in_order)

    def number(self, term: Term) -> int:
        """Return the number of a term."""
        count = lambda term: self._numbers.setdefault(canonical(term), len(self._numbers))
        return self.once("number", term, count)


class Sample:
    """Random sizes and numbers, chosen when they are first asked for."""

    operations, of_rows = _OPERATIONS, _OF_ROWS

    def __init__(self, rng, typed: Callable[[Term], Term], looked=None, edge="", turns=()):
        self.rng, self.typed = rng, typed
        self.runs: Mapping[str, Any] = {}
        self.looked, self.edge, self.turns = looked or Looked(), edge, turns
        self.held: dict[Any, Any] = {}
        self.places: dict[Index, int] = {}
        self.made: dict[tuple, Any] = {}  # by what functions gave, and what sums are

    def running(self, runs: Mapping[str, Any]) -> Self:
        """Return the same sample, in which words are what the code gives."""
        other = copy(self)
        other.runs, other.made = runs, {}
        return other

    def at(self, places: Mapping[Index, int]) -> Self:
        """Return the same sample at places of indices."""
        other = copy(self)
        other.places = {**self.places, **places}
        return other

    def placed(self, side: Term) -> Self:
        """Return the same sample at random places of a side's free indices."""
        here = self.at({})
        for index in open_indices(side):
            if index not in here.places:
                here = here.at({index: here.place(index)})
        return here

    def _key(self, term: Term) -> tuple:
        return tuple([self.places[each] for each in self.looked.free(term)])

    def value(self, term: Term) -> float:
        """Return a term as a float."""
        return self._reader(term)(self)

    def _reader(self, term: Term) -> Callable[[Any], float]:
        """Return how a sample reads a term: its kind is asked once for all places and numbers."""
        return self.looked.once("read", term, self._made_reader)

    def _made_reader(self, term: Term) -> Callable[[Any], float]:
        """Return how a sample reads a term: a sum, or a word, once a place of its free indices."""
        read = self._reads(term)
        if not isinstance(term, Total | Applied):
            return read

        def once(here):
            key = id(term), here._key(term)
            if key not in here.made:
                here.made[key] = read(here)
            return here.made[key]

        return once

    def _reads(self, term: Term) -> Callable[[Any], float]:
        parts = [self._reader(each) for each in term.parts]
        match term:
            case Number():
                number = self._numeral(term.value)
                return lambda here: number
            case Constant():
                return lambda here: here._pi
            case Size():
                return lambda here: here._chosen(term, here._size)
            case Index():
                return lambda here: here.places[term]
            case Variable():
                return lambda here: here._chosen(term.name, lambda: here._number(term.domain))
            case Permuted():
                return lambda here: here._permuted(term.name, term.last, int(parts[0](here)))
            case Entry():
                ends = [self._reader(each) for each in term.base.lasts]
                return lambda here: here._entry(term.base, ends, [int(p(here)) for p in parts])
            case Total():
                return lambda here: sum(here._along([term.bound], term.body))
            case Operation():
                name = term.name
                return lambda here: here.operations[name](*[part(here) for part in parts])
            case Applied():
                return lambda here: here._applied(term)
        return lambda here: here._unread(term)

    def _applied(self, term: Applied) -> float:
        word = term.word
        if word.name in self.runs:
            return self._computed(term)
        if word is GUARDED:
            return self.value(term.given[0]) or 1
        if word.name in self.of_rows:
            rows = (list(self._row(each)) for each in term.given)
            return self.of_rows[word.name](*rows)
        if word.define:
            written = lambda term: self.typed(unfolded(term, once=True))
            return self.value(self.looked.once("written", term, written))
        return self._unread(term)

    def _unread(self, term: Term) -> float:
        raise NotImplementedError(f"no float of {term!r}")

    def _permuted(self, name: str, last: Term, place: int) -> int:
        many = int(self.value(last))
        order = self._chosen((name, many), lambda: self.rng.permutation(many) + 1)
        return int(order[place - 1])

    _pi: Any = math.pi

    def _numeral(self, value):
        return int(value) if value.denominator == 1 else float(value)

    def _chosen(self, key, choose):
        if key not in self.held:
            self.held[key] = choose()
        return self.held[key]

    def _size(self) -> int:
        least, most = _ENDS.get(self.edge, (1, LARGEST))
        return int(self.rng.integers(least, most + 1))

    def place(self, index: Index) -> int:
        """Return a random place; the first, where nothing is kept in the first row."""
        last = self.value(index.last)
        return 1 if self.edge == "nothing kept" else int(self.rng.integers(1, last + 1))

    def _number(self, domain):
        if domain == "bit":
            return int(self.rng.integers(0, 2))
        if self.turns and self.rng.random() < 0.5:
            return near(self.rng, self.turns, domain)
        if domain in ("integer", "natural"):
            return int(self.rng.integers(-1 if domain == "integer" else 0, LARGEST + 1))
        tie = self.rng.random() < 0.3  # equal numbers are a case of their own
        number = float(self.rng.integers(-2, 3)) if tie else float(self.rng.normal())
        return abs(number) + (domain == "positive") if domain != "real" else number

    def _entry(self, base: Base, ends, places):
        for place, end in zip(places, ends, strict=True):
            if not 1 <= place <= end(self):
                raise IndexError(f"{base.name} has no place {places}")
        places = tuple(places)
        if self.edge == "ties" and places[-1:] == (2,):
            places = (*places[:-1], 1)
        if self.edge == "nothing kept" and base.domain == "bit" and set(places[:-1]) <= {1}:
            return 0
        return self._chosen((base.name, places), lambda: self._number(base.domain))

    def _row(self, held: Term) -> Iterator[float]:
        if not isinstance(held, Table):
            yield self.value(held)
            return
        yield from self._along(held.bounds, held.body)

    def _along(self, bounds: Sequence[Index], body: Term) -> Iterator[float]:
        """Yield a term at all places of some indices, one after the other."""
        ends = [range(1, int(self.value(each.last)) + 1) for each in bounds]
        here, read = self.at({}), self._reader(body)
        for places in product(*ends):
            here.places.update(zip(bounds, places, strict=True))
            yield read(here)

    def _computed(self, term: Applied):
        runs = lambda term: called(term, self.runs, self.typed)
        code, given, places = self.looked.once(f"called {id(self.runs)}", term, runs)
        keys = [(self.looked.number(each), *self._key(each)) for each in given]
        key = term.word.name, *keys
        if key not in self.made:
            arrays = [self._once(k, each) for k, each in zip(keys, given, strict=True)]
            self.made[key] = self._ran(term.word.name, code, arrays)
        found = self.made[key]
        for each in places:
            found = self._at(found, each)
        return self._scalar(found)

    def _at(self, found, place: Term):
        try:
            return found[int(self.value(place)) - 1]
        except IndexError:
            if not isinstance(place, Index):
                raise  # such as the place after the last
            have = f"{len(found)} places; expected {int(self.value(place.last))}"
            raise AssertionError(f"the code gives {have}, as {place.name} has") from None

    def _ran(self, name, code, given):
        try:
            return code(*given)
        except IndexError as error:
            if any(np.ndim(each) == 0 and np.asarray(each).dtype.kind in "iu" for each in given):
                raise  # a whole number may be no place
            raise AssertionError(f"the code of {name} fails: {error}") from error

    def _once(self, key: tuple, held: Term):
        """Return what a function is given, made once for all functions that are given it."""
        if key not in self.made:
            self.made[key] = self._given(held)
        return self.made[key]

    def _given(self, held: Term):
        if isinstance(held, Size):
            return self.value(held)
        if not isinstance(held, Table):
            return self._array([self.value(held)], kind(held), [])
        shape = [int(self.value(each.last)) for each in held.bounds]
        return self._array(list(self._row(held)), kind(held.body), shape)

    def _array(self, values, dtype, shape):
        made = np.array(values, dtype=DTYPES.get(dtype, np.float64)).reshape(shape)
        made.setflags(write=False)  # code that changes what it is given is no function
        return made

    def _scalar(self, found):
        return float(found)

    def differ(self, ours, read) -> bool:
        """Say whether two numbers differ by more than rounding; NaN differs from all."""
        return not abs(ours - read) <= SAME * max(1.0, abs(ours))


def open_indices(side: Term) -> list[Index]:
    """Return the free indices of a side, in order."""
    return sorted(free_indices(side), key=lambda index: index.name)
