"""The places of a row, best first: what the standard says of a stable argsort that descends."""

from collections.abc import Callable

from proofs.arrays.entries.axes import Axis, Place, flat, summed
from proofs.arrays.entries.folding import minus, plus, times
from proofs.arrays.entries.scalars import Entry, finite
from theory.stating.operations import bracket, delta
from theory.stating.terms import ONE, Term


def ranked(axis: Axis, at: Callable[[Place], Entry], rank: Place) -> Entry:
    """Return the place, counted from 0, before which as many places come as the rank says."""

    def comes_before(place: Place, other: Place) -> Term:
        one, each = (finite(at(p), "a rank") for p in (place, other))
        earlier = times(bracket(each, "=", one), bracket(flat(other), "<", flat(place)))
        return plus(bracket(each, ">", one), earlier)

    def here(place: Place) -> Term:
        before = summed(axis, lambda other: comes_before(place, other))
        return times(delta(flat(rank), plus(before, ONE)), minus(flat(place), ONE))

    return Entry(summed(axis, here))
