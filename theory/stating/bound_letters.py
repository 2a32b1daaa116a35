"""Letters of bound places: none means anything else in the formula in which it stands."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, count

from theory.stating.by_object import once
from theory.stating.terms import (
    ZERO,
    Applied,
    Entry,
    Index,
    Operation,
    Table,
    Term,
    Total,
    bounds_of,
    put,
    walk,
)
from theory.stating.unfolding import ends_of_places, unfolded

LETTERS = "jklisrabcuwtopqghf"  # not e, which is Euler's number
BLANK = Index("", ZERO)  # the place at which a family stands for all that it has


def letter(wish: str, taken: frozenset[str]) -> str:
    """Return the name that is wished for, or a letter, if that means something already."""
    primed = (each + "'" * marks for marks in count(1) for each in LETTERS)
    names = chain(filter(None, [wish]), LETTERS, primed)
    return next(each for each in names if each not in taken)


def names_in(*terms: Term, but: type[Term] | None = None) -> frozenset[str]:
    """Return the names of all that stands in terms, besides the places that they bind.

    Of d_k a reader sees a k, and of e Euler's number. but: what is left out besides.
    """
    named = frozenset().union(*map(_named, terms))
    names = {name for name, kind in named if but is None or not issubclass(kind, but)}
    return frozenset(names | {each.partition("_")[2] for each in names} | {"e"})


@once
def _named(term: Term) -> frozenset[tuple[str, type[Term]]]:
    """Return the name and the type of all that stands in a term."""
    return frozenset((_name(each), type(each)) for each in with_meanings(term))


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
    if len(held.bounds) > 1 and any(
        _is_another_of_matrices(e, held.bounds) for e in walk(held.body)
    ):
        return None
    whole = {each: _whole(each, held.bounds) for each in walk(held.body)}
    plain = put(held.body, {each: own for each, own in whole.items() if own is not None})
    return None if _any_in([plain], held.bounds) else plain


def _is_another_of_matrices(each: Term, bounds: tuple[Index, ...]) -> bool:
    """Say whether entry by entry is not what B C, B^2, 1/B or e^B mean of matrices."""
    if not isinstance(each, Operation):
        return False
    moves = [_any_in([part], bounds) for part in each.given]
    match each.name:
        case "*":
            return all(moves)
        case "/":
            return moves[1]
    return each.name in ("^", "exp") and any(moves)


def _whole(each: Term, bounds: tuple[Index, ...]) -> Term | None:
    """Return what has an entry at these as its last places, as x for x_j, and S_i for S_ij."""
    own = len(bounds)
    if isinstance(each, Entry):
        given, free = each.places, [k for k, place in enumerate(each.places) if place != BLANK]
    elif isinstance(each, Applied):
        kinds, given = [*each.word.kinds.values()], each.given
        places = (k for k, kind in enumerate(kinds) if kind == "index" or not each.word.tex)
        free = [k for k in places if given[k] != BLANK]
    else:
        return None
    at = free[-own:]
    rest = [place for k, place in enumerate(given) if k not in at]
    if tuple(given[k] for k in at) != bounds or _any_in(rest, bounds):
        return None
    if any(place in bounds and place.last != last for place, last in ends_of_places(each)):
        return None  # it begins as the family does, and is shorter
    shown = tuple(BLANK if k in at else place for k, place in enumerate(given))
    return Entry(each.base, shown) if isinstance(each, Entry) else Applied(each.word, shown)


def _any_in(terms: Iterable[Term], places: tuple[Index, ...]) -> bool:
    return any(each in places for whole in terms for each in walk(whole))
