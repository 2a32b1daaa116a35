"""Induction over a place: a relation holds at the first one, and at the next where it holds at one.

So it holds at every place, however many there are: for any number of layers, or of steps.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from proofs.engine.binding import Side, View
from proofs.engine.duties import Duty, duties
from proofs.engine.substitution import BindingError
from theory.stating.statements import Line, Link, Statement, terms_of
from theory.stating.terms import ONE, Index, Operation, Term, bound, free_indices, put


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
    if over.last != before.last + ONE or before in _places(asked.link):
        raise BindingError(f"{over.name} does not run to one place more than {before.name}")
    spoken = (*statement.conditions, *asked.when)
    if any(over in free_indices(each) for line in spoken for each in terms_of(line)):
        raise BindingError(f"a condition speaks of {over.name}: it would change on the way")
    # the relation before holds at all places of its other indices, which get names of their own
    others: dict[Term, Term] = {
        each: bound(f"{each.name}'", each.last) for each in _places(asked.link) - {over}
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
    return free_indices(link.left) | free_indices(link.right)


def _at(link: Link, values: dict[Term, Term]) -> Link:
    return Link(put(link.left, values), link.sign, put(link.right, values))
