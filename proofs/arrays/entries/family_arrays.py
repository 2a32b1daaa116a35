"""Families of the theory as arrays, and words read as the code that computes them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from proofs.arrays.entries.array import Array
from proofs.arrays.entries.axes import Plain
from proofs.arrays.entries.folding import minus, of_sizes
from proofs.arrays.entries.scalars import Entry, finite
from proofs.arrays.entries.standard_functions import xp
from proofs.arrays.heard import computes
from proofs.arrays.many import seen
from proofs.arrays.objects import BOOL, INT, REAL
from theory.stating import terms
from theory.stating.families import Family, table
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    ONE,
    Applied,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Table,
    Term,
    Variable,
    put,
)

WHOLE = ("integer", "natural", "shift")


class Besides:
    """A function that is given first what is no argument of its word: sizes, families, numbers."""

    def __init__(self, of: Callable[..., Any], *besides: Size | Variable | Family):
        self.of, self.besides = of, besides


def library_of(size: Any) -> Any:
    """Return the array library in which a size is a size."""
    return getattr(size, "library", np if isinstance(size, int) else xp)


def of_each(size: Any, run: Callable[[Any], Any]) -> Any:
    """Return the array of what a function gives for every number from 0 to below a size."""
    if isinstance(size, int):
        library = library_of(size)
        numbers = (library.asarray(k, dtype=library.int64) for k in range(size))
        return library.concat([run(k)[None] for k in numbers])

    def at(place):
        return run(Array((), INT, lambda: Entry(minus(place, ONE)))).at()

    return Array([Plain(of_sizes(size))], REAL, at)


def array(held: Table) -> Array:
    """Return a family as an array: a table of bits as booleans, of whole numbers as integers."""

    def make(*places):
        return Entry(put(held.body, dict(zip(held.bounds, places, strict=True))))

    return Array([Plain(each.last) for each in held.bounds], kind(held.body), make)


def number(value: Term) -> Any:
    """Return a size as the code sees it, and any other number as an array without axes."""
    if isinstance(value, Size):
        return seen(symbolic(value))
    return Array((), kind(value), lambda: Entry(value))


def kind(value: Term) -> str:
    """Return the dtype of a number, or of what stands in a family."""
    match value:
        case Index() | Size() | Permuted():
            return INT
        case Number():
            return INT if value.value.denominator == 1 else REAL
        case Variable():
            return INT if value.domain in WHOLE else REAL
        case terms.Entry():
            domain = value.base.domain
            return BOOL if domain == "bit" else INT if domain in WHOLE else REAL
        case Operation("delta" | "[=]" | "[<]" | "[>]") | Applied(terms.Word("at_most")):
            return BOOL
        case Operation("+" | "-" | "*"):
            return INT if all(kind(each) == INT for each in value.given) else REAL
    return REAL


def family_of(held: Array) -> Family:
    """Return an array as a family: the axes must be plain."""
    return Family(lambda *places: held.at(*places).value, tuple(a.size for a in held.axes))


def ran(whole: Term, runs: Mapping[str, Any], typed: Callable[[Term], Term]) -> Term:
    """Return a term in which words are what the code gives for them, the inner ones first.

    runs: by the name of a word, the function of its families and numbers. typed: gives a term the
    domains that conditions say.
    """
    parts = tuple(ran(part, runs, typed) for part in whole.parts)
    whole = whole.made_of(parts) if parts else whole
    if not (isinstance(whole, Applied) and whole.word.name in runs):
        return whole
    code, given, places = called(whole, runs, typed)
    with computes(whole.word.name):
        result = code(*(array(g) if isinstance(g, Table) else number(g) for g in given))
        return finite(result.at(*places), "a result")


def called(whole: Applied, runs: Mapping[str, Any], typed: Callable[[Term], Term]):
    """Return the function that computes a word, the terms that it is given, and the places."""
    code = runs[whole.word.name]
    pairs = list(zip(whole.word.kinds.values(), whole.given, strict=True))
    given = [g for k, g in pairs if k != "index"]
    if isinstance(code, Besides):
        held = (table(each) if isinstance(each, Family) else each for each in code.besides)
        given, code = [*map(typed, held), *given], code.of
    return code, given, [g for k, g in pairs if k == "index"]
