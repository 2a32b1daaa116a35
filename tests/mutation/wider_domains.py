"""Every domain of a statement made wider: does its evidence need that t is positive?"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from proofs.engine import lemma
from proofs.engine.substitution import BindingError
from theory.stating import symbolic
from theory.stating.families import Family
from theory.stating.statements import Statement
from theory.stating.terms import Base, Entry, Variable, walk

WIDER = {"positive": "nonnegative", "nonnegative": "real", "nonzero": "real"}


@dataclass(frozen=True)
class Wider:
    """A variable, or a family, of a statement, in a wider domain than the statement says."""

    held: Variable | Base

    def __str__(self):
        """Say what is changed."""
        return f"{self.held.name}: {self.held.domain} to {WIDER[self.held.domain]}"


def wider(statement: Statement) -> Iterator[tuple[str, Wider]]:
    """Yield each variable whose domain can be made wider, and what is changed."""
    parts = (part for term in statement.terms() for part in walk(term))
    held = {
        each.base if isinstance(each, Entry) else each: None
        for each in parts
        if isinstance(each, Entry | Variable)
    }
    for each in held:
        if each.domain in WIDER:
            yield str(Wider(each)), Wider(each)


@contextmanager
def supposing(change: Wider) -> Iterator[None]:
    """Let derivations know less of a variable than its statement says.

    A claim that they cite asks for its own domains still, also of a variable of the same name.
    """
    assumed, must_fit, held = symbolic.assumed, lemma._must_fit, change.held

    def is_it(each):
        return type(each) is type(held) and (each.name, each.domain) == (held.name, held.domain)

    def less(each):
        return assumed(replace(each, domain=WIDER[each.domain]) if is_it(each) else each)

    def must_fit_still(variable, values, view):
        value = values.get(variable, variable)
        if isinstance(value, Family):
            value = value[lemma._anywhere(value)]
        if is_it(getattr(value, "base", value)) and getattr(variable, "domain", "") == held.domain:
            raise BindingError(f"nothing shows that {held.name} is {held.domain}")
        return must_fit(variable, values, view)

    symbolic.assumed, lemma._must_fit = less, must_fit_still
    try:
        yield
    finally:
        symbolic.assumed, lemma._must_fit = assumed, must_fit
