"""Words that mean one thing whatever they are applied to: a page prints one definition of each.

The body of a word is Python and might look at what it is given. So a word is written out at
arguments of which nothing is known, and these are put in after that: it must come to the same.
"""

from collections.abc import Iterator, Mapping

from theory.stating.statements import Statement
from theory.stating.terms import (
    Applied,
    Base,
    Entry,
    Index,
    Permuted,
    Table,
    Term,
    Variable,
    bound,
    canonical,
    free_indices,
    put,
    walk,
)
from theory.stating.unfolding import unfolded, without_letters
from theory.stating.variables import is_whole

Unknown = Variable | Index | Base


def depends_on_form(statement: Statement) -> list[str]:
    """Return the names of the words of a statement that mean other things of other arguments."""
    return sorted({each.word.name for each in _words(statement) if not _is_uniform(each)})


def _words(statement: Statement) -> Iterator[Applied]:
    """Yield the words of a statement, and of what they stand for, equal ones once."""
    met: set[Term] = set()
    waiting = list(statement.terms())
    for whole in waiting:
        for each in walk(whole):
            if isinstance(each, Applied) and each.word.define:
                plain: dict[Term, Term] = {i: Index(i.name, i.last) for i in free_indices(each)}
                key = canonical(without_letters(put(each, plain))) if each.word.tex else each
                if key not in met:
                    met.add(key)
                    waiting.append(unfolded(each, once=True))
                    yield each


def _is_uniform(whole: Applied) -> bool:
    whole = Applied(whole.word, tuple(map(without_letters, whole.given)))
    unknown: dict[Unknown, Term] = {}
    given = []
    for number, (kind, each) in enumerate(zip(whole.word.kinds.values(), whole.given, strict=True)):
        term, key = _unknown(kind, each, f"_u{number}")
        unknown[key] = each
        given.append(term)
    general = unfolded(Applied(whole.word, tuple(given)), once=True)
    meant = without_letters(unfolded(whole, once=True))
    return canonical(_filled(without_letters(general), unknown)) == canonical(meant)


def _unknown(kind: str, given: Term, name: str) -> tuple[Term, Unknown]:
    """Return an argument of the same kind and sizes of which nothing else is known."""
    if isinstance(given, Table):
        base = Base(name, tuple(each.last for each in given.bounds))
        bounds = tuple(bound(each.name, each.last) for each in given.bounds)
        return Table(bounds, Entry(base, bounds)), base
    if kind == "index":
        place = Index(name, given.last if isinstance(given, Index | Permuted) else given)
        return place, place
    number = Variable(name, "integer" if is_whole(unfolded(given)) else "real")
    return number, number


def _filled(whole: Term, unknown: Mapping[Unknown, Term]) -> Term:
    """Return a term with what is known put in."""
    if isinstance(whole, Entry) and isinstance(held := unknown.get(whole.base), Table):
        places = (_filled(place, unknown) for place in whole.places)
        return put(held.body, dict(zip(held.bounds, places, strict=True)))
    if isinstance(whole, Variable | Index) and whole in unknown:
        return unknown[whole]
    return whole.with_parts(tuple(_filled(part, unknown) for part in whole.parts))
