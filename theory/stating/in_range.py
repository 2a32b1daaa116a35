"""Entries at a place that is a value, as E at the token t_i: a condition must keep it in the range.

An entry at a place that its family does not have is no number, and a statement about it none.
"""

from collections.abc import Iterator
from fractions import Fraction

from theory.stating.latex import latex
from theory.stating.relations import Link
from theory.stating.statements import Statement
from theory.stating.terms import (
    ONE,
    ZERO,
    Entry,
    Index,
    Number,
    Operation,
    Term,
    Variable,
    put,
    walk,
)
from theory.stating.unfolding import written_out


def out_of_range(statement: Statement) -> list[str]:
    """Return the entries at a place that no condition keeps within the range of its family."""
    said = {
        bound
        for condition in statement.conditions
        for link in condition.links
        for bound in _bounds(link)
    }
    found: dict[str, None] = {}
    for whole in statement.terms():
        for each in written_out(whole):
            if isinstance(each, Entry):
                for place, last in zip(each.places, each.base.lasts, strict=True):
                    low, high = _ends(place)
                    if not (_stays(ONE, low, said) and _stays(high, last, said)):
                        found[latex(each)] = None
    return list(found)


def _bounds(link: Link) -> Iterator[tuple[Term, Term]]:
    """Yield what a relation says is at most what."""
    left, right = _anywhere(link.left), _anywhere(link.right)
    if link.sign in ("≤", "<", "="):
        yield left, right
    if link.sign in ("≥", ">", "="):
        yield right, left


def _stays(low: Term, high: Term, said: set[tuple[Term, Term]]) -> bool:
    """Say whether the one is at most the other, by itself or as it is said."""
    if isinstance(low, Number) and isinstance(high, Number):
        return low.value <= high.value
    if not any(map(_is_value, (low, high))) and (low == ONE or not isinstance(low, Number)):
        return True  # a size is 1 at least, and an index has a range of its own
    return (_anywhere(low), _anywhere(high)) in said


def _is_value(place: Term) -> bool:
    return any(isinstance(each, Entry | Variable) for each in walk(place))


def _anywhere(place: Term) -> Term:
    """Return the term with its indices nameless: what is said of one place is said of each."""
    own: dict[Term, Term] = {i: Index("", i.last) for i in walk(place) if isinstance(i, Index)}
    return put(place, own)


def _ends(place: Term) -> tuple[Term, Term]:
    """Return the least and the largest that a place can be: of a bit they are 0 and 1."""
    held = place.base if isinstance(place, Entry) else place
    if getattr(held, "domain", "") == "bit":
        return ZERO, ONE
    if isinstance(place, Operation) and place.name == "+":
        lows, highs = zip(*map(_ends, place.given), strict=True)
        if (low := _sum(lows)) and (high := _sum(highs)):
            return low, high
    return place, place


def _sum(parts: tuple[Term, ...]) -> Number | None:
    values = [part.value for part in parts if isinstance(part, Number)]
    return Number(sum(values, Fraction(0))) if len(values) == len(parts) else None
