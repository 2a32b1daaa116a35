"""Statements: relations, and the conditions under which they are said.

A statement speaks of every value of its variables and of every place of its free indices. It never
says whether it is true.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from theory.stating.existence import Some
from theory.stating.named import no_names
from theory.stating.relations import (
    Exactly,
    Line,
    Link,
    Sized,
    To,
    Without,
    as_lines,
    elsewhere,
    is_within,
    places_in,
    variables,
)
from theory.stating.terms import Entry, Index, Term, TermError, binds_twice
from theory.stating.unfolding import written_out

Said = Line | Exactly | Without | Some | Sized


@dataclass(frozen=True)
class Hypothesis:
    """A condition with a name, which must be shown needed: its sentence, and what it means.

    ground: the claim, if there is one, whose evidence shows it where it was measured.
    """

    says: str
    means: Any = ()
    ground: str = ""

    def __post_init__(self):
        if isinstance(self.means, Line):
            object.__setattr__(self, "means", (self.means,))


@dataclass(frozen=True)
class Statement:
    """All that a claim says, and the conditions under which it says it."""

    said: tuple[Said, ...]
    given: tuple[Line, ...] = ()
    hypotheses: dict[str, Hypothesis] = field(default_factory=dict, hash=False)

    @property
    def conditions(self) -> tuple[Line, ...]:
        """Every condition: those that belong to the statement, and those with a name."""
        return (*self.given, *(each for h in self.hypotheses.values() for each in h.means))

    @cached_property
    def places(self) -> frozenset[Index]:
        """The indices that stand for one place each; a stack of blocks takes seconds to look at."""
        terms = (each for said in self.said for each in _asserted(said))
        return frozenset().union(*map(places_in, terms))

    def terms(self) -> Iterator[Term]:
        """Yield every term that is written in the statement."""
        for each in (*self.said, *self.conditions):
            yield from terms_of(each)


def states(*said: Said, given=(), hypotheses=None) -> Statement:
    """Return the statement of these lines."""
    lines = as_lines(given)
    statement = Statement(said, (*lines, *_elsewhere(said, lines)), dict(hypotheses or {}))
    named = [each for hypothesis in statement.hypotheses.values() for each in hypothesis.means]
    if [*_elsewhere(said, named)]:
        raise TermError("states: a hypothesis on what a term does not depend on; say it in given")
    if wrong := no_names(*statement.terms()):
        raise TermError(f"states: {', '.join(wrong)}: a name is letters, and an index: x, d_k, W^K")
    if any(map(is_within, statement.terms())):
        raise TermError("states: a place that a sum binds stands outside of it")
    if any(map(binds_twice, statement.terms())):
        raise TermError("states: a sum stands in a sum over the same place, which is printed apart")
    if any(condition.when for condition in statement.conditions):
        raise TermError("states: a condition has a condition; say it of a factor 1 - δ instead")
    if moving := [*_of_moving_size(statement)]:
        raise TermError(f"states: in a limit over {moving[0]} places and families have no such end")
    chosen = {
        v
        for each in said
        if isinstance(each, Some) and each.at_once
        for v in (*each.variables, *each.every)
    }
    if chosen and any(
        chosen & variables(e) for line in statement.conditions for e in terms_of(line)
    ):
        raise TermError("states: a condition speaks of what is chosen, or of every value of it")
    return statement


def _of_moving_size(statement: Statement) -> Iterator[str]:
    """Yield what runs to a limit while a place or a family runs to it, and so moves."""
    for each in statement.said:
        for link in each.links if isinstance(each, Line) else ():
            if isinstance(link.sign, To):
                sides, size = (link.left, link.right), link.sign.variable
                parts = (part for side in sides for part in written_out(side))
                lasts = [end for e in parts if isinstance(e, Entry) for end in e.base.lasts]
                lasts += [place.last for side in sides for place in places_in(side)]
                if any(size in variables(end) for end in lasts):
                    yield size.name


def _elsewhere(said: Iterable[Said], conditions: Iterable[Line]) -> Iterator[Line]:
    """Yield the conditions on what a term does not depend on, of its other value."""
    for each in said:
        of = each.variables if isinstance(each, Without) else ()
        for condition in conditions:
            links = tuple(
                Link(elsewhere(link.left, of), link.sign, elsewhere(link.right, of))
                for link in condition.links
            )
            if links != condition.links:
                yield replace(condition, links=links)


def form(statement: Statement) -> Literal["sizes", "limit", "identity", "bound"]:
    """Return what kind of statement it is, by its signs."""
    if any(isinstance(each, Sized) for each in statement.said):
        return "sizes"
    links = [link for each in statement.said if isinstance(each, Line) for link in each.links]
    if any(isinstance(link.sign, To) for link in links):
        return "limit"
    plain = all(isinstance(each, Line | Without) for each in statement.said)
    return "identity" if plain and all(link.sign == "=" for link in links) else "bound"


def places_of(statement: Statement) -> frozenset[Index]:
    """Return the indices of which a statement speaks at one place each: conditions mean that one.

    An index of a condition alone is any place of its range.
    """
    return statement.places


def _asserted(said: Said) -> Iterator[Term]:
    """Yield the terms of what is asserted, without what a line alone supposes."""
    if isinstance(said, Line | Exactly):
        yield from terms_of(replace(said, when=()) if isinstance(said, Line) else said)
    elif isinstance(said, Without):
        yield said.whole
    elif isinstance(said, Some) and not said.at_once:
        yield from _asserted(said.line)


def terms_of(said: Said) -> Iterator[Term]:
    """Yield the terms of a line, of an equivalence, of what does not depend on something."""
    if isinstance(said, Line):
        for link in said.links:
            yield from (link.left, link.right)
            if isinstance(link.sign, To) and isinstance(link.sign.point, Term):
                yield link.sign.point
        for each in said.when:
            yield from terms_of(each)
    elif isinstance(said, Exactly):
        yield from (said.left.left, said.left.right, said.right.left, said.right.right)
    elif isinstance(said, Without):
        yield from (said.whole, elsewhere(said.whole, said.variables))
    elif isinstance(said, Sized):
        yield from (said.of, *said.lasts, *(count for _, count in said.counts))
    else:
        for each in (said.line, *said.such):
            yield from terms_of(each)
