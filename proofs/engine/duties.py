"""What a statement obliges its evidence to show, and under which conditions.

Every relation of a statement is a duty. A line holds under the statement's conditions; an
equivalence is two duties, each side under the other; a term that does not depend on a variable
equals itself with another variable in its place.
"""

from dataclasses import dataclass, replace

from theory.stating.statements import Exactly, Line, Link, Said, Some, Statement, Without
from theory.stating.terms import Base, Entry, Term, Variable

_OPPOSITE = {"=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">"}


@dataclass(frozen=True)
class Duty:
    """A relation to be shown, and what it supposes besides the statement's conditions."""

    link: Link
    when: tuple[Line, ...] = ()


def duties(statement: Statement) -> list[Duty]:
    """Return all that must be shown, in the order in which it is said."""
    return [duty for each in statement.said for duty in _duties(each)]


def _duties(said: Said) -> list[Duty]:
    match said:
        case Line():
            return [Duty(link, said.when) for link in said.links]
        case Exactly():
            left, right = said.left, said.right
            return [Duty(left, (Line((right,)),)), Duty(_denied(left), (Line((_denied(right),)),))]
        case Without():
            return [Duty(Link(said.whole, "=", elsewhere(said.whole, said.variables)))]
        case Some():
            return [Duty(link, said.line.when) for link in said.line.links]
    raise TypeError(f"duties: {said!r} says nothing")


def _denied(link: Link) -> Link:
    if not isinstance(link.sign, str):
        raise TypeError("a limit has no opposite; say it in a line of its own")
    return Link(link.left, _OPPOSITE[link.sign], link.right)


def elsewhere(whole: Term, variables: tuple[Term | Base, ...]) -> Term:
    """Return the term with each of the variables replaced by another one, of the same domain."""
    if whole in variables:
        return _other(whole)
    if isinstance(whole, Entry) and whole.base in variables:
        base = replace(whole.base, name=f"{whole.base.name}'")
        return Entry(base, tuple(elsewhere(place, variables) for place in whole.places))
    return whole.made_of(tuple(elsewhere(part, variables) for part in whole.parts))


def _other(variable: Term) -> Term:
    if isinstance(variable, Variable):
        return replace(variable, name=f"{variable.name}'")
    assert isinstance(variable, Entry)
    return Entry(replace(variable.base, name=f"{variable.base.name}'"), variable.places)
