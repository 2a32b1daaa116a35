"""Exact runs: the code in the place of words, on exact scalars, beside what is printed.

A piece says at which cases the code is run, and by which function it computes a word. The engine
hands that function what the relation gives its word there, and computes the other side by the
theory, which has no code. So both sides speak of the same numbers.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy as sp

from proofs.arrays import expressions
from proofs.arrays.altered import altering
from proofs.arrays.entries.beside_expressions import Exact
from proofs.arrays.entries.named_values import Largest
from proofs.arrays.heard import CODE, PROGRAMS, Names
from proofs.engine.at_case import is_constant, named, printed_at
from proofs.engine.called import called, must_matter, own_functions, own_name
from proofs.engine.code_definitions import RUNS
from proofs.engine.duties import Duty, duties
from proofs.engine.enough_cases import (
    all_cases_must_be_run,
    bits_must_vary,
    sizes_must_vary,
)
from proofs.engine.findings import Compared
from proofs.engine.general import formula_is_printed
from proofs.engine.normal_form import is_zero
from proofs.engine.stated import claim_of, stated
from proofs.engine.witness import EvidenceError
from theory.stating.exact import Case
from theory.stating.terms import Applied, Index, Operation, Size, walk
from theory.stating.unfolding import unfolded


class At(Exact):
    """The values of a case and no others, at which words are what the code gives."""

    def __init__(self, case: Case, runs: Mapping[str, Any], package: str):
        super().__init__(0, False, lambda term: term, is_zero, ())
        self.runs, self.package = runs, package
        self.calls = dict[str, Names]()  # by the word that they compute
        self.writes_in(expressions.xp)  # nothing is named: the other side knows no names
        for each, value in case.values.items():
            if isinstance(each, Size):
                self.held[each] = self.length(value)
            elif not isinstance(each, Index):
                self.held[each.name] = value  # type: ignore[attr-defined]
        for base, table in case.tables.items():
            self.held |= {(base.name, places): value for places, value in table.items()}

    def _chosen(self, key, choose):
        if key not in self.held:
            raise EvidenceError(f"{key} has no value in this case")
        return self.held[key]

    def _computed(self, term: Applied):
        found = super()._computed(term)
        if term.word.define:
            said = sp.sympify(self.running({}).value(term)).replace(Largest, sp.Max)
            if not is_zero(found - said):
                raise EvidenceError(f"{term.word.name}: code gives {found}; its formula does not")
        return found

    def _ran(self, name, code, given):
        with called(self.package) as names:
            made = code(*given)
        self.calls.setdefault(name, {}).update(names)
        return made


def _chooses(asked) -> bool:
    """Say whether the right side is 0 or 1: at some numbers two formulas may well be equal."""

    def is_bit(whole):
        if isinstance(whole, Operation) and whole.name == "*":
            return all(map(is_bit, whole.given))
        return isinstance(whole, Operation) and (whole.name == "delta" or whole.name[0] == "[")

    return isinstance(asked, Duty) and is_bit(unfolded(asked.link.right))


def _must_be_of_no_other(claim: str, asked, runs) -> None:
    """Refuse other code than a general run's for a word of which that is all that is known."""
    if claim_of(claim).kind in ("definition", "example"):
        for word in (each.word for each in walk(asked.link.left) if isinstance(each, Applied)):
            known = any(word.name in each for each in RUNS.values())
            if known and word.name in runs and not word.define:
                raise EvidenceError(f"a general run says what {word.name} is: cite it")


def _places(case: Case) -> dict[Index, int]:
    return {each: int(k) for each, k in case.values.items() if isinstance(each, Index)}


def run(
    claim: str,
    duty: int,
    runs: Mapping[str, Callable[..., Any]],
    cases: Iterable[Mapping],
    at_numbers: bool,
    of_program: bool = False,
) -> Compared:
    """Return what was compared: the left side of a relation by the code, the right as printed.

    Not all entries of the run may be alike, since then the comparison could not fail.
    """
    statement, package = stated(claim), PROGRAMS if of_program else CODE
    if of_program and claim_of(claim).kind != "example":
        raise EvidenceError(f"{claim} is no example: run the code, and no program")
    if at_numbers and claim_of(claim).kind not in ("definition", "example"):
        raise EvidenceError(f"{claim} is no definition: run the code on symbols")
    asked = duties(statement)[duty]
    if at_numbers and claim_of(claim).kind == "definition" and not _chooses(asked):
        raise EvidenceError(f"{claim} gives more than 0 or 1: run the code on symbols")
    _must_be_of_no_other(claim, asked, runs)
    if computed := [name for name in runs if own_name(name)]:
        raise EvidenceError(f"{computed[0]} is a number in floats; an exact run rounds nothing")
    if claim_of(claim).kind == "definition":
        formula_is_printed(claim, asked, ())
    sizes, calls, expected = [], dict[str, Names](), list[sp.Expr]()
    cases, looked = list(cases), []
    for case in cases:
        size = named(case) or "as stated"
        whole = At(Case(case, least=0), runs, package)
        for here, printed in printed_at(statement, duty, case, at_numbers):
            ours = whole.at(_places(here)).value(asked.link.left)  # type: ignore[union-attr]
            if not is_zero(sp.sympify(ours) - printed):
                raise EvidenceError(f"{size}: the code gives {ours}, printed is {printed}")
            expected.append(printed)
            looked.append((case, here, ours))
        for word, names in whole.calls.items():
            calls.setdefault(word, {}).update(names)
        sizes.append(size)
    if not expected:
        raise EvidenceError("nothing was run")
    for word, names in calls.items():
        if not of_program:
            own_functions(word, names)
        calls[word] = Names()
        for name in names:
            own = {**runs, word: altering(runs[word], name)}
            if not all(_stays(asked, own, package, *each) for each in looked):
                calls[word][name] = None
        must_matter(word, calls[word], names)
    if missing := sorted(runs.keys() - calls.keys()):
        raise EvidenceError(f"the left side of the relation has no word {missing[0]}")
    bits_must_vary(statement, cases)
    if claim_of(claim).kind == "example":
        all_cases_must_be_run(statement, duty, cases)
    else:
        sizes_must_vary(statement, duty, cases)
    told_apart = any(not is_zero(expected[0] - each) for each in reversed(expected))
    if not told_apart and not is_constant(statement, duty):
        raise EvidenceError("all entries are alike: this comparison can't fail")
    names = sorted({name for each in calls.values() for name in each})
    return Compared(sizes, len(expected), (duty,), names)


def _stays(asked, runs, package, case, here, ours) -> bool:
    """Say whether a side has the same value with this code; that it is refused is a difference."""
    try:
        found = At(Case(case, least=0), runs, package).at(_places(here)).value(asked.link.left)
        return is_zero(sp.sympify(found) - ours)
    except Exception:  # whatever altered numbers lead to
        return False
