"""Formulas on symbolic sizes: words are what the code gives, and what stands around them is read.

An index of the formula is an axis. What the code gives for a word must have an axis of the right
size for each index of the word, before them one for each index on which its arguments depend. Each
product of the formula counts once for all places of its indices.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sympy as sp

from impl.refusals import ArgumentError
from proofs.arrays import cost, shapes
from proofs.arrays.altered import altering
from proofs.arrays.asked import turning
from proofs.arrays.entries.family_arrays import kind
from proofs.arrays.heard import Names
from proofs.arrays.many import plain, seen
from proofs.engine.at_case import sizes_said
from proofs.engine.called import called, must_matter
from proofs.engine.counted_code import (
    at,
    at_one,
    free,
    must_be_the_word,
    must_cost_the_same,
    with_letters,
)
from proofs.engine.duties import duties
from proofs.engine.findings import Sized
from proofs.engine.normal_form import is_zero
from proofs.engine.stated import stated
from proofs.engine.witness import EvidenceError
from theory.stating.latex import argument, latex
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    Applied,
    Constant,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Table,
    Term,
    Total,
    Variable,
)
from theory.stating.unfolding import unfolded

Runs = Mapping[str, Callable[..., Any]]
COUNTED = {"multiplications": "multiply_adds"}


class Read:
    """A formula under the equations of its statement: on which indices each part of it depends."""

    def __init__(self, runs: Runs, equations: Mapping[sp.Expr, sp.Expr], counting: bool = False):
        self.equations, self.counting = equations, counting
        self.runs = {word: with_letters(code) for word, code in runs.items()}
        self.ran, self.calls, self.summed = dict[str, Applied](), Names(), set[Term]()

    def size(self, last: Term) -> sp.Expr:
        """Return a size, as the statement's equations say it."""
        return sp.expand(symbolic(last).subs(self.equations, simultaneous=True))

    def axes(self, whole: Term, scope: tuple[Index, ...]) -> tuple[Index, ...]:
        """Return the indices of the scope on which a formula depends, and run the words in it."""
        match whole:
            case Index():
                found = {whole} & set(scope)
            case Total():
                self.summed |= set(_factors(whole.body))
                found = {*self.axes(whole.body, (*scope, whole.bound))} - {whole.bound}
            case Applied() if whole.word.name in self.runs:
                found = self._run(whole, scope)
            case Applied() if whole.word.define:
                found = {*self.axes(unfolded(whole, once=True), scope)}
            case Applied():
                raise EvidenceError(f"nothing here computes {whole.word.name}; say what runs it")
            case Entry():
                self._reaches(whole)
                found = self._of_all(whole.places, scope)
            case Permuted():
                found = {*self.axes(whole.place, scope)}
            case Operation():
                found = self._of_all(whole.given, scope)
                if whole.name == "^" and self.counting:
                    raise EvidenceError(f"{latex(whole)}: a power is counted as its products are")
                if whole.name == "*" and self.counting:
                    self._is_of_matrices(whole)
                    cost.count("multiply_adds", cost.entries(self._sizes(found)))
            case Number() | Constant() | Variable() | Size():
                found = set()
            case _:
                raise EvidenceError(f"{latex(whole)}: what it depends on, and costs, is not read")
        return tuple(each for each in scope if each in found)

    def _is_of_matrices(self, product: Operation) -> None:
        """Refuse a product that no sum adds up: the code's are not counted either."""
        if product not in self.summed:
            raise EvidenceError(f"{latex(product)}: this is not summed, and none of matrices")

    def _reaches(self, entry: Entry) -> None:
        """Refuse an index that runs further than the family whose place it is, or less far."""
        for place, last in zip(entry.places, entry.base.lasts, strict=True):
            if isinstance(place, Index) and not is_zero(self.size(place.last) - self.size(last)):
                ends = f"{self.size(last)} places, and not {self.size(place.last)}"
                raise EvidenceError(f"{entry.base.name} has {ends}")

    def _of_all(self, parts, scope) -> set[Index]:
        return {index for part in parts for index in self.axes(part, scope)}

    def _sizes(self, axes):
        return [self.size(each.last) for each in axes]

    def _run(self, whole: Applied, scope) -> set[Index]:
        """Run the code of a word on arrays of its arguments' sizes; return the axes that are left.

        Arguments that depend on indices of the scope are given for all of their places at once.
        """
        name, pairs = whole.word.name, zip(whole.word.kinds.values(), whole.given, strict=True)
        given, places, outer = [], [], set[Index]()
        for of, each in pairs:
            if of == "index":
                places.append(each)
                continue
            inner = each.bounds if isinstance(each, Table) else ()
            body = each.body if isinstance(each, Table) else each
            found = self.axes(body, (*scope, *inner))
            around = [index for index in found if index in scope]
            outer |= set(around)
            sizes = map(seen, self._sizes((*around, *inner)))
            given.append(shapes.array(*sizes, dtype=kind(body)))
        with called() as names:
            made = tuple(map(plain, self.runs[name](*given).shape))
        if self.counting:
            must_cost_the_same(name, self.runs[name], given)
        self._stays_whatever_is_found(name, given, made)
        self._stays_at_one(name, given, made)
        mattering = [each for each in names if not self._stays(name, given, each, made)]
        must_matter(name, mattering, names)
        self.ran[name] = whole
        self.calls |= dict.fromkeys(mattering)
        batch = [index for index in scope if index in outer]
        if len(made) != len(batch) + len(places):
            raise EvidenceError(f"the code gives {name} the sizes {made}; its axes are {whole}")
        kept = [(index, size) for index, size in zip((*batch, *places), made, strict=True)
                if isinstance(index, Index) and index in scope]  # fmt: skip
        for index, size in kept:
            if not is_zero(sp.sympify(size) - self.size(index.last)):
                raise EvidenceError(
                    f"the code gives {name} {size} places, where {index.name} has {index.last}"
                )
        elsewhere = (each for each in places if each not in scope)
        return {*(index for index, _ in kept), *self._of_all(elsewhere, scope)}

    def _stays_whatever_is_found(self, word, given, made) -> None:
        """Refuse code that has other sizes where it finds other numbers; it may refuse these."""
        with cost.uncounted(), turning(None) as asked:
            self.runs[word](*given)
        for question in range(asked.questions):
            with cost.uncounted(), turning(question):
                try:
                    found = tuple(map(plain, self.runs[word](*given).shape))
                except ArgumentError:
                    continue
            if found != made:
                raise EvidenceError(f"the code gives {word} {made} or {found}, as the numbers are")

    def _stays_at_one(self, word, given, made) -> None:
        """Refuse code that asks for a size of 1, which is answered no, and gives other sizes there.

        Where its line brings in sizes of its own, these are not 1, and nothing is told.
        """
        ones, single = at_one(given)
        try:
            with cost.uncounted():
                found = tuple(map(plain, self.runs[word](*single).shape))
        except (ArgumentError, ValueError):
            return
        has_its_own = any(free(each) for each in found)
        if not has_its_own and found != tuple(at(each, ones) for each in made):
            raise EvidenceError(f"where all sizes are 1, the code gives {word} the sizes {found}")

    def _stays(self, word, given, name, made) -> bool:
        """Say whether the code of a word has the same sizes where a function gives other ones."""
        try:
            with cost.uncounted():
                found = altering(self.runs[word], name)(*given)
            return tuple(map(plain, found.shape)) == made
        except Exception:  # whatever altered sizes lead to
            return False


