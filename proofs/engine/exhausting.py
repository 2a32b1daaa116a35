"""The relations of a statement where a library errs most, in exact numbers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.engine.cases import holds_at
from proofs.engine.duties import Duty, duties
from proofs.engine.findings import Measured
from proofs.engine.witness import EvidenceError
from theory.rounding.formats import FORMATS
from theory.stating.exact import Case
from theory.stating.relations import Link, variables
from theory.stating.statements import Statement
from theory.stating.terms import ZERO, Applied, Operation, Term


@dataclass(frozen=True)
class Measure:
    """What was found in a format: where the errors are largest, and what a reader sees of it."""

    form: str
    points: Sequence[tuple[Mapping[Term, float], float]]  # arguments, and what is computed there
    bits: int
    shown: Mapping[str, Mapping[str, str]]  # by what was run
    beyond: Sequence[Mapping[Term, float]] = ()  # arguments next to those that ran, and farther off
    beside_one: bool = False  # and not beside the exact value
    exact: Callable[[float], Any] | None = None  # the function of which errors were searched


def measured(statement: Statement, word: str, found: Iterable[Measure]) -> Measured:
    """Return what was found; refuse it where the statement's relation for the format fails."""
    formats, reached = {}, []
    asked = duties(statement)
    for place, each in enumerate(found):
        if place >= len(asked):
            raise EvidenceError(f"the statement has no relation for {each.form}")
        if not each.points:
            raise EvidenceError(f"{each.form}: nothing was computed")
        _must_end_there(statement, asked[place], each)
        for given, computed in each.points:
            _must_hold(statement, asked[place], word, each, given, computed)
        _must_be_of(each, statement, asked[place])
        formats |= each.shown
        reached.append(place)
    return Measured(formats, tuple(reached))


def _must_hold(statement, duty, word, each, given, computed):
    assert isinstance(duty, Duty)  # a function's error is a relation
    values = {name: sp.Rational(Fraction(value)) for name, value in given.items()}
    case = Case(values, {word: _run(each, given, computed)})
    where = _where(given)
    if not _speaks_of(statement, duty, given):
        raise EvidenceError(f"{each.form}: a condition does not hold at {where}")
    if duty.link.sign != "≤":
        raise EvidenceError(f"{each.form}: a bound says ≤, and this says {duty.link.sign}")
    scaled, beyond = _bounded(duty.link, word, each)
    exact, error, allowed = (
        _number(case.value(side)) for side in (abs(_exact(duty.link)), duty.link.left, scaled)
    )
    held = FORMATS[each.form]
    if exact < sp.Integer(2) ** (held.least + held.bits - 1):  # subnormal
        allowed += _number(case.value(beyond))
    if not error <= allowed:
        raise EvidenceError(
            f"{each.form}: at {where} the library gives {computed!r}: its error is "
            f"{sp.N(error / allowed, 4)} times what the table of constants allows"
        )


SPREAD = (-30.5, -0.75, -0.1, 0.1, 0.75, 1.5, 9.25, 30.5, 2.0**40, 2.0**90)
NOTHING = sp.Integer(2) ** (-2 * FORMATS["float64"].bits)  # beside the last bit of any format


def _must_be_of(each: Measure, statement, duty) -> None:
    """Refuse a relation about another function than that of which the errors were searched."""
    (name,) = each.points[0][0]
    for at in SPREAD if each.exact else ():
        if _speaks_of(statement, duty, {name: at}):
            said = _number(Case({name: sp.Rational(Fraction(at))}).value(_exact(duty.link)))
            true = sp.Float(str(each.exact(at)), 50)
            if abs(said - true) > NOTHING * abs(true):
                raise EvidenceError(f"{each.form}: at {at} the exact value is {true}, not {said}")


def _bounded(link: Link, word: str, each: Measure) -> tuple[Term, Term]:
    """Return c |f(t)| and η of a bound |fl(f(t)) - f(t)| ≤ c |f(t)| + η; refuse any other relation.

    The floats were searched for the largest error beside the exact value, η counting below the
    normal floats alone; or beside 1, for c and η together. Of another measure nothing is known.
    """
    match link.left, link.right:
        case (
            Operation("abs", (Operation("-", (Applied() as computed, _)),)),
            allowed,
        ) if each.beside_one and computed.word.name == word and not _moves(allowed):
            return allowed, ZERO
        case (
            Operation("abs", (Operation("-", (Applied() as computed, exact)),)),
            Operation("+", (scaled, beyond)),
        ) if not each.beside_one and computed.word.name == word and not _moves(beyond):
            factors = scaled.given if isinstance(scaled, Operation) and scaled.name == "*" else ()
            *constants, last = factors or (scaled,)
            is_scaled = last in (exact, abs(exact)) and not any(map(_moves, constants))
            if is_scaled and Case({}).value(beyond) >= 2 ** sp.Integer(FORMATS[each.form].least):
                return scaled, beyond
    form = f"|{word}(t) - f(t)| ≤ c |f(t)| + η, with η of the format or more"
    raise EvidenceError(f"{each.form}: the floats were searched for the least c in {form}")


def _exact(link: Link) -> Term:
    return link.left.parts[0].parts[1]


def _moves(part: Term) -> bool:
    return bool(variables(part))


def _must_end_there(statement, duty, each):
    """Refuse a relation that is said of more than ran."""
    for given in each.beyond:
        if _speaks_of(statement, duty, given):
            raise EvidenceError(f"{each.form}: nothing ran at {_where(given)}")


def _speaks_of(statement, duty, given) -> bool:
    case = Case({name: sp.Rational(Fraction(value)) for name, value in given.items()})
    return all(holds_at(each, case) for each in (*statement.conditions, *duty.when))


def _where(given) -> str:
    return ", ".join(f"{name.name} = {value!r}" for name, value in given.items())


def _number(exact: sp.Expr) -> sp.Float:
    """Return a value to fifty digits; no simplification tries to factor what a float is."""
    found = sp.N(exact, 50, maxn=4000)
    if not (found.is_comparable and (found == 0 or found._prec > 1)):
        raise EvidenceError(f"the value of {exact} is in doubt")
    return found


def _run(each, given, computed):
    """Return the word's function: what was computed, in the format that the relation names."""

    def run(bits, *at):
        if [*at] != [*given.values()]:
            raise EvidenceError(f"the relation is about {at}; computed was at {_where(given)}")
        if bits != each.bits:
            raise EvidenceError(f"the relation is about {bits:g} bits; {each.form} has {each.bits}")
        return computed

    return run
