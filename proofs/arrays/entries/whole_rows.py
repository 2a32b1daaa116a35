"""What is asked of a whole row: its largest entry, where that stands, whether any entry is there.

Each is a word without a formula. Of its value nothing is assumed but that it is the same for the
same row; so what is proved holds whatever stands in its place. (Of the largest of numbers that are
at least 0 it is known that it is at least 0; the place of the first largest is what argmax means.)
"""

from collections.abc import Callable
from functools import reduce

from proofs.arrays.entries.argmax import FIRST
from proofs.arrays.entries.axes import Axis, Place, Plain, general
from proofs.arrays.entries.folding import NotReadError, opposite, times
from proofs.arrays.entries.scalars import Entry, entry, larger, shown_nonnegative
from proofs.arrays.entries.shown_places import ANY
from theory.stating.symbolic import SOME_THERE
from theory.stating.terms import ONE, ZERO, Applied, Index, Table, Term, Word, bound

LARGEST = Word("largest", r"\max({x})", {"x": "family"}, None)
LARGEST_SIZE = Word("largest_size", r"\max({x})", {"x": "family"}, None, domain="nonnegative")
LARGEST_THERE = Word(
    "largest_there", r"\max_{{{kappa} = 1}}({x})", {"kappa": "family", "x": "family"}, None
)


def largest(axis: Axis, at: Callable[[Place], Entry]) -> Entry:
    """Return the largest entry of a row; -∞ where none is there."""
    return reduce(larger, (_largest(at(place), indices) for place, indices in general(axis)))


def _largest(one: Entry, indices) -> Entry:
    if not indices or one.there == ZERO:
        return one
    if one.there != ONE:
        row, kept = Table(indices, one.value), Table(indices, one.there)
        return entry(Applied(LARGEST_THERE, (kept, row)), Applied(SOME_THERE, (kept,)))
    word = LARGEST_SIZE if shown_nonnegative(one.value) else LARGEST
    return Entry(Applied(word, (Table(indices, one.value),)))


def first_largest(axis: Axis, at: Callable[[Place], Entry]) -> Entry:
    """Return the place of the first largest entry, counted from 0."""
    if not isinstance(axis, Plain):
        raise NotReadError("entries: the first largest of several axes")
    one = at(index := bound("", axis.size))
    if one.there != ONE:
        raise NotReadError("entries: the first largest of what may be -∞")
    return Entry(Applied(FIRST, (Table((index,), one.value),)) - 1)


def truth(axes: list[Axis], at: Callable[..., Entry], any_: bool) -> Term:
    """Return 1 if any (or all) entries are 1, else 0."""
    seen: list[Term] = []
    runs: list[tuple[Callable[..., Entry], list[Index]]] = [(at, [])]
    for axis in axes:
        runs = [
            (lambda *rest, made=made, place=place: made(place, *rest), [*indices, *more])
            for made, indices in runs
            for place, more in general(axis)
        ]
    for made, indices in runs:
        value = made().value if any_ else opposite(made().value)
        if value == ONE:
            return ONE if any_ else ZERO
        if value != ZERO:
            seen.append(Applied(ANY, (Table(tuple(indices), value),)) if indices else value)
    result: Term = ONE
    for each in seen:  # none of them
        result = times(result, opposite(each))
    return opposite(result) if any_ else result
