"""What holds for some values: a choice, and the relation that holds at it."""

from dataclasses import dataclass

from theory.stating.relations import Line, To, as_lines, named, places_in, variables
from theory.stating.terms import Base, Index, Term, TermError, Variable


@dataclass(frozen=True)
class Some:
    """Whatever the other variables are, there are values of these at which a line holds.

    such: what these values must be besides. every: the indices and variables for all of which the
    line then holds at once, at the same values.
    """

    variables: tuple[Variable | Base, ...]
    line: Line
    such: tuple[Line, ...] = ()
    every: tuple[Term | Base, ...] = ()

    @property
    def at_once(self) -> bool:
        """Say whether its values must do more than make one relation hold at one place."""
        return bool(self.such or self.every)


def some(*variables, holds: Line, such=(), every=()) -> Some:
    """Return that a line holds for some values: some(t, holds=line(f(t), "<", 0)).

    such, every: as in some(v, such=line(total(v), "=", 1), every=(i,), holds=line(v[i], ">", 0)),
    some v whose sum is 1 and whose entries are all positive. An index of `such`, or of what the
    line supposes, means every place of its range, unless the line is for `every` one of it.
    """
    if len(holds.links) != 1:
        raise TermError("some: expected one relation; each of several might hold elsewhere")
    places = tuple(each for each in _tupled(every) if isinstance(each, Index))
    others = tuple(each for each in _tupled(every) if not isinstance(each, Index))
    ranging = places + (named("some: every", others) if others else ())
    made = Some(named("some", variables), holds, as_lines(such), ranging)
    if made.at_once:
        _must_be_closed(made)
    return made


def _must_be_closed(some: Some) -> None:
    """Refuse what would leave open which comes first, the choice or the place."""
    if any(isinstance(link.sign, To) for each in (some.line, *some.such) for link in each.links):
        raise TermError("some: a limit, of values for all places at once")
    if any(each.when for each in some.such):
        raise TermError("some: a condition in `such` has a condition; say it of a factor instead")
    if set(some.variables) & set(some.every):
        raise TermError("some: what is chosen is not for every value")
    (link,) = some.line.links
    free = frozenset().union(*map(places_in, (link.left, link.right))) - set(some.every)
    if free:
        names = ", ".join(sorted(each.name for each in free))
        raise TermError(f"some: {names} is free; say `every`, if the values are the same for all")
    links = [link for such in some.such for link in such.links]
    spoken = frozenset().union(*(variables(e) for link in links for e in (link.left, link.right)))
    if spoken & set(some.every):
        raise TermError("some: `such` speaks of what the line is for every value of")


def _tupled(held) -> tuple:
    return held if isinstance(held, tuple) else (held,)
