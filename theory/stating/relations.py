"""Relations: terms, each related to the next, and what else is said of terms."""

from dataclasses import dataclass, replace

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
    return Line(links, as_lines(when))


def equal(left: Term | int, right: Term | int, when=()) -> Line:
    """Return a line with one sign of equality."""
    return line(left, "=", right, when=when)


def as_lines(given) -> tuple[Line, ...]:
    """Return one line, or several, as several."""
    return (given,) if isinstance(given, Line) else tuple(given)


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
    return Without(term(whole), named("without", variables))


def named(function, variables) -> tuple[Variable | Base, ...]:
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


@once
def places_in(whole: Term) -> frozenset[Index]:
    """Return the indices that a term leaves free, also in what its letters stand for."""
    return free_when_unfolded(whole)


def is_within(whole: Term) -> bool:
    """Say whether a term speaks of a place that a sum binds, which has a meaning in it alone."""
    return any(place.mark for place in places_in(whole))


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
