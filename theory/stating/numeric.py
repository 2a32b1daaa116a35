"""Terms as numbers of many digits: a bound is computed from the very term that a claim states."""

from collections.abc import Iterable, Mapping
from typing import Any

from mpmath import mp

from theory.stating.families import Family
from theory.stating.terms import (
    Base,
    Entry,
    Index,
    Number,
    Operation,
    Size,
    Term,
    Total,
    Variable,
    free_indices,
)
from theory.stating.unfolding import unfolded

_COMPUTED = {
    "+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q,
    "/": lambda p, q: p / q, "^": lambda p, q: p**q, "neg": lambda p: -p, "abs": abs,
    "exp": mp.exp, "log": mp.log, "sqrt": mp.sqrt, "max": max,
}  # fmt: skip

LATEST = 256  # answers that are kept


class Numeric:
    """A term that is evaluated at many numbers: its words are written out once.

    A part that depends on fewer places than the whole is computed once for them. The latest answers
    are kept, as many wrong versions of one function are compared with the same numbers.
    """

    def __init__(self, whole: Term):
        self.whole = unfolded(whole)
        self.free: dict[int, tuple[Index, ...]] = {}
        self.answers: dict[Any, list[Any]] = {}
        self._note(self.whole)

    def _note(self, part: Term) -> None:
        self.free[id(part)] = tuple(free_indices(part))
        for each in part.parts:
            self._note(each)

    def at(self, values: Mapping, places: Iterable[Mapping[Index, int]] = ({},)) -> list[Any]:
        """Return the numbers that the term is at these places; families are given as lists.

        What nearly cancels, as exp(t) - 1 does, is computed with twice the digits.
        """
        given = {each.base if isinstance(each, Family) else each: v for each, v in values.items()}
        spots = [dict(place) for place in places]
        question = (mp.prec, _frozen(given), _frozen(spots))
        if question not in self.answers:
            with mp.workprec(2 * mp.prec):
                here = _Here(self.free, given)
                found = [here.value(self.whole, spot) for spot in spots]
            if len(self.answers) == LATEST:
                del self.answers[next(iter(self.answers))]
            self.answers[question] = [+number for number in found]
        return [*self.answers[question]]

    def once(self, values: Mapping) -> Any:
        """Return the number that a term without a place of its own is."""
        return self.at(values)[0]


def _frozen(values: Any) -> Any:
    """Return nested lists, arrays and mappings as something that can be looked up."""
    values = values.tolist() if hasattr(values, "tolist") else values
    if isinstance(values, Mapping):
        return tuple((key, _frozen(value)) for key, value in values.items())
    return tuple(map(_frozen, values)) if isinstance(values, (list, tuple)) else values


class _Here:
    """The numbers of one evaluation."""

    def __init__(self, free, values):
        self.free, self.values, self.known = free, values, {}

    def value(self, part: Term, places: dict[Index, int]):
        match part:
            case Number():
                return mp.mpf(part.value.numerator) / part.value.denominator
            case Index():
                return places[part]
            case Variable() | Size():
                return self.values[part]
            case Entry():
                return self._entry(part.base, [self.value(place, places) for place in part.places])
        key = (id(part), *(places[each] for each in self.free[id(part)]))
        if key not in self.known:
            self.known[key] = self._computed(part, places)
        return self.known[key]

    def _entry(self, base: Base, places: list[int]):
        entry = self.values[base]
        for place in places:
            entry = entry[place - 1]
        return entry

    def _computed(self, part, places):
        match part:
            case Total():
                last = int(self.value(part.bound.last, places))
                terms = (self.value(part.body, {**places, part.bound: k + 1}) for k in range(last))
                return sum(terms, mp.zero)
            case Operation() if part.name in _COMPUTED:
                return _COMPUTED[part.name](*(self.value(each, places) for each in part.given))
        raise TypeError(f"numeric: {part!r} is no number")
