"""Whose work is counted: the code that computes a word, with arrays for what it needs besides."""

from collections.abc import Callable
from typing import Any

from proofs.arrays import shapes
from proofs.arrays.entries.family_arrays import Besides
from proofs.arrays.many import seen
from proofs.engine.code_definitions import is_shown
from proofs.engine.general import settled
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
