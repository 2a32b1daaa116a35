"""What words stand for, written out: a term without them, or the parts that it would have."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from theory.stating.families import family
from theory.stating.terms import (
    Applied,
    Entry,
    Index,
    Permuted,
    Table,
    Term,
    Word,
    bound,
    bounds_of,
    canonical,
    free_indices,
    put,
    term,
    walk,
)


def unfolded(whole: Term, once: bool = False, closed: Collection[str] = ()) -> Term:
    """Return the term with every word written out, or only the outermost, one word deep.

    closed: names of words that stay as they are; of these nothing is known from then on.
    """
    if isinstance(whole, Applied) and whole.word.name in closed:
        held = tuple(unfolded(each, once, closed) for each in whole.given)
        return Applied(replace(whole.word, define=None), held)
    if isinstance(whole, Applied) and whole.word.define:
        # the body may bind an index that an argument has: it sees each under a mark of its own
        free = frozenset().union(*map(free_indices, whole.given))
        own: dict[Term, Term] = {i: bound(i.name, i.last) for i in free}
        given = (put(g, own) for g in whole.given)
        body = term(whole.word.define(*(family(g) if isinstance(g, Table) else g for g in given)))
        body = _unmarked(body, {mark: i for i, mark in own.items()}) if own else body
        return body if once else unfolded(body, closed=closed)
    return whole.with_parts(tuple(unfolded(part, once, closed) for part in whole.parts))


def _unmarked(whole: Term, marks: Mapping[Term, Term]) -> Term:
    """Return the term with indices for their marks, also in what a letter stands for."""
    if isinstance(whole, Index):
        return marks.get(whole, whole)
    if isinstance(whole, Applied) and whole.word.define and not whole.word.tex:
        define = whole.word.define
        meant = lambda *given: _unmarked(term(define(*given)), marks)
        whole = replace(whole, word=replace(whole.word, define=meant))
    return whole.with_parts(tuple(_unmarked(part, marks) for part in whole.parts))


def written_out(whole: Term, met: set[Term] | None = None) -> Iterator[Term]:
    """Yield what `walk(unfolded(whole))` does, but what equal words stand for only once.

    Words are equal up to the names and marks of their indices, with their letters written out: one
    letter may stand for two things. Blocks of blocks have a hundred thousand parts, and nearly all
    of them are alike.
    """
    met = set() if met is None else met
    if isinstance(whole, Applied) and whole.word.define:
        bare = without_letters(whole)
        plain: dict[Term, Term] = {i: Index(i.name, i.last) for i in free_indices(bare)}
        key = canonical(put(bare, plain))
        if not whole.word.tex:
            parts: tuple[Term, ...] = (bare,)
        else:
            parts = () if key in met else (unfolded(whole, once=True),)
            met.add(key)
    else:
        yield whole
        parts = whole.parts
    for part in parts:
        yield from written_out(part, met)


def free_when_unfolded(whole: Term, met: dict[Term, list[int]] | None = None) -> frozenset[Index]:
    """Return `free_indices(unfolded(whole))`, but look into equal words only once."""
    met = {} if met is None else met
    if isinstance(whole, Applied) and whole.word.define:
        bare = without_letters(whole)
        if not whole.word.tex:
            return free_when_unfolded(bare, met)
        free = sorted(free_indices(bare), key=lambda i: (i.name, i.mark))
        holes: dict[Term, Term] = {i: Index("", i.last, -1000 - k) for k, i in enumerate(free)}
        key = canonical(put(bare, holes))
        if key not in met:
            left = free_when_unfolded(unfolded(bare, once=True), met)
            met[key] = [k for k, i in enumerate(free) if i in left]
        return frozenset(free[k] for k in met[key])
    found = frozenset().union(*(free_when_unfolded(part, met) for part in whole.parts))
    return (found | ({whole} if isinstance(whole, Index) else set())) - frozenset(bounds_of(whole))


def without_letters(whole: Term) -> Term:
    if isinstance(whole, Applied) and whole.word.define and not whole.word.tex:
        return without_letters(unfolded(whole, once=True))
    return whole.with_parts(tuple(map(without_letters, whole.parts)))


def words_of(whole: Term) -> list[Word]:
    """Return the words that a term uses, also in what they stand for, the outer ones first."""
    found: dict[str, Word] = {}
    for each in walk(whole):
        if isinstance(each, Applied) and each.word.name not in found:
            found[each.word.name] = each.word
            if each.word.define:
                found |= {w.name: w for w in words_of(unfolded(each, once=True))}
    return list(found.values())


def ends_of_places(each: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the places of a term, each with how many there are."""
    if isinstance(each, Entry):
        yield from zip(each.places, each.base.lasts, strict=True)
    elif isinstance(each, Permuted):
        yield each.place, each.last
    elif isinstance(each, Applied) and each.word.lasts:
        held = list(zip(each.word.kinds.values(), each.given, strict=True))
        given = (family(e) if isinstance(e, Table) else e for kind, e in held if kind != "index")
        places = (e for kind, e in held if kind == "index")
        yield from zip(places, each.word.lasts(*given), strict=True)
