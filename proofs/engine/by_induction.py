"""Induction over a place: a relation holds at the first one, and at the next where it holds at one.

So it holds at every place, however many there are: for any number of layers, or of steps.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from proofs.engine.binding import Side
from proofs.engine.duties import Duty, duties
from proofs.engine.duty_view import View
from proofs.engine.substitution import BindingError
from theory.stating.relations import Line, Link, places_in
from theory.stating.statements import Statement, places_of, terms_of
from theory.stating.terms import ONE, Index, Operation, Term, bound, free_indices, put
from theory.stating.unfolding import without_letters


def halves(
    statement: Statement,
    duty: int,
    over: Index,
    before: Index,
    lets: tuple[Mapping, Mapping] = ({}, {}),
    closed: Collection[str] = (),
) -> tuple[Side, Side]:
    """Return the chains of the first place, and of the place after `before`.

    over: the index of the relation that runs from 1 to one more than `before` does. The second
    chain may use the relation at `before`, whatever its other places are. lets, closed: as in
    `begin`, for the one and the other.
    """
    asked = duties(statement)[duty]
    if not isinstance(asked, Duty) or asked.chosen:
        raise BindingError(f"duty {duty} is no relation for every place")
    if over.mark or before.mark:
        raise BindingError(f"{over.name} and {before.name}: one of them is bound by a sum")
    if over.last != before.last + ONE or before in _places(asked.link):
        raise BindingError(f"{over.name} does not run to one place more than {before.name}")
    if before in places_of(statement):
        raise BindingError(
            f"the statement speaks of one {before.name}; give the place another name"
        )
    spoken = (*statement.conditions, *asked.when)
    named = frozenset(i for line in spoken for each in terms_of(line) for i in places_in(each))
    if over in named:
        raise BindingError(f"a condition speaks of {over.name}: it would change on the way")
    # what no condition speaks of may be any place: there it gets a name of its own
    others: dict[Term, Term] = {
        each: bound(f"{each.name}'", each.last) for each in _places(asked.link) - {over} - named
    }
    supposed = _at(asked.link, {over: before, **others})
    first = replace(asked, link=_at(asked.link, {over: ONE}))
    then = replace(
        asked,
        link=_at(asked.link, {over: Operation("+", (before, ONE))}),
        when=(*asked.when, Line((supposed,))),
    )
    views = (View(statement, *each, closed, duty) for each in zip((first, then), lets, strict=True))
    one, other = map(Side, views)
    return one, other


def _places(link: Link) -> frozenset[Index]:
    return places_in(link.left) | places_in(link.right)


def _at(link: Link, values: Mapping[Any, Term]) -> Link:
    """Return a relation at other places, also where a letter hides one."""
    left, right = map(without_letters, (link.left, link.right))
    if hidden := values.keys() & (_places(link) - free_indices(left) - free_indices(right)):
        raise BindingError(f"a word hides {', '.join(sorted(each.name for each in hidden))}")
    return Link(put(left, values), link.sign, put(right, values))