def _factors(summand: Term) -> Iterator[Term]:
    """Yield what is summed, and each product that is a factor of it."""
    yield summand
    if isinstance(summand, Operation) and summand.name == "*":
        for each in summand.given:
            yield from _factors(each)


def run(claim: str, duty: int, runs: Runs) -> Sized:
    """Return the sizes and counts of a formula, as the code and the formula give them."""
    statement = stated(claim)
    lasts, counts, equations = sizes_said(statement, duty)
    of = duties(statement)[duty].of  # type: ignore[union-attr]
    read = Read(runs, equations, counting=bool(counts))
    with cost.counting(memory=False) as spent:
        read.axes(of.body, of.bounds)
    if missing := sorted(runs.keys() - read.ran):
        raise EvidenceError(f"the formula has no word {missing[0]}")
    shown = argument(of)
    for name, count in counts.items():
        ours = getattr(spent, COUNTED[name])
        if not is_zero(ours - count):
            raise EvidenceError(f"{shown}: {ours} {name}, not {count}")
    for name, whole in read.ran.items() if counts else ():
        must_be_the_word(claim, whole, runs[name])
    found = {"shape": str(tuple(lasts)), **{name: str(count) for name, count in counts.items()}}
    return Sized({shown: found}, duties=(duty,), calls=sorted(read.calls))
