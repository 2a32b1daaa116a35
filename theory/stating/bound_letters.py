"""Letters of bound places: none means anything else in the formula in which it stands."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, count

from theory.stating.families import unfolded
from theory.stating.terms import (
    ZERO,
    Applied,
    Entry,
    Index,
    Table,
    Term,
    Total,
    bounds_of,
    put,
    walk,
)

LETTERS = "jklisrabcuwtopqghef"
BLANK = Index("", ZERO)  # the place of a word that stands for all its values


def letter(wish: str, taken: frozenset[str]) -> str:
    """Return the name that is wished for, or a letter, if that means something already."""
    primed = (each + "'" * marks for marks in count(1) for each in LETTERS)
    names = chain(filter(None, [wish]), LETTERS, primed)
    return next(each for each in names if each not in taken)


def names_in(*terms: Term, but: type[Term] | None = None) -> frozenset[str]:
    """Return the names of all that stands in terms, besides the places that they bind.

    but: what is left out besides.
    """
    there = (each for term in terms for each in with_meanings(term))
    return frozenset(_name(each) for each in there if but is None or not isinstance(each, but))


def _name(each: Term) -> str:
    match each:
        case Entry():
            return each.base.name
        case Applied():
            return "" if each.word.tex else each.word.name
        case Index():
            return "" if each.mark else each.name
    return getattr(each, "name", "")


def with_meanings(term: Term) -> Iterator[Term]:
    """Yield what a term is made of, and what its letters stand for, as a reader sees it."""
    for each in walk(term):
        yield each
        if isinstance(each, Applied) and each.word.define and not each.word.tex:
            yield from with_meanings(unfolded(each, once=True))


def apart(term: Term, taken: frozenset[str]) -> Term:
    """Return a term as it is printed: x/T for the family of x_j/T, where no place is left over.

    Each place that it still binds has a letter that is not taken around it.
    """
    if isinstance(term, Table):
        plain = _without_places(term)
        if plain is not None:
            return Table((), apart(plain, taken))
    if isinstance(term, Total | Table):
        for old in bounds_of(term):
            new = replace(old, name=letter(old.name, taken))
            term, taken = _renamed(term, old, new), taken | {new.name}
    return term.with_parts(tuple(apart(part, taken) for part in term.parts))


def _renamed(term: Total | Table, old: Index, new: Index) -> Total | Table:
    body = put(term.body, {old: new})
    if isinstance(term, Total):
        return Total(new, body)
    return Table(tuple(new if each == old else each for each in term.bounds), body)


def _without_places(held: Table) -> Term | None:
    """Return an entry without its family's own places, or None where one would be left over."""
    if not held.bounds:
        return held.body
    whole = {each: _whole(each, held.bounds) for each in walk(held.body)}
    plain = put(held.body, {each: own for each, own in whole.items() if own is not None})
    return None if _any_in([plain], held.bounds) else plain


def _whole(each: Term, bounds: tuple[Index, ...]) -> Term | None:
    """Return what has an entry at these as its last places: x for x_j, S_i for S_ij."""
    own = len(bounds)
    if isinstance(each, Entry) and each.places[-own:] == bounds:
        lasts, places = each.base.lasts[:-own], each.places[:-own]
        return None if _any_in(places, bounds) else Entry(replace(each.base, lasts=lasts), places)
    if not isinstance(each, Applied):
        return None
    kinds = [*each.word.kinds.values()]
    at = [k for k, kind in enumerate(kinds) if kind == "index" or not each.word.tex][-own:]
    rest = tuple(given for k, given in enumerate(each.given) if k not in at)
    if tuple(each.given[k] for k in at) != bounds or _any_in(rest, bounds):
        return None
    if not each.word.tex:
        return Applied(each.word, rest)
    shown = (BLANK if k in at else given for k, given in enumerate(each.given))
    return Applied(each.word, tuple(shown))


def _any_in(terms: Iterable[Term], places: tuple[Index, ...]) -> bool:
    return any(each in places for whole in terms for each in walk(whole))
