"""Axes, and the places on them: plain (n), products (h · d_v), and one after the other (1 + n).

Places count from 1. A place on a plain axis is a term; on a product it is one place for each
factor; on axes in a row it says on which of them it lies.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy as sp

from proofs.arrays.entries.folding import NotReadError, minus, plus, times
from proofs.arrays.entries.shown_places import is_place
from theory.stating.symbolic import symbolic
from theory.stating.terms import ONE, Index, Number, Permuted, Term, Total, bound


@dataclass(frozen=True)
class Plain:
    """As many places as a term says."""

    size: Term


@dataclass(frozen=True)
class Product:
    """A place for each combination of places, the last running fastest."""

    factors: tuple["Axis", ...]

    @property
    def size(self) -> Term:
        """The product of the sizes."""
        result: Term = ONE
        for each in self.factors:
            result = times(result, each.size)
        return result


@dataclass(frozen=True)
class InARow:
    """The places of several axes, one axis after the other."""

    blocks: tuple["Axis", ...]

    @property
    def size(self) -> Term:
        """The sum of the sizes."""
        first, *rest = self.blocks
        result = first.size
        for each in rest:
            result = plus(result, each.size)
        return result


Axis = Plain | Product | InARow


@dataclass(frozen=True)
class Combined:
    """A place on a product."""

    axis: Product
    parts: tuple["Place", ...]


@dataclass(frozen=True)
class Within:
    """A place on one of several axes in a row."""

    axis: InARow
    block: int
    part: "Place"


Place = Term | Combined | Within
UNIT = Plain(ONE)


def length(axis: Axis) -> sp.Expr:
    """Return the size in SymPy's words."""
    return symbolic(axis.size)


def is_unit(axis: Axis) -> bool:
    """Say whether the axis has one place, whatever the sizes are."""
    return length(axis) == 1


def flat(place: Place) -> Term:
    """Return the place as one number."""
    if isinstance(place, Combined):
        number: Term = Number(ONE.value - 1)
        for axis, part in zip(place.axis.factors, place.parts, strict=True):
            number = plus(times(number, axis.size), minus(flat(part), ONE))
        return plus(number, ONE)
    if isinstance(place, Within):
        number = flat(place.part)
        for each in place.axis.blocks[: place.block]:
            number = plus(each.size, number)
        return number
    return place


def general(axis: Axis, name: str = "") -> Iterator[tuple[Place, tuple[Index, ...]]]:
    """Yield the general places of an axis, one for each block, with the indices that run in it."""
    if isinstance(axis, InARow):
        for k, each in enumerate(axis.blocks):
            for part, indices in general(each, name):
                yield Within(axis, k, part), indices
    elif isinstance(axis, Product):
        found: list[tuple[tuple[Place, ...], tuple[Index, ...]]] = [((), ())]
        for each in axis.factors:
            found = [
                ((*parts, part), (*before, *indices))
                for parts, before in found
                for part, indices in general(each, name)
            ]
        yield from ((Combined(axis, parts), indices) for parts, indices in found)
    elif isinstance(axis.size, Number):
        for k in range(1, int(axis.size.value) + 1):
            yield Number(ONE.value * k), ()
    else:
        index = bound(name, axis.size)
        yield index, (index,)


def summed(axis: Axis, term: Callable[[Place], Term]) -> Term:
    """Return the sum of a term over the places of an axis."""
    result: Term = Number(ONE.value - 1)
    for place, indices in general(axis):
        part = term(place)
        for index in reversed(indices):
            part = Total(index, part)
        result = plus(result, part)
    return result


def joined(one: Axis, other: Axis) -> Axis:
    """Return the axis of two that meet, entry by entry."""
    if is_unit(one):
        return other
    if is_unit(other) or one == other:
        return one
    if sp.expand(symbolic(one.size) - symbolic(other.size)) != 0:
        raise ValueError(f"entries: the sizes {length(one)} and {length(other)} differ")
    if isinstance(one, Plain) or isinstance(other, Plain):
        return other if isinstance(one, Plain) else one
    raise NotReadError("entries: one axis is divided in two ways")


def fitted(axis: Axis, place: Place) -> Place:
    """Return a place as an array with this axis takes it."""
    if is_unit(axis):
        return ONE
    if isinstance(axis, Plain):
        return _on(axis, flat(place))
    if isinstance(place, Combined | Within):
        if place.axis != axis:
            raise NotReadError("entries: a place on an axis that is divided otherwise")
        return place
    if isinstance(axis, InARow) and (found := _block_of(axis, place)):
        return found
    raise NotReadError(f"entries: the place {place} on a product of axes, or on axes in a row")


def is_open(axis: Axis, place: Term) -> bool:
    """Say whether a number may be one place on an axis or another, as far as is shown."""
    return isinstance(axis, Product) or (isinstance(axis, InARow) and not _block_of(axis, place))


def on_axis(axis: Axis, place: Term) -> Term:
    """Return a number that is shown to be a place: at -1 NumPy takes the last one."""
    if not is_place(place, axis.size):
        raise NotReadError(
            f"entries: nothing shows that {symbolic(place)} lies from 1 to {length(axis)}"
        )
    return place


def _on(axis: Plain, place: Term) -> Term:
    """Return a place that is shown to lie on an axis."""
    if isinstance(place, Index | Permuted) and place.last == axis.size:
        return place
    return on_axis(axis, place)


def _block_of(axis: InARow, place: Term) -> Within | None:
    """Return on which block a place lies, if its number shows it for all sizes."""
    ahead: Term = Number(ONE.value - 1)
    for k, block in enumerate(axis.blocks):
        own = minus(place, ahead)
        low, room = symbolic(own), symbolic(block.size) - symbolic(own)
        if sp.expand(low).is_positive and sp.expand(room).is_nonnegative:
            return Within(axis, k, fitted(block, own))
        ahead = plus(ahead, block.size)
    return None
