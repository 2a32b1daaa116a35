"""Whether a number is a place: what shows that it is at least 1, and at most a size."""

from collections.abc import Iterator
from contextvars import ContextVar
from itertools import product

import sympy as sp

from proofs.arrays.entries.paths import supposed
from proofs.rules import lies_within
from theory.heads.multi_head import at_most
from theory.stating.symbolic import symbolic
from theory.stating.terms import ONE, ZERO, Applied, Index, Operation, Table, Term, Word, put
from theory.stating.terms import free_indices as free

KNOWN: ContextVar[tuple[sp.Expr, ...]] = ContextVar("known", default=())  # what is at least 0
ANY = Word("any", r"\operatorname{{some}}({kappa})", {"kappa": "family"}, None, domain="bit")
AT_MOST = at_most(ZERO, ZERO).word


def is_place(number: Term, size: Term) -> bool:
    """Say whether a number is shown to be a place; what the code has asked for is shown, too.

    Code that refuses what is no place goes on where it is one, at each place that it asks of.
    """
    ranges = {symbolic(each): (sp.S.One, symbolic(each.last)) for each in free(number)}
    asked = (gap for truth, way in supposed() for gap in _gaps(truth, way, number))
    return lies_within(
        symbolic(number), (sp.S.One, symbolic(size)), ranges, (*KNOWN.get(), *map(symbolic, asked))
    )


def _gaps(truth: Term, way: bool, number: Term) -> Iterator[Term]:
    """Yield what is at least 0 where a truth is 1, or is 0, at the places of a number."""
    match truth:
        case Operation("-", (first, kept)) if first == ONE:
            yield from _gaps(kept, not way, number)
        case Operation("*") if way:
            for each in truth.given:
                yield from _gaps(each, way, number)
        case Applied(word, (p, q)) if word == AT_MOST:
            yield q - p if way else p - q - ONE
        case Applied(word, (Table() as held,)) if word == ANY and not way:
            for places in product(*(_alike(each, number) for each in held.bounds)):
                body = put(held.body, dict(zip(held.bounds, places, strict=True)))
                yield from _gaps(body, way, number)


def _alike(bound: Index, number: Term) -> list[Index]:
    return [each for each in free(number) if each.last == bound.last]
