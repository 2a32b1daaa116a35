"""Whose work is counted: the code that computes a word, with arrays for what it needs besides."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import sympy as sp

from impl.refusals import ArgumentError
from proofs.arrays import cost, shapes
from proofs.arrays.asked import turning
from proofs.arrays.entries.family_arrays import Besides
from proofs.arrays.many import seen
from proofs.engine.code_definitions import is_shown
from proofs.engine.general import settled
from proofs.engine.normal_form import is_zero
from proofs.engine.witness import EvidenceError
from theory.stating.families import Family, numbers, table
from theory.stating.symbolic import symbolic
from theory.stating.terms import Applied, Index, Number, Size, Table, Term, canonical
from theory.stating.variables import index, real, size


def with_letters(code: Callable[..., Any]) -> Callable[..., Any]:
    """Return the code of a general run with arrays for the letters that it needs besides."""
    if not isinstance(code, Besides):
        return code

    def made(each):
        if isinstance(each, Size):
            return seen(symbolic(each))
        if isinstance(each, Family):
            return shapes.array(*(seen(symbolic(last)) for last in each.lasts))
        return 1.0  # one of the numbers that it may be

    return lambda *given: code.of(*map(made, code.besides), *given)


def must_cost_the_same(word: str, code: Callable[..., Any], given: list) -> None:
    """Refuse code that multiplies more or less where it finds other numbers, or sizes of 1.

    What is asked of a size is answered no in the first run, as of one that is not 1.
    """
    with turning(None, of_numbers=True) as asked:
        whole = _spent(code, given)
    for question in range(asked.questions):
        with turning(question, of_numbers=True), suppress(ArgumentError):
            if not is_zero((found := _spent(code, given)) - whole):
                raise EvidenceError(f"{word} takes {whole} products or {found}, as the numbers are")
    ones, single = at_one(given)
    with suppress(ArgumentError, ValueError):
        if not free(found := _spent(code, single)) and found != at(whole, ones):
            raise EvidenceError(f"where all sizes are 1, {word} takes {found} products")


def _spent(code: Callable[..., Any], given: list) -> sp.Expr:
    """Return how many products code takes, apart from any other count."""
    with cost.uncounted(), cost.counting(memory=False) as spent:
        code(*given)
    return spent.multiply_adds


def at_one(given: list) -> tuple[dict[sp.Symbol, int], list]:
    """Return 1 for each size of some arrays, and arrays like these at it."""
    ones = {each: 1 for array in given for size in array.sizes for each in free(size)}
    single = [shapes.array(*(at(each, ones) for each in e.sizes), dtype=e.dtype) for e in given]
    return ones, single


def free(size) -> set[sp.Symbol]:
    return sp.sympify(size).free_symbols


def at(size, numbers: Mapping) -> sp.Expr:
    return sp.sympify(size).subs(numbers)


def must_be_the_word(claim: str, whole: Applied, code: Callable[..., Any]) -> None:
    """Refuse a count of what other code multiplies than that which computes a formula."""
    if not whole.word.define or is_shown(whole.word, code):
        return
    try:
        settled(claim, _of_letters(whole), code, (), {}, {})
    except Exception as reason:  # whatever other code does
        said = "no general run is of this code, and it is not seen to compute the formula"
        raise EvidenceError(f"{whole.word.name}: {said}: {reason}") from reason


def _of_letters(whole: Applied) -> Applied:
    """Return a word of letters that stand nowhere else, as many as its arguments have entries."""
    sizes: dict[Term, Term] = {}

    def own(last):
        if isinstance(last, Number):
            return last
        return sizes.setdefault(canonical(last), size(f"given_{len(sizes)}"))

    def letter(number, each):
        name = f"given_{number}"
        match each:
            case Table():
                return table(numbers(name, *(own(index.last) for index in each.bounds)))
            case Index():
                return index(name, own(each.last))
            case _:
                return real(name)

    given = (letter(*each) for each in enumerate(whole.given, start=len(whole.given)))
    return whole.made_of(tuple(given))
