"""The numbers at which a term turns: random ones hardly ever come as far as 100."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from proofs.arrays.entries.shown_places import AT_MOST
from theory.stating.terms import Applied, Number, Operation, Term, walk

COMPARES = "max", "abs", "delta", "[=]", "[<]", "[>]"
SEEN = {Fraction(k) for k in (-1, 0, 1)}  # often enough


def thresholds(terms: Iterable[Term]) -> list[Fraction]:
    """Return the numbers with which terms compare, and their opposites: of t - 5 < 0 it is 5."""
    found = {each for term in terms for part in walk(term) for each in _compared(part)} - SEEN
    return sorted({sign * each for each in found for sign in (1, -1)})


def turning(terms: Iterable[Term]) -> list[Term]:
    """Return the comparisons with such a number: each is 1 at some numbers, and 0 at others."""
    parts = (part for term in terms for part in walk(term))
    return [each for each in parts if is_truth(each) and set(_compared(each)) - SEEN]


def is_truth(part: Term) -> bool:
    """Say whether a term is a comparison of real numbers; that of whole ones may have one way."""
    return isinstance(part, Operation) and part.name in ("[=]", "[<]", "[>]")


def _compared(part: Term) -> Iterator[Fraction]:
    operation = part.name if isinstance(part, Operation) else ""
    if operation in COMPARES or (isinstance(part, Applied) and part.word == AT_MOST):
        yield from (number for each in part.parts for number in _added(each))


def _added(part: Term) -> Iterator[Fraction]:
    """Yield the numbers in sums, products and quotients of numbers and letters."""
    if isinstance(part, Number):
        yield part.value
    elif isinstance(part, Operation) and part.name in ("+", "-", "*", "/", "neg"):
        for each in part.given:
            yield from _added(each)


def near(rng, at: Sequence[Fraction], domain: str) -> float:
    """Return a random one of the numbers, or a number beside it or beyond it, in a domain."""
    number = at[int(rng.integers(len(at)))]
    number *= (1, 1, 2, abs(number))[int(rng.integers(4))]  # a root turns at a square
    number += Fraction(int(rng.integers(-2, 3)), 2)
    if domain in ("integer", "natural"):
        return max(round(number), 0) if domain == "natural" else round(number)
    if domain == "real":
        return float(number)
    return float(abs(number)) or float(domain == "positive")
