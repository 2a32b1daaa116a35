"""Nothing is computed between a word and its code: numbers are handed on, and each by one way."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from fractions import Fraction
from functools import wraps
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from impl.refusals import ArgumentError
from proofs.arrays.altered import altering
from proofs.arrays.entries.array import Array
from proofs.arrays.entries.family_arrays import Besides, library_of, of_each
from proofs.arrays.entries.folding import of_sizes
from proofs.arrays.heard import Names, public
from proofs.arrays.watched import watched
from proofs.engine.called import must_matter, own_functions, own_name
from proofs.engine.code_definitions import RUNS
from proofs.engine.elsewhere import must_stand_for
from proofs.engine.witness import EvidenceError
from theory.stating.terms import Index, free_indices

ELSEWHERE = "neither is the word, nor does a function of impl give it"
SUM = "sum"
PLAIN = ("0.0", "1.0")  # numbers that anybody may give
CHOOSES = re.compile(r"""-?\d+|True|False|None|'.*'|".*\"""")  # what counts, or is no number
# by sizes and whole numbers: where each number comes from
Ways = dict[tuple, list[frozenset[tuple]]]


class _Road:
    """Where the numbers of a run come from: of each, by its bits, all that it may have been.

    That is a place among the numbers that the word is given, or of what a function gave, or nothing
    but 0 or 1. steps: of each number that was taken on, in order. names: of the functions called.
    """

    def __init__(self, word: str, given: tuple):
        self.word, self.calls, self.names = word, 0, Names()
        self.steps = list[frozenset[tuple]]()
        self.copies = defaultdict[str, frozenset[tuple]](frozenset)
        self.origins = defaultdict[str, set[tuple]](set, {each: {()} for each in PLAIN})
        for place, each in enumerate(_entries(given)):
            self.origins[each].add(("given", 0, place))
        self.counted = {each.removesuffix(".0") for each in (*_entries(given), *_sizes(given))}

    def gives(self, name: str, found: Any) -> None:
        """Note what a function gives."""
        self.calls += 1
        for place, each in enumerate(_entries(found)):
            self.origins[each].add((name, self.calls, place))

    def takes(self, name: str, entering: list) -> None:
        """Note what a function is given; refuse other numbers, and one more often than it is."""
        self.names[name] = None
        if other := {*_formats(entering)} - {"float64"}:
            raise EvidenceError(f"{self.word}: {name} is given {min(other)}; a float has 64 bits")
        parts = [_entries(each) for each in entering]
        whole = [entry for part in parts for entry in part]
        reaching = any(self.origins.get(each, {()}) - {()} for each in whole)
        if not reaching and self.counted.isdisjoint([*whole, *_sizes(entering)]):
            raise EvidenceError(f"{self.word}: {name} is given nothing of the word")
        if other := {e for e in whole if _is_float(e)} - {*self.origins}:
            raise EvidenceError(f"{self.word}: {name} is given {min(other)}; {ELSEWHERE}")
        for part in parts:
            many = Counter(e for e in part if e not in PLAIN and _is_float(e))
            if twice := [e for e, times in many.items() if times > len(self.origins[e])]:
                raise EvidenceError(f"{self.word}: {name} is given {twice[0]} too often")
        self.takes_on(whole)

    def takes_on(self, entries: list[str]) -> None:
        """Note where numbers come from that are handed on, or are what stands for the word."""
        self.steps += [self._origins_of(e) for e in entries if _is_float(e)]

    def _origins_of(self, entry: str) -> frozenset[tuple]:
        """Return all that a number may have been so far; one copy, as there are many zeros."""
        held = self.origins[entry]
        if len(self.copies[entry]) != len(held):  # none is ever taken away
            self.copies[entry] = frozenset(held)
        return self.copies[entry]

    def gave(self, found: Any) -> bool:
        """Say whether all of this may have come out of the word's own functions."""
        own = {*own_functions(self.word, self.names), SUM}
        those = (self.origins.get(each, ()) for each in _entries(found))
        return all(any(each[:1] and each[0] in own for each in origins) for origins in those)


_ROAD: ContextVar[_Road | None] = ContextVar("where numbers come from", default=None)


