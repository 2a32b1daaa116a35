"""Letters of a statement: sizes, places that run to a whole number, and plain numbers."""

from theory.stating.terms import (
    WHOLE,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Term,
    TermError,
    Total,
    Variable,
    term,
)
from theory.stating.unfolding import unfolded


def size(name: str) -> Size:
    """Return a size: any positive whole number."""
    return Size(name)


def index(name: str, last: Term) -> Index:
    """Return a free index: a statement that has it speaks of every place from 1 to `last`."""
    return Index(name, whole(last))


def whole(last: Term | int) -> Term:
    """Return how far an index runs; refuse 0, and what may be no whole number, as n/2 may."""
    held = term(last)
    if not is_whole(unfolded(held)) or (isinstance(held, Number) and held.value < 1):
        raise TermError(f"an index to {held!r}: expected a whole number, 1 or more")
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
