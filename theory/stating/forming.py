"""Formulas that must have a meaning before anybody asks whether they are true.

A product needs as many columns as rows; a definition may speak of what is given, and not of itself.
Whoever breaks that gets a `TermError`.
"""

from collections.abc import Iterable

from theory.stating.families import Family, table
from theory.stating.relations import Line, equal, variables
from theory.stating.symbolic import symbolic
from theory.stating.terms import Base, Term, TermError, Variable, free_indices, term


def fitting(X: Family, W: Family) -> tuple[Family, Family]:
    """Return two matrices that have a product: the first is as wide as the second is high."""
    wide, high = X.lasts[-1], W.lasts[0]
    if not same(wide, high):
        sizes = f"{_size(X)} times {_size(W)}"
        raise TermError(f"fitting: {sizes}: {_said(wide)} is not {_said(high)}")
    return X, W


def same(left: Term, right: Term) -> bool:
    """Say whether two sizes are the same, whatever the letters in them stand for."""
    return (symbolic(left) - symbolic(right)).simplify() == 0


def defined(left: Term, right: Term, given: Iterable[Term | Family] = ()) -> Line:
    """Return a definition: the right side speaks of what is given alone, the left side is new.

    given: the variables, families and indices that stand for something already.
    """
    known = {name for each in given for name in _names(each)} | {
        i.name for i in free_indices(term(left))
    }
    new = _names(left) - known
    if itself := sorted(new & _names(right)):
        raise TermError(f"defined: {', '.join(itself)} is defined by itself")
    if unknown := sorted(_names(right) - known):
        raise TermError(f"defined: {', '.join(unknown)} stands for nothing yet")
    return equal(left, right)


def places(of: Family) -> Family:
    """Return a list of whole numbers, at which another family may be read."""
    if len(of.lasts) != 1 or of.base is None or of.base.domain != "integer":
        kind = "whole" if of.base and of.base.domain == "integer" else "real"
        raise TermError(f"places: {_size(of)} {kind} numbers; expected a list of whole numbers")
    return of


def _names(held: Term | Family) -> set[str]:
    """Return the names of the variables, families and free indices that a term speaks of."""
    if isinstance(held, Family) and held.base:
        return {held.base.name}
    whole = table(held) if isinstance(held, Family) else term(held)
    own = {each.name for each in variables(whole) if isinstance(each, Variable | Base)}
    return own | {i.name for i in free_indices(whole)}


def _size(of: Family) -> str:
    return " by ".join(map(_said, of.lasts))


def _said(size: Term) -> str:
    return str(symbolic(size))
