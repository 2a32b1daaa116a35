"""Entries at a place that its family may not have, as E at the token t_i, or x at j + 1.

Such an entry is no number, and a statement about it none: a condition must keep the place in range.
"""

from collections.abc import Iterator

import sympy as sp

from theory.stating.latex import latex
from theory.stating.relations import Link
from theory.stating.statements import Statement
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    ONE,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Term,
    put,
    walk,
)
from theory.stating.unfolding import written_out

Ends = tuple[sp.Expr, sp.Expr]


def out_of_range(statement: Statement) -> list[str]:
    """Return the entries at a place that no condition keeps within the range of its family."""
    said = {
        bound
        for condition in statement.conditions
        for link in condition.links
        for bound in _bounds(link)
    }
    found: dict[str, None] = {}
    for whole in statement.terms():
        for each in written_out(whole):
            if isinstance(each, Entry):
                for place, last in zip(each.places, each.base.lasts, strict=True):
                    if not _stays(place, last, said):
                        found[latex(each)] = None
    return list(found)


def _bounds(link: Link) -> Iterator[tuple[Term, Term]]:
    """Yield what a relation says is at most what."""
    left, right = _anywhere(link.left), _anywhere(link.right)
    if link.sign in ("≤", "<", "="):
        yield left, right
    if link.sign in ("≥", ">", "="):
        yield right, left


def _stays(place: Term, last: Term, said: set[tuple[Term, Term]]) -> bool:
    """Say whether a place is one of 1, ..., last, by how far its indices run or as it is said."""
    if isinstance(place, Index) and place.last == last:
        return True
    low, high = _ends(place)
    reach = (place.last if isinstance(place, Index) else _anywhere(place), last)
    begins = _is_least(low - 1) or (ONE, _anywhere(place)) in said
    return begins and (_is_least(_ends(last)[0] - high) or reach in said)


def _is_least(gap: sp.Expr) -> bool:
    """Say whether what is left is 0 at least, as each size is 1 at least."""
    whole = (each for each in gap.free_symbols if each.is_integer and each.is_positive)
    sizes = {each: each + 1 for each in whole}
    beyond = sp.expand(gap.xreplace(sizes))
    if not beyond.is_polynomial(*sizes):
        return False
    return all(each.is_nonnegative for each in sp.Poly(beyond, *(sizes or [sp.Dummy()])).coeffs())


def _ends(place: Term) -> Ends:
    """Return the least and the largest that a place can be; of a bit they are 0 and 1."""
    held = place.base if isinstance(place, Entry) else place
    match place:
        case Index() | Permuted():
            return sp.S.One, _ends(place.last)[1]
        case Operation("+", given):
            return _added(*map(_ends, given))
        case Operation("-", (whole, part)):
            return _added(_ends(whole), _turned(_ends(part)))
        case Operation("*", given) if all(_is_least(low) for low, _ in map(_ends, given)):
            lows, highs = zip(*map(_ends, given), strict=True)
            return sp.prod(lows), sp.prod(highs)
        case _ if getattr(held, "domain", "") == "bit":
            return sp.S.Zero, sp.S.One
    known = all(isinstance(each, Number | Size | Index | Operation) for each in walk(place))
    value = symbolic(place) if known else sp.Dummy()
    return value, value


def _added(*parts: Ends) -> Ends:
    lows, highs = zip(*parts, strict=True)
    return sum(lows), sum(highs)


def _turned(ends: Ends) -> Ends:
    return -ends[1], -ends[0]


def _anywhere(place: Term) -> Term:
    """Return the term with its indices nameless: what is said of one place is said of each."""
    own: dict[Term, Term] = {i: Index("", i.last) for i in walk(place) if isinstance(i, Index)}
    return put(place, own)
