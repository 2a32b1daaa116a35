"""What a statement obliges its evidence to show, and under which conditions.

Every relation of a statement is a duty. A line holds under the statement's conditions; an
equivalence is two duties: the right side where the left one holds, and its opposite where the
left one does not; a term that does not depend on a variable
equals itself with another variable in its place. That something holds for all places at once, at
values that one may choose, is one duty: each place alone might have values of its own.
"""

from dataclasses import dataclass, replace

from theory.stating.by_object import once
from theory.stating.existence import Some
from theory.stating.printed import said
from theory.stating.relations import (
    Exactly,
    Line,
    Link,
    Sized,
    To,
    Without,
    elsewhere,
    places_in,
    variables,
)
from theory.stating.statements import Said, Statement, terms_of
from theory.stating.terms import Base, Index, Term
from theory.stating.unfolding import unfolded

_OPPOSITE = {"=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">"}


@dataclass(frozen=True)
class Duty:
    """A relation to be shown, what it supposes besides the conditions, what one may choose."""

    link: Link
    when: tuple[Line, ...] = ()
    chosen: tuple[Term | Base, ...] = ()
    places: frozenset[Index] = frozenset()  # of which its statement speaks elsewhere
    own: frozenset[Index] = frozenset()  # of which what it supposes speaks at one place
    beside: tuple[Term, ...] = ()  # what must have a value, too: the other side of an equivalence

    @property
    def here(self) -> frozenset[Index]:
        """The places of which it speaks: what it supposes means these, and else every place."""
        return self.own | _spoken_of((Line((self.link,)),))

    @property
    def supposes(self) -> tuple[tuple[Line, ...], frozenset[Index]]:
        """What it supposes, and of which places it means one: two that agree suppose the same."""
        return self.when, self.here & _spoken_of(self.when)


def duties(statement: Statement) -> list[Duty | Sized | Some]:
    """Return all that must be shown, in the order in which it is said."""
    return [*_all(statement)]


@once
def _all(statement: Statement) -> tuple[Duty | Sized | Some, ...]:
    return tuple(duty for each in statement.said for duty in _duties(each))


def _duties(each: Said) -> list[Duty | Sized | Some]:
    match each:
        case Line():
            own = _supposed_at(each)
            return [Duty(link, each.when, own=own) for link in each.links]
        case Exactly():
            left, right = each.left, each.right
            own = places_in(left.left) | places_in(left.right)
            beside = (left.left, left.right)
            return [
                Duty(right, (Line((left,)),), own=own, beside=beside),
                Duty(denied(right), (Line((denied(left),)),), own=own, beside=beside),
            ]
        case Without():
            whole = unfolded(each.whole)  # a word or a letter may hide the variable
            return [Duty(Link(each.whole, "=", elsewhere(whole, each.variables)))]
        case Some(at_once=True):
            return [each]
        case Some():
            (link,) = each.line.links
            return [Duty(link, each.line.when, each.variables)]
        case Sized():
            return [each]
    raise TypeError(f"duties: {each!r} says nothing")


def _supposed_at(each: Line) -> frozenset[Index]:
    """Return the places of what a line supposes of which some relation of it speaks."""
    return _spoken_of(each.when) & _spoken_of((replace(each, when=()),))


def _spoken_of(lines: tuple[Line, ...]) -> frozenset[Index]:
    return frozenset().union(*(places_in(end) for each in lines for end in terms_of(each)))


def denied(link: Link) -> Link:
    """Return the opposite relation."""
    if not isinstance(link.sign, str):
        raise TypeError("a limit has no opposite; say it in a line of its own")
    return Link(link.left, _OPPOSITE[link.sign], link.right)


def may_not_arrive(sign: str | To, conditions: tuple[Line, ...]) -> bool:
    """Say whether a condition speaks of what runs to a limit, but that it is not there yet."""
    if not isinstance(sign, To):
        return False
    links = (link for each in conditions for link in each.links)
    return any(
        sign.variable in variables(link.left) | variables(link.right)
        and (link.sign != "≠" or {link.left, link.right} != {sign.variable, sign.point})
        for link in links
    )


def relation(duty: Duty | Sized | Some) -> str:
    """Return what must be shown, in LaTeX."""
    if isinstance(duty, Duty):
        return said(Line((duty.link,), duty.when), duty.own)
    return said(duty)
