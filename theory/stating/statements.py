"""Statements: lines of terms, each related to the next, under conditions.

A statement speaks of every value of its variables and of every place of its free indices. It never
says whether it is true.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from theory.stating.by_object import once
from theory.stating.families import Family, table
from theory.stating.terms import (
    WHOLE,
    Base,
    Entry,
    Index,
    Size,
    Table,
    Term,
    TermError,
    Variable,
    term,
    walk,
)
from theory.stating.unfolding import free_when_unfolded, written_out

SIGNS = ("=", "<", "≤", ">", "≥", "≠")
INFINITY = "∞"


@dataclass(frozen=True)
class To:
    """The sign of a limit: which variable goes where, and from which side."""

    variable: Variable | Size
    point: Term | str
    side: str

    @property
    def needs(self) -> str:
        """What sign the point must have, for the variable to come near it from that side."""
        above_zero = getattr(self.variable, "domain", "") in ("positive", "nonnegative")
        return {"+": "≥", "-": ">"}[self.side] if above_zero and self.point != INFINITY else ""


def to(variable, point, side: str = "") -> To:
    """Return the sign of a limit: to(T, 0, "+"), to(n, INFINITY); a finite point needs a side."""
    domain = getattr(variable, "domain", "natural")  # a size has none
    if domain == "bit" or (domain in WHOLE and point != INFINITY):
        raise TermError(f"to: {variable.name} is a whole number and never comes near {point}")
    if point == INFINITY:
        return To(variable, INFINITY, "-")
    if side not in ("+", "-"):
        raise TermError(f"to: side is {side!r}; expected '+' or '-', from above or from below")
    return To(variable, term(point), side)


@dataclass(frozen=True)
class Link:
    """Two terms and how the first relates to the second."""

    left: Term
    sign: str | To
    right: Term


@dataclass(frozen=True)
class Line:
    """Terms, each related to the next, as 0 < p ≤ 1; `when`: what this line alone supposes."""

    links: tuple[Link, ...]
    when: tuple["Line", ...] = ()


def line(*parts, when=()) -> Line:
    """Return a line: line(0, "<", softmax(x)[i], "≤", 1)."""
    terms, signs = parts[::2], parts[1::2]
    if len(parts) < 3 or len(parts) % 2 == 0:
        raise TermError(f"line: {len(parts)} parts; expected terms with a sign between each two")
    wrong = [sign for sign in signs if not isinstance(sign, To) and sign not in SIGNS]
    if wrong:
        raise TermError(f"line: the sign {wrong[0]!r}; expected {' '.join(SIGNS)} or to(...)")
    sides = tuple(map(term, terms))
    links = tuple(map(Link, sides[:-1], signs, sides[1:]))
    for link in links:
        if isinstance(link.sign, To) and link.sign.variable in variables(link.right):
            raise TermError(
                f"line: the limit speaks of {link.sign.variable.name}, which runs to it"
            )
    return Line(links, _lines(when))


def equal(left: Term | int, right: Term | int, when=()) -> Line:
    """Return a line with one sign of equality."""
    return line(left, "=", right, when=when)


@dataclass(frozen=True)
class Exactly:
    """One relation holds exactly where another does."""

    left: Link
    right: Link


def exactly(left: Line, right: Line) -> Exactly:
    """Return that a relation of two terms holds exactly where another does."""
    if len(left.links) != 1 or len(right.links) != 1:
        raise TermError("exactly: expected two lines of one relation each")
    return Exactly(left.links[0], right.links[0])


@dataclass(frozen=True)
class Without:
    """A term does not depend on some of its variables."""

    whole: Term
    variables: tuple[Variable | Base, ...]


def without(whole, *variables) -> Without:
    """Return that a term has one value whatever these variables are: without(weight, q)."""
    return Without(term(whole), _named("without", variables))


def _named(function, variables) -> tuple[Variable | Base, ...]:
    """Return variables; one entry is none, as a sum over its family has it too."""
    held = tuple(v.base if isinstance(v, Family) and v.base else v for v in variables)
    if not held or not all(isinstance(v, Base | Variable) for v in held):
        raise TermError(f"{function}: {variables!r}; expected variables, or families of them")
    return held


def elsewhere(whole: Term, variables: tuple[Variable | Base, ...]) -> Term:
    """Return the term with each of the variables replaced by another one, of the same domain."""
    if isinstance(whole, Variable) and whole in variables:
        return replace(whole, name=f"{whole.name}'")
    if isinstance(whole, Entry) and whole.base in variables:
        base = replace(whole.base, name=f"{whole.base.name}'")
        return Entry(base, tuple(elsewhere(place, variables) for place in whole.places))
    return whole.made_of(tuple(elsewhere(part, variables) for part in whole.parts))


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
    ranging = places + (_named("some: every", others) if others else ())
    made = Some(_named("some", variables), holds, _lines(such), ranging)
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
    spoken = frozenset().union(*(variables(e) for such in some.such for e in terms_of(such)))
    if spoken & set(some.every):
        raise TermError("some: `such` speaks of what the line is for every value of")


def _tupled(held) -> tuple:
    return held if isinstance(held, tuple) else (held,)


@dataclass(frozen=True)
class Sized:
    """A family has these sizes, and is computed at these costs."""

    of: Table
    lasts: tuple[Term, ...]
    counts: tuple[tuple[str, Term], ...] = ()


def sized(of: Family | Term, *lasts, **counts) -> Sized:
    """Return that a family has sizes: sized(attention(q, k, v), m, d_v, multiplications=...)."""
    held = table(of) if isinstance(of, Family) else Table((), term(of))
    pairs = tuple((name, term(count)) for name, count in counts.items())
    return Sized(held, tuple(map(term, lasts)), pairs)


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
    statement = Statement(said, _lines(given), dict(hypotheses or {}))
    if any(condition.when for condition in statement.conditions):
        raise TermError("states: a condition has a condition; say it of a factor 1 - δ instead")
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


def form(statement: Statement) -> Literal["sizes", "limit", "identity", "bound"]:
    """Return what kind of statement it is, by its signs."""
    if any(isinstance(each, Sized) for each in statement.said):
        return "sizes"
    links = [link for each in statement.said if isinstance(each, Line) for link in each.links]
    if any(isinstance(link.sign, To) for link in links):
        return "limit"
    plain = all(isinstance(each, Line | Without) for each in statement.said)
    return "identity" if plain and all(link.sign == "=" for link in links) else "bound"


@once
def places_in(whole: Term) -> frozenset[Index]:
    """Return the indices that a term leaves free, also in what its letters stand for."""
    return free_when_unfolded(whole)


def places_of(statement: Statement) -> frozenset[Index]:
    """Return the indices of which a statement speaks at one place each: conditions mean that one.

    An index of a condition alone is any place of its range.
    """
    return statement.places


def _asserted(said: Said) -> Iterator[Term]:
    """Yield the terms of what is asserted, without what a line alone supposes."""
    if isinstance(said, Line):
        yield from (end for link in said.links for end in (link.left, link.right))
    elif isinstance(said, Exactly):
        yield from (said.right.left, said.right.right)
    elif isinstance(said, Without):
        yield said.whole
    elif isinstance(said, Some) and not said.at_once:
        yield from _asserted(said.line)


def _lines(given) -> tuple[Line, ...]:
    return (given,) if isinstance(given, Line) else tuple(given)


def terms_of(said: Said) -> Iterator[Term]:
    """Yield the terms of a line, of an equivalence, of what does not depend on something."""
    if isinstance(said, Line):
        for link in said.links:
            yield from (link.left, link.right)
        for each in said.when:
            yield from terms_of(each)
    elif isinstance(said, Exactly):
        yield from (said.left.left, said.left.right, said.right.left, said.right.right)
    elif isinstance(said, Without):
        yield said.whole
    elif isinstance(said, Sized):
        yield from (said.of, *said.lasts, *(count for _, count in said.counts))
    else:
        for each in (said.line, *said.such):
            yield from terms_of(each)


def variables(whole: Term) -> frozenset[Variable | Base | Size]:
    """Return the variables, families and sizes that a term speaks of, its words written out."""
    found: set[Variable | Base | Size] = set()
    for each in written_out(whole):
        if isinstance(each, Index):
            found |= {end for end in walk(each.last) if isinstance(end, Variable | Size)}
        elif isinstance(each, Variable | Size):
            found.add(each)
        elif isinstance(each, Entry):
            found |= {each.base, *(last for last in each.base.lasts if isinstance(last, Size))}
    return frozenset(found)
