"""Entries at a place that its family may not have, as E at the token t_i, or x at j + 1.

Such an entry is no number, and a statement about it none: a condition must keep the place in range.
"""

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import reduce
from itertools import product

from theory.stating.latex import latex
from theory.stating.relations import Link
from theory.stating.statements import Statement
from theory.stating.terms import (
    ONE,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Term,
    put,
    walk,
)
from theory.stating.unfolding import ends_of_places, written_out
from theory.stating.variables import is_whole

Sum = dict[tuple[str, ...], Fraction]  # of products of how far sizes are above 1
UNKNOWN = "?"
Places = Collection[Index]
FIRST: Sum = {(): Fraction(1)}


def out_of_range(statement: Statement) -> list[str]:
    """Return the entries at a place that no condition keeps within the range of its family."""
    said = {
        bound
        for condition in statement.conditions
        for link in condition.links
        for bound in _bounds(link, statement.places)
    }
    found: dict[str, None] = {}
    for whole in statement.terms():
        for each in written_out(whole):
            for place, last in ends_of_places(each):
                if not (is_whole(place) and _stays(place, last, said, statement.places)):
                    found[latex(each)] = None
    return list(found)


def _bounds(link: Link, fixed: Places) -> Iterator[tuple[Term, Term]]:
    """Yield what a relation says is at most what."""
    left, right = _anywhere(link.left, fixed), _anywhere(link.right, fixed)
    if link.sign in ("≤", "<", "="):
        yield left, right
    if link.sign in ("≥", ">", "="):
        yield right, left


def _stays(place: Term, last: Term, said: set[tuple[Term, Term]], fixed: Places) -> bool:
    """Say whether a place is one of 1, ..., last, by how far its indices run or as it is said."""
    if isinstance(place, Index) and place.last == last:
        return True
    low, high = _ends(place)
    here = {_anywhere(place), _anywhere(place, fixed)}
    reach = {place.last} if isinstance(place, Index) else here
    begins = _is_least(_less(low, FIRST)) or any((ONE, each) in said for each in here)
    ends = _is_least(_less(_ends(last)[0], high)) or any((each, last) in said for each in reach)
    return begins and ends


def _is_least(gap: Sum) -> bool:
    """Say whether what is left is 0 at least, as no size is less than 1."""
    return all(count >= 0 and UNKNOWN not in factors for factors, count in gap.items())


def _ends(place: Term) -> tuple[Sum, Sum]:
    """Return the least and the largest that a place can be; of a bit they are 0 and 1."""
    held = place.base if isinstance(place, Entry) else place
    match place:
        case Index() | Permuted():
            return FIRST, _ends(place.last)[1]
        case Operation("+", (one, other)):
            return _each(_added, _ends(one), _ends(other))
        case Operation("-", (one, other)):
            low, high = _ends(other)
            return _each(_less, _ends(one), (high, low))
        case Operation("*", given) if all(_is_least(low) for low, _ in map(_ends, given)):
            return _each(_product, *map(_ends, given))
        case Number():
            return _only({(): place.value})
        case Size():
            return _only(_added(FIRST, {(place.name,): Fraction(1)}))
        case _ if getattr(held, "domain", "") == "bit":
            return {}, FIRST
    return _only({(UNKNOWN,): Fraction(1)})


def _only(place: Sum) -> tuple[Sum, Sum]:
    return place, place


def _each(combined: Callable[[Sum, Sum], Sum], *ends: tuple[Sum, Sum]) -> tuple[Sum, Sum]:
    lows, highs = zip(*ends, strict=True)
    return reduce(combined, lows), reduce(combined, highs)


def _added(one: Sum, other: Sum) -> Sum:
    return {k: one.get(k, Fraction(0)) + other.get(k, Fraction(0)) for k in {**one, **other}}


def _less(one: Sum, other: Sum) -> Sum:
    return _added(one, {factors: -count for factors, count in other.items()})


def _product(one: Sum, other: Sum) -> Sum:
    found: Sum = {}
    for (p, count), (q, times) in product(one.items(), other.items()):
        found = _added(found, {tuple(sorted((*p, *q))): count * times})
    return found


def _anywhere(place: Term, fixed: Places = ()) -> Term:
    """Return the term with its indices nameless: what is said of one place is said of each.

    fixed: the places of a statement, of which alone its conditions are.
    """
    found = (each for each in walk(place) if isinstance(each, Index) and each not in fixed)
    own: dict[Term, Term] = {each: Index("", each.last) for each in found}
    return put(place, own)
