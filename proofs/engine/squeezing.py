"""What lies between two bounds with one limit has that limit."""

from dataclasses import replace

from proofs.engine.binding import Side
from proofs.engine.duties import Duty, duties
from proofs.engine.duty_view import View
from proofs.engine.substitution import BindingError
from theory.stating.relations import Link, To
from theory.stating.statements import Statement
from theory.stating.terms import Term, canonical
from theory.stating.unfolding import unfolded

_UP = {"≤": False, "<": False, "≥": True, ">": True}  # whether the left side is the larger one


def bounds(statement: Statement, limit: int, between: tuple[int, int]) -> list[Side | None]:
    """Return the chains of the lower and the upper bound, from each bound to the limit."""
    asked = duties(statement)
    whole = asked[limit]
    if not isinstance(whole, Duty) or not isinstance(whole.link.sign, To):
        raise BindingError(f"duty {limit} is no limit")
    low, high = (asked[place] for place in between)
    return [_bound(statement, whole, low, below=True), _bound(statement, whole, high, below=False)]


def _bound(statement, whole, duty, below) -> Side | None:
    bound = _beside(whole.link.left, duty, below)
    if duty.chosen:
        raise BindingError("a bound holds for some values only")
    if duty.supposes != whole.supposes:
        raise BindingError("a bound holds under other conditions than the limit")
    if _alike(bound, whole.link.right):
        return None
    link = Link(bound, whole.link.sign, whole.link.right)
    return Side(View(statement, replace(whole, link=link), {}))


def _beside(term: Term, duty, below) -> Term:
    """Return the bound that a duty says of a term, from below or from above."""
    if isinstance(duty, Duty) and duty.link.sign in _UP:
        small, large = duty.link.left, duty.link.right
        if _UP[duty.link.sign]:
            small, large = large, small
        if _alike(large if below else small, term):
            return small if below else large
    raise BindingError(f"the duty gives no bound from {'below' if below else 'above'}")


def _alike(one: Term, other: Term) -> bool:
    return canonical(unfolded(one)) == canonical(unfolded(other))
