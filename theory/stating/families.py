"""Families: numbers that stand at indices from 1 on, and the words that are functions of them."""

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from theory.stating.terms import (
    WHOLE,
    Applied,
    Base,
    Constant,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Slope,
    Table,
    Term,
    TermError,
    Total,
    Variable,
    Word,
    bound,
    bounds_of,
    canonical,
    free_indices,
    put,
    term,
    walk,
)

pi = Constant("pi")


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


def size(name: str) -> Size:
    """Return a size: any positive whole number."""
    return Size(name)


def index(name: str, last: Term) -> Index:
    """Return a free index: a statement that has it speaks of every place from 1 to `last`."""
    return Index(name, whole(last))


def whole(last: Term | int) -> Term:
    """Return how far an index runs; refuse what may be no whole number, as n/2 may."""
    held = term(last)
    if not is_whole(unfolded(held)):
        raise TermError(f"an index to {held!r}: expected a whole number")
    return held


def is_whole(held: Term) -> bool:
    """Say whether a term, its words written out, is a whole number whatever its variables are."""
    match held:
        case Number():
            return held.value.denominator == 1
        case Size() | Index() | Permuted():
            return True
        case Variable():
            return held.domain in WHOLE
        case Entry():
            return held.base.domain in WHOLE
        case Operation("^", (base, Size() | Index() | Number() as power)):
            negative = isinstance(power, Number) and power.value < 0
            return is_whole(base) and is_whole(power) and not negative
        case Operation("delta" | "[=]" | "[<]" | "[>]"):
            return True
        case Operation("+" | "-" | "*" | "neg" | "abs" | "max" | "odd") | Total():
            return all(map(is_whole, held.parts))
    return False


def real(name: str) -> Variable:
    """Return a variable for any real number."""
    return Variable(name)


def positive(name: str) -> Variable:
    """Return a variable for any positive number."""
    return Variable(name, "positive")


def nonnegative(name: str) -> Variable:
    """Return a variable for any number that is not negative."""
    return Variable(name, "nonnegative")


def numbers(name: str, *lasts: Term | int, domain: str = "real") -> Family:
    """Return a family of variables: numbers("x", n), or a table, numbers("K", n, d)."""
    base = Base(name, tuple(map(term, lasts)), domain)
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


def matrix(name: str, rows: tuple[tuple, ...]) -> Family:
    """Return a letter for a table of given numbers."""
    lines = (" & ".join(map(_decimal, row)) for row in rows)
    tex = r"\begin{{pmatrix}} " + r" \\ ".join(lines) + r" \end{{pmatrix}}_{{{i} {j}}}"

    def chosen(i, j):
        numbers = ((r, c, each) for r, row in enumerate(rows, 1) for c, each in enumerate(row, 1))
        return sum((delta(i, r) * delta(j, c) * term(each) for r, c, each in numbers), term(0))

    node = Word(name, tex, {"i": "index", "j": "index"}, chosen)
    lasts = (term(len(rows)), term(len(rows[0])))
    return letter(name, Family(lambda *places: Applied(node, places), lasts, ("i", "j")))


def _decimal(number) -> str:
    shown = f"{float(number):g}"
    if Fraction(shown) != number:
        raise TermError(f"{number} is no short decimal number")
    return shown


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


def _operation(name):
    def operation(x):
        if isinstance(x, Family):
            return x.map(lambda entry: Operation(name, (entry,)))
        return Operation(name, (term(x),))

    operation.__doc__ = f"Return the {name} of a number, or of each entry of a family."
    return operation


exp, log, sqrt, tanh = (_operation(name) for name in ("exp", "log", "sqrt", "tanh"))
sin, cos, erf, fl = (_operation(name) for name in ("sin", "cos", "erf", "fl"))


def larger(x, y) -> Term:
    """Return the larger of two numbers."""
    return Operation("max", (term(x), term(y)))


def odd(k) -> Term:
    """Return 1 for an odd whole number, and 0 for an even one."""
    return Operation("odd", (term(k),))


def delta(i, j) -> Term:
    """Return 1 where two places are the same, else 0."""
    return Operation("delta", (term(i), term(j)))


def bracket(left, sign: str, right) -> Term:
    """Return 1 where the relation of two numbers holds, else 0: bracket(x[j], ">", x[i])."""
    if sign not in ("=", "<", ">"):
        raise TermError(f"bracket: the sign {sign!r}; expected =, < or >")
    return Operation(f"[{sign}]", (term(left), term(right)))


def slope(of: Term, *by: Term) -> Term:
    """Return the derivative by variables or entries, one after the other."""
    for each in by:
        held = each.base if isinstance(each, Entry) else each
        if not isinstance(held, Variable | Base) or held.domain in WHOLE:
            raise TermError(f"slope: {each!r}; expected a real variable, or an entry of a family")
    return Slope(term(of), tuple(by))


def word(tex: str, computed: bool = False, whole: str = "", **runs: str | Callable[..., Any]):
    """Make a function a word, printed as `tex`; its body is what it stands for.

    `runs` says of an index of the word with which of its families' first index it runs,
    word("...", i="x"), or to which number: word("...", c=lambda V: V.lasts[1]).
    A word with such indices returns a family of what it gives at each. whole: how this family is
    printed as an argument. computed: the word stands for what a library computes in floats, which
    no formula says.
    """

    def made(define):
        kinds = {
            name: "family" if each.annotation is Family else "index" if name in runs else "number"
            for name, each in inspect.signature(define).parameters.items()
        }
        plain = [name for name in kinds if name not in runs]

        def lasts(*given):
            of = dict(zip(plain, given, strict=True))
            return tuple(_last(end, of) for end in runs.values())

        meaning = None if computed else define
        node = Word(define.__name__, tex, kinds, meaning, whole, lasts=lasts)

        def applied(*given):
            if len(given) != len(plain):
                raise TermError(f"{node.name}: {len(given)} arguments; expected {plain}")
            held = tuple(table(g) if isinstance(g, Family) else term(g) for g in given)
            if not runs:
                return Applied(node, held)
            ends, names = lasts(*given), tuple(runs)
            return Family(lambda *places: Applied(node, held + places), ends, names)

        applied.__doc__, applied.__name__ = define.__doc__, define.__name__
        return applied

    return made


def _last(end, given):
    """Return how far an index of a word runs: with a family, or as a function of arguments says."""
    if isinstance(end, str):
        return given[end].lasts[0]
    return term(end(*(given[name] for name in inspect.signature(end).parameters)))


def letter(name: str, meaning):
    """Return a letter for a longer term, family or function, printed with what it stands for."""
    if inspect.isfunction(meaning):
        node = Word(
            name, "", dict.fromkeys(inspect.signature(meaning).parameters, "number"), meaning
        )
        return lambda *given: Applied(node, tuple(map(term, given)))
    if isinstance(meaning, Family):
        kinds = {f"place_{k}": "index" for k, _ in enumerate(meaning.lasts)}
        ends = lambda: meaning.lasts
        node = Word(name, "", kinds, lambda *places: meaning[places], lasts=ends)
        return Family(lambda *places: Applied(node, places), meaning.lasts, meaning.names)
    return Applied(Word(name, "", {}, lambda: term(meaning)), ())


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
        body = _unmarked(body, {mark: i for i, mark in own.items()})
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
