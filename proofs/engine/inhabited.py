"""Conditions that can be met: a case at which all of a statement's conditions hold.

From conditions that contradict each other anything follows. So each statement that has conditions
needs a case that meets them, and each relation that supposes more needs one that meets that too. It
is looked for among small numbers; where none is found there, the evidence gives one (`met_by`).
"""

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.engine.cases import inhabited
from proofs.engine.duties import Duty, duties
from theory.stating.exact import UndefinedError
from theory.stating.existence import Some
from theory.stating.families import Family
from theory.stating.known_digits import CaseError
from theory.stating.relations import variables
from theory.stating.statements import Statement
from theory.stating.symbolic import symbolic
from theory.stating.terms import Base, Entry, Index, Size, Term, Variable, free_indices

TRIES = 400
POOL = [Fraction(k) for k in (0, 1, -1, 2, -2, 3)] + [Fraction(1, 2), Fraction(-1, 2)]
FITS = {
    "real": lambda q: True,
    "positive": lambda q: q > 0,
    "nonnegative": lambda q: q >= 0,
    "nonzero": lambda q: q != 0,
    "integer": lambda q: q.denominator == 1,
    "natural": lambda q: q.denominator == 1 and q >= 0,
    "shift": lambda q: q.denominator == 1 and q != 0,
    "bit": lambda q: q in (0, 1),
}


def suppositions(statement: Statement) -> list[int]:
    """Return the relations that suppose something, one of those that suppose the same."""
    supposed = (
        number for number, duty in enumerate(duties(statement))
        if isinstance(duty, Duty) and duty.when
    )  # fmt: skip
    return [number for number in supposed if alike(statement, number)[0] == number]


def alike(statement: Statement, supposed_by: int | None) -> tuple[int, ...]:
    """Return the relations that suppose what one does, of the same variables and places."""
    if supposed_by is None:
        return ()
    asked: Any = duties(statement)
    one = asked[supposed_by]
    return tuple(
        k
        for k, each in enumerate(asked)
        if isinstance(each, Duty) and each.supposes == one.supposes
    )


def found(statement: Statement, supposed_by: int | None = None) -> dict[Any, Any]:
    """Return such values; refuse a statement for which none is found."""
    values = example(statement, supposed_by)
    if values is None:
        raise CaseError(f"no case in {TRIES} meets the conditions; give one by @met_by")
    return values


def example(statement: Statement, supposed_by: int | None = None) -> dict[Any, Any] | None:
    """Return small values at which every condition holds, and the statement as well.

    supposed_by: a relation, of which what it alone supposes must hold there too.
    """
    chosen = {
        each
        for said in statement.said
        if isinstance(said, Some) and said.at_once
        for each in (*said.variables, *said.every)
    }
    spoken = frozenset().union(*map(variables, statement.terms())) - chosen
    places = _places(statement)
    for values in _candidates(
        sorted(spoken, key=lambda each: (type(each).__name__, each.name)), places
    ):
        try:
            inhabited(statement, values, supposed_by)
        except (CaseError, UndefinedError):
            continue
        return values
    return None


def _places(statement) -> list[Index]:
    links = [duty.link for duty in duties(statement) if isinstance(duty, Duty)]
    sides = [side for link in links for side in (link.left, link.right)]
    found = frozenset().union(*map(free_indices, sides)) if sides else frozenset()
    return sorted(found, key=lambda index: index.name)


def _candidates(spoken, places) -> Iterator[dict[Any, Any]]:
    draw = random.Random(0)
    bases = [each for each in spoken if isinstance(each, Base)]
    numbers = [each for each in spoken if isinstance(each, Variable)]
    sizes = [each for each in spoken if isinstance(each, Size)]
    for _ in range(TRIES):
        counts: dict[Term, int] = {each: draw.choice((1, 2, 2, 3)) for each in sizes}
        if any(_count(place.last, counts) is None for place in places):
            return
        shape = draw.choice((_drawn, _drawn, _even, _shares))
        values: dict[Any, Any] = {**counts}
        values |= {each: draw.choice(_fit(each.domain)) for each in numbers}
        values |= {_family(each): shape(each, counts, draw) for each in bases}
        values |= {place: draw.randint(1, _count(place.last, counts) or 1) for place in places}
        if None not in values.values():
            yield values


def _fit(domain):
    return [q for q in POOL if FITS[domain](q)]


def _family(base: Base) -> Family:
    return Family(lambda *at: Entry(base, at), base.lasts, base=base)


def _count(last: Term, counts: Mapping[Term, int]) -> int | None:
    """Return how many places there are; a size may be a sum of others."""
    count = symbolic(last).xreplace({symbolic(s): sp.Integer(m) for s, m in counts.items()})
    return int(count) if count.is_Integer else None


def _nested(lasts, counts, entry):
    count = _count(lasts[0], counts)
    if count is None:
        return None
    rows = [_nested(lasts[1:], counts, entry) if lasts[1:] else entry() for _ in range(count)]
    return None if None in rows else tuple(rows)


def _drawn(base, counts, draw):
    return _nested(base.lasts, counts, lambda: draw.choice(_fit(base.domain)))


def _even(base, counts, draw):
    value = draw.choice(_fit(base.domain))
    return _nested(base.lasts, counts, lambda: value)


def _shares(base, counts, draw):
    """Return equal parts of 1."""
    share = Fraction(1, _count(base.lasts[-1], counts) or 1)
    fits = FITS[base.domain](share)
    return _nested(base.lasts, counts, lambda: share if fits else draw.choice(_fit(base.domain)))