def own_code(word: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that computes a word, as `impl` does; `computed_f` must call its f.

    A word that no function of `impl` computes, here or in a general run, is another library's: it
    has one function, named once, which must at least depend on what the word is given.
    """
    of_reals = any(word in runs for runs in RUNS.values())
    if not own_name(word) and not of_reals:
        must_stand_for(word, function)
        return _depending(word, function)

    @wraps(function)
    def run(*given):
        found, own = _passed(word, function, given)
        if of_reals and any(isinstance(each, float) for each in np.ravel(_plain(found))):
            raise EvidenceError(f"{word} is read over the reals, and {found} is rounded")
        must_matter(word, [each for each in own if not _stays(function, given, each, found)], own)
        return found

    return run


def _depending(word: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is refused where it gives the same for other numbers, as typed in."""

    @wraps(function)
    def run(*given):
        found = function(*given)
        others = ([_times(each, factor) for each in given] for factor in (-1, 0, Fraction(1, 2)))
        if given and all(_entries(function(*other)) == _entries(found) for other in others):
            raise EvidenceError(f"{word}: this is {found} whatever is given: it is typed in")
        return found

    return run


def passing_on(word: str, code: Any) -> Any:
    """Return the code of a word, all of whose numbers must be what functions of the code gave.

    These must be given what the word is given: what stands between only puts numbers elsewhere, and
    the same ones whatever the numbers are.
    """
    if isinstance(code, Besides):
        return Besides(passing_on(word, code.of), *code.besides)
    ways, rng = Ways(), np.random.default_rng(0)

    def run(*given):
        found, _ = _passed(word, code, given, ways)
        for least in (0.1, 0.1, -3, -3):  # the same bits with other numbers
            with np.errstate(all="ignore"), suppress(ArgumentError):
                _passed(word, code, [_other(each, rng, least) for each in given], ways)
        return found

    return wraps(code)(run)


def _times(given: Any, factor: int | Fraction) -> Any:
    """Return numbers that are so many times those that are given."""
    several = isinstance(given, list | tuple)
    return [_times(each, factor) for each in given] if several else given * factor


def _other(given: Any, rng: np.random.Generator, least: float) -> Any:
    """Return an array with other numbers, if it is one of reals."""
    if getattr(given, "dtype", None) != np.float64:
        return given
    return given * rng.uniform(least, 3, given.shape)


def summed(size: Any, run: Callable[[Any], Any]) -> Any:
    """Return the sum of what a function gives for every number from 0 to below a size."""
    each, road = of_each(size, run), _ROAD.get()
    if isinstance(each, Array):
        place = Index("k", of_sizes(size), mark=-1)
        if place not in free_indices(each.at(place).value):
            raise EvidenceError(f"sum: what is added up {size} times is the same each time")
    total = library_of(size).sum(each)
    if road is not None and road.gave(each):
        road.gives(SUM, total)
    return total


def _passed(word, function, given, ways: Ways | None = None) -> tuple[Any, list[str]]:
    """Return what a function gives, and by which functions of the code; refuse other numbers."""
    road = _Road(word, given)
    token = _ROAD.set(road)
    try:
        with watched(road.takes, road.gives):
            found = function(*given)
    finally:
        _ROAD.reset(token)
    own = own_functions(word, road.names)
    if not road.gave(found):
        raise EvidenceError(f"{word}: not all of this is what {' or '.join(own)} gives")
    road.takes_on(_entries(found))
    if ways is not None:
        _one_way(word, ways, given, road.steps)
    return found, own


def _one_way(word: str, ways: Ways, given: tuple, steps: list[frozenset[tuple]]) -> None:
    """Refuse a run in which a number comes from elsewhere than it came from before."""
    shapes = tuple(getattr(each, "shape", ()) for each in given)
    key = shapes, *(e for e in _entries(given) if not _is_float(e))
    before = ways.setdefault(key, steps)
    both = [old & new for old, new in zip(before, steps, strict=False)]
    if len(before) != len(steps) or not all(both):
        raise EvidenceError(f"{word}: which number goes where depends on the numbers")
    ways[key] = both


def _stays(function, given, name, found) -> bool:
    try:
        return _entries(altering(function, name)(*given)) == _entries(found)
    except Exception:  # whatever altered numbers lead to
        return False


def _plain(found) -> np.ndarray:
    return np.asarray(getattr(found, "data", found), dtype=object)


def _is_float(entry: str) -> bool:
    """Say whether this is a number, and none that counts or chooses."""
    return not CHOOSES.fullmatch(entry)


def _entries(found) -> list[str]:
    """Return all numbers of an array, of several, or the one, with the bits of each."""
    if isinstance(found, dict | tuple | list):
        parts = found.values() if isinstance(found, dict) else found
        return [entry for part in parts for entry in _entries(part)]
    if isinstance(found, ModuleType | type) or _is_public(found):
        return [repr(found.__name__)]
    return list(map(repr, _plain(found).flat))


def _formats(those: Iterable[Any]) -> Iterator[str]:
    """Yield the formats of the floats among some arrays and numbers."""
    for each in those:
        if isinstance(each, dict | tuple | list):
            yield from _formats(each.values() if isinstance(each, dict) else each)
        elif getattr(getattr(each, "dtype", None), "kind", "") == "f":
            yield each.dtype.name


def _sizes(those: Iterable[Any]) -> Iterator[str]:
    """Yield how long arrays and lists among some are, each way."""
    for each in those:
        if isinstance(each, dict):
            yield from _sizes(each.values())
        elif isinstance(each, tuple | list):
            yield str(len(each))
            yield from _sizes(each)
        else:
            yield from map(str, getattr(each, "shape", ()))


def _is_public(found) -> bool:
    return isinstance(found, FunctionType) and found in public()
