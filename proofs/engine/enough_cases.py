"""Are these cases enough? What a run at a few of them shows is said of all."""

from collections.abc import Mapping
from typing import Any

import sympy as sp

from proofs.engine.at_case import flat
from proofs.engine.duties import Duty, duties
from proofs.engine.witness import EvidenceError
from theory.stating.exact import Case
from theory.stating.families import Family
from theory.stating.relations import variables
from theory.stating.statements import Statement
from theory.stating.symbolic import symbolic
from theory.stating.terms import WHOLE, Base, Entry, Index, Permuted, Size, Variable, walk
from theory.stating.unfolding import written_out


def bits_must_vary(statement: Statement, cases: list[Mapping]) -> None:
    """Refuse runs at which all bits of a family are one, unless an equation says so."""
    seen: dict[Base, set] = {}
    for case in cases:
        for variable, value in case.items():
            base = variable.base if isinstance(variable, Family) else None
            if base and base.domain == "bit":
                seen.setdefault(base, set()).update(flat(value))
    said = _said_by_equations(statement)
    for base, bits in seen.items():
        if len(bits) == 1 and base not in said:
            raise EvidenceError(f"no equation says what {base.name} is; run the code on both bits")


def sizes_must_vary(statement: Statement, duty: int, cases: list[Mapping]) -> None:
    """Refuse runs at one size alone, or at two whole numbers: other formulas agree there.

    What an equation of the statement says has one value.
    """
    asked, said = duties(statement)[duty], _said_by_equations(statement)
    assert isinstance(asked, Duty)  # of which a run has been compared
    seen: dict[Any, set] = {}
    for case in map(Case, cases):
        for each in _spoken(asked.link):
            if each in said:
                continue
            of = case.tables[each].values() if isinstance(each, Base) else [case.value(each)]
            seen.setdefault(each, set()).update(of)
    for each, values in seen.items():
        least = 2 if isinstance(each, Size) else 3
        if len(values) < least:
            many = "1 value" if len(values) == 1 else f"{len(values)} values"
            raise EvidenceError(f"{each.name} has {many} here; run the code at {least} at least")


def _spoken(link) -> set:
    """Return the sizes, and the variables that are whole numbers, of which a relation speaks."""
    parts = [e for side in (link.left, link.right) for e in written_out(side)]
    families = [each.base for each in parts if isinstance(each, Entry)]
    lasts = [last for base in families for last in base.lasts]
    lasts += [each.last for each in parts if isinstance(each, Index)]
    held = [each for last in lasts for each in walk(last)]
    sizes = {each for each in (*parts, *held) if isinstance(each, Size)}
    whole = [each for each in (*parts, *families) if isinstance(each, Variable | Base)]
    return sizes | {each for each in whole if each.domain in WHOLE and each.domain != "bit"}


def _said_by_equations(statement) -> set:
    links = [link for line in statement.given for link in line.links if link.sign == "="]
    return {getattr(link.left, "base", link.left) for link in links}


def all_cases_must_be_run(statement: Statement, duty: int, cases: list[Mapping]) -> None:
    """Refuse an example that speaks of more than is run: of what has no values, or not all bits."""
    asked = duties(statement)[duty]
    chosen = {of.name for case in cases for of in case if isinstance(of, Index)}
    if chosen:
        raise EvidenceError(f"{', '.join(sorted(chosen))}: an example is run at every place")
    sides = (asked.link.left, asked.link.right)
    if any(isinstance(each, Permuted) for side in sides for each in written_out(side)):
        raise EvidenceError(
            "an order of places is more than one case; an example has no such letter"
        )
    for each in variables(asked.link.left) | variables(asked.link.right):
        bits = (
            isinstance(each, Base) and each.domain == "bit" and not any(map(variables, each.lasts))
        )
        if not bits:
            raise EvidenceError(f"{each.name} is more than one case; an example has no such letter")
        seen = {
            tuple(map(int, flat(value)))
            for case in cases
            for of, value in case.items()
            if getattr(of, "base", of) == each
        }
        if len(seen) < 2 ** sp.Mul(*map(symbolic, each.lasts)):
            raise EvidenceError(f"{each.name} has {len(seen)} values here; an example has them all")
