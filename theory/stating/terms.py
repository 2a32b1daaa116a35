"""Terms: numbers as a formula writes them, before anybody computes.

Nothing is sorted, cancelled or evaluated in a term. So a divisor can be looked at before it
cancels, and a formula is printed in the order in which it was written. A bound index carries a mark
that no other index has; so putting a term in the place of a variable never captures one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from operator import is_

DOMAINS = ("real", "positive", "nonnegative", "nonzero", "bit", "integer", "natural", "shift")
WHOLE = ("bit", "integer", "natural", "shift")


class TermError(ValueError):
    """Something that is no term, or does not fit where it was put."""


def _operator(name: str, turned: bool = False):
    """Return the method of an operator, which knows nothing of families."""

    def method(self, other):
        if not isinstance(other, Term | int | Fraction):
            return NotImplemented
        return Operation(name, (term(other), self) if turned else (self, term(other)))

    return method


@dataclass(frozen=True)
class Term:
    """A number, written out."""

    __add__, __radd__ = _operator("+"), _operator("+", turned=True)
    __sub__, __rsub__ = _operator("-"), _operator("-", turned=True)
    __mul__, __rmul__ = _operator("*"), _operator("*", turned=True)
    __truediv__, __rtruediv__ = _operator("/"), _operator("/", turned=True)
    __pow__ = _operator("^")

    def __neg__(self):
        return Operation("neg", (self,))

    def __abs__(self):
        return Operation("abs", (self,))

    @property
    def parts(self) -> tuple["Term", ...]:
        """What the term is made of."""
        return ()

    def made_of(self, parts: tuple["Term", ...]) -> "Term":
        """Return the same term of other parts."""
        return self

    def with_parts(self, parts: tuple["Term", ...]) -> "Term":
        """Return the term itself where no part is another one, else the same term of these."""
        return self if all(map(is_, parts, self.parts)) else self.made_of(parts)


@dataclass(frozen=True)
class Number(Term):
    """A rational number."""

    value: Fraction


@dataclass(frozen=True)
class Constant(Term):
    """A number with a name: π."""

    name: str


@dataclass(frozen=True)
class Variable(Term):
    """Any number of a domain."""

    name: str
    domain: str = "real"


@dataclass(frozen=True)
class Size(Term):
    """A positive whole number that says how long something is."""

    name: str


@dataclass(frozen=True)
class Index(Term):
    """A place from 1 to `last`. A bound one has a mark of its own; its name is a wish."""

    name: str
    last: Term
    mark: int = 0

    def __hash__(self):  # asked for wherever a place is looked up, and `last` may be long
        return hash((self.name, self.mark))


@dataclass(frozen=True)
class Base:
    """A family of variables: its name, how far each of its indices runs, its domain."""

    name: str
    lasts: tuple[Term, ...]
    domain: str = "real"


@dataclass(frozen=True)
class Entry(Term):
    """An entry of a family of variables."""

    base: Base
    places: tuple[Term, ...]

    @property
    def parts(self):
        """The places."""
        return self.places

    def made_of(self, parts):
        """Return the entry at other places."""
        return Entry(self.base, tuple(parts))


@dataclass(frozen=True)
class Permuted(Term):
    """The place to which a permutation of 1, ..., last sends a place."""

    name: str
    place: Term
    last: Term

    @property
    def parts(self):
        """The place that is sent."""
        return (self.place,)

    def made_of(self, parts):
        """Return where another place is sent."""
        return Permuted(self.name, parts[0], self.last)


@dataclass(frozen=True)
class Operation(Term):
    """An operation or elementary function of terms; `SYMBOLS` lists them."""

    name: str
    given: tuple[Term, ...]

    @property
    def parts(self):
        """What it is applied to."""
        return self.given

    def made_of(self, parts):
        """Return the operation of other terms."""
        return Operation(self.name, tuple(parts))


@dataclass(frozen=True)
class Total(Term):
    """The sum of a term as an index runs from 1 to its last place."""

    bound: Index
    body: Term

    @property
    def parts(self):
        """How far the index runs, and what is summed."""
        return (self.bound.last, self.body)

    def made_of(self, parts):
        """Return another sum over an index of the same mark."""
        bound = replace(self.bound, last=parts[0])
        return Total(bound, put(parts[1], _changed((self.bound,), (bound,))))


@dataclass(frozen=True)
class Slope(Term):
    """The derivative of a term by variables or entries, one after the other."""

    body: Term
    by: tuple[Term, ...]

    @property
    def parts(self):
        """What is derived, and by what."""
        return (self.body, *self.by)

    def made_of(self, parts):
        """Return another derivative."""
        return Slope(parts[0], tuple(parts[1:]))


@dataclass(frozen=True)
class Table(Term):
    """A family of numbers as an argument: a term, and the indices that run in it."""

    bounds: tuple[Index, ...]
    body: Term

    @property
    def parts(self):
        """How far the indices run, and the entry."""
        return (*(bound.last for bound in self.bounds), self.body)

    def made_of(self, parts):
        """Return another family over indices of the same marks."""
        *lasts, body = parts
        bounds = tuple(replace(b, last=last) for b, last in zip(self.bounds, lasts, strict=True))
        return Table(bounds, put(body, _changed(self.bounds, bounds)))


def _changed(before: Iterable[Index], after: Iterable[Index]) -> dict[Term, Term]:
    return {old: new for old, new in zip(before, after, strict=True) if old != new}


@dataclass(frozen=True)
class Word:
    """A named function: how it is printed, the kinds of its arguments, what it stands for."""

    name: str
    tex: str
    kinds: Mapping[str, str] = field(compare=False)  # "number", "index" or "family"
    define: Callable[..., Term] | None = field(compare=False, default=None)  # None: computed
    whole: str = ""  # how the family of its values is printed, if not as `tex` without indices
    domain: str = "real"  # what is known of its values, where it has no formula
    lasts: Callable[..., tuple[Term, ...]] | None = field(compare=False, default=None)

    def __post_init__(self):
        if self.define and self.domain != "real":
            raise TermError(f"{self.name} has a formula, which says what its values are")


@dataclass(frozen=True)
class Applied(Term):
    """A word at its arguments."""

    word: Word
    given: tuple[Term, ...]

    @property
    def parts(self):
        """The arguments."""
        return self.given

    def made_of(self, parts):
        """Return the word at other arguments."""
        return Applied(self.word, tuple(parts))


def term(value: object) -> Term:
    """Return a whole number, a fraction or a term as a term."""
    if isinstance(value, Term):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Number(Fraction(value))
    raise TermError(f"{value!r} is a {type(value).__name__}; expected a term or an exact number")


ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))
_marks = count(1)


def bound(name: str, last: Term) -> Index:
    """Return an index that no term has yet."""
    return Index(name, last, next(_marks))


def walk(whole: Term) -> Iterator[Term]:
    """Yield the term and all that it is made of."""
    yield whole
    for part in whole.parts:
        yield from walk(part)


def put(whole: Term, values: Mapping[Term, Term]) -> Term:
    """Return the term with values in the places of other terms, the outermost first."""
    kinds = frozenset(map(type, values))  # only a term of these is hashed, which walks all of it

    def within(here: Term) -> Term:
        if type(here) in kinds and here in values:
            return values[here]
        return here.with_parts(tuple(map(within, here.parts)))

    return within(whole) if values else whole


def bounds_of(whole: Term) -> tuple[Index, ...]:
    """Return the indices that a term binds itself."""
    if isinstance(whole, Total):
        return (whole.bound,)
    return whole.bounds if isinstance(whole, Table) else ()


def canonical(whole: Term, depth: int = 0) -> Term:
    """Return the term with its bound indices counted from outside in: equal up to their names."""
    own = bounds_of(whole)
    if not own:
        return whole.made_of(tuple(canonical(part, depth) for part in whole.parts))
    counted = [Index("", canonical(b.last, depth), -(depth + k)) for k, b in enumerate(own, 1)]
    renamed = put(whole.body, dict(zip(own, counted, strict=True)))  # type: ignore[attr-defined]
    body = canonical(renamed, depth + len(own))
    return Total(counted[0], body) if isinstance(whole, Total) else Table(tuple(counted), body)


def free_indices(whole: Term) -> frozenset[Index]:
    """Return the indices that the term does not bind itself."""
    found = frozenset().union(*(free_indices(part) for part in whole.parts))
    found |= {whole} if isinstance(whole, Index) else frozenset()
    return found - frozenset(bounds_of(whole))


def binds_twice(whole: Term, outside: frozenset[Index] = frozenset()) -> bool:
    """Say whether a term binds an index within a term that binds it already."""
    own = frozenset(bounds_of(whole))
    within = outside | own
    return bool(own & outside) or any(binds_twice(part, within) for part in whole.parts)
