"""Families: numbers that stand at indices from 1 on, tables as arguments, and sums over them."""

from collections.abc import Callable
from dataclasses import dataclass

from theory.stating.terms import (
    Base,
    Entry,
    Index,
    Number,
    Permuted,
    Table,
    Term,
    TermError,
    Total,
    bound,
    put,
    term,
)


@dataclass(frozen=True)
class Family:
    """What stands at each index, how far each index runs, and how the indices like to be called."""

    entry: Callable[..., Term]
    lasts: tuple[Term, ...]
    names: tuple[str, ...] = ()
    base: Base | None = None

    def __getitem__(self, places):
        places = places if isinstance(places, tuple) else (places,)
        if len(places) > len(self.lasts):
            raise TermError(f"{len(places)} indices; expected at most {len(self.lasts)}")
        places = tuple(map(term, places))
        if len(places) == len(self.lasts):
            return self.entry(*places)
        rest = slice(len(places), None)
        return Family(lambda *more: self.entry(*places, *more), self.lasts[rest], self.names[rest])

    def map(self, function):
        """Return the family of the values of a function, entry by entry."""
        return Family(lambda *places: function(self[places]), self.lasts, self.names)

    def permuted(self, order="sigma"):
        """Return the family in another order of its first index."""
        sent = lambda place: Permuted(order, place, self.lasts[0])
        return Family(lambda place, *rest: self[(sent(place), *rest)], self.lasts, self.names)

    def transposed(self):
        """Return a table with its two indices exchanged."""
        return Family(lambda i, j: self[j, i], self.lasts[::-1], self.names[::-1])

    def _with(self, other, combine):
        def entry(*places):
            # a row meets a table at the table's last index
            own = other[places[-len(other.lasts) :]] if isinstance(other, Family) else term(other)
            return combine(self[places], own)

        return Family(entry, self.lasts, self.names)

    def __add__(self, other):
        return self._with(other, lambda p, q: p + q)

    def __radd__(self, other):
        return self._with(other, lambda p, q: q + p)

    def __sub__(self, other):
        return self._with(other, lambda p, q: p - q)

    def __rsub__(self, other):
        return self._with(other, lambda p, q: q - p)

    def __mul__(self, other):
        return self._with(other, lambda p, q: p * q)

    def __rmul__(self, other):
        return self._with(other, lambda p, q: q * p)

    def __truediv__(self, other):
        return self._with(other, lambda p, q: p / q)

    def __rtruediv__(self, other):
        return self._with(other, lambda p, q: q / p)

    def __pow__(self, other):
        return self._with(other, lambda p, q: p**q)

    def __neg__(self):
        return self.map(lambda p: -p)


def numbers(name: str, *lasts: Term | int, domain: str = "real") -> Family:
    """Return a family of variables: numbers("x", n), or a table, numbers("K", n, d)."""
    base = Base(name, tuple(map(term, lasts)), domain)
    if none := [each for each in base.lasts if isinstance(each, Number) and each.value < 1]:
        raise TermError(f"{name} has {none[0].value} entries along an axis; expected 1 or more")
    return Family(lambda *places: Entry(base, places), base.lasts, base=base)


def every(*indices: Index, entry: Term | None = None) -> Family:
    """Return the family of a term as its indices run: every(j, entry=x[j] ** 2)."""
    if entry is None:
        raise TermError("every: entry is missing; expected every(j, entry=...)")
    return Family(
        lambda *places: put(entry, dict(zip(indices, places, strict=True))),
        tuple(each.last for each in indices),
        tuple(each.name for each in indices),
    )


def table(family: Family) -> Table:
    """Return a family as an argument of a word."""
    names = (*family.names, *("" for _ in family.lasts[len(family.names) :]))
    bounds = tuple(bound(name, last) for name, last in zip(names, family.lasts, strict=True))
    return Table(bounds, term(family.entry(*bounds)))


def family(held: Table) -> Family:
    """Return the family that an argument holds."""
    return every(*held.bounds, entry=held.body)


def total(of: Family) -> Term:
    """Return the sum of a family over all its indices."""
    held = table(of)
    result = held.body
    for each in reversed(held.bounds):
        result = Total(each, result)
    return result
