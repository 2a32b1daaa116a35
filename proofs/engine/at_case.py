"""A statement at a case: what evidence finds there, as the ledger stores it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from sympy.printing.str import StrPrinter

from proofs.engine.assumptions import spelled
from proofs.engine.cases import failure, holds_at, inhabited
from proofs.engine.duties import Duty, duties
from proofs.engine.normal_form import is_zero
from proofs.engine.passed_on import own_code
from proofs.engine.witness import EvidenceError
from theory import symbols
from theory.stating.exact import Case
from theory.stating.families import Family
from theory.stating.known_digits import CaseError, compare
from theory.stating.latex import latex
from theory.stating.printed import said
from theory.stating.relations import Line, Sized, variables
from theory.stating.statements import Statement, terms_of
from theory.stating.symbolic import ASSUMED, symbolic
from theory.stating.terms import (
    WHOLE,
    Applied,
    Index,
    Operation,
    Size,
    Variable,
    free_indices,
    walk,
)
from theory.stating.unfolding import written_out


@dataclass(frozen=True)
class At:
    """Values of a statement's variables, and what `impl` gives there."""

    values: Mapping
    ours: Any = None  # what `impl` gives
    instead: str = ""  # what that is
    undefined: bool = False  # whether a side has no value there
    runs: Mapping[str, Any] = field(default_factory=dict)  # words that `impl` computes in floats
    words: str = ""  # what fails there, as an author reads it, where the numbers do not tell


def fails_at(statement: Statement, at: At | Mapping, without: str = "") -> dict[str, Any]:
    """Return the witness that the values are, as it is shown; refuse one at which nothing fails."""
    at = at if isinstance(at, At) else At(at)
    runs = {word: own_code(word, function) for word, function in at.runs.items()}
    try:
        found = failure(statement, at.values, without, at.undefined, runs)
    except CaseError as error:
        raise EvidenceError(f"no witness: {error}") from error
    if found.undefined and not without:
        raise EvidenceError(
            f"no witness: {found.undefined} has no value; that alone refutes nothing"
        )
    sign = found.link.sign if isinstance(found.link.sign, str) else "→"
    return {
        "given": dict(_given(at.values)),
        "claimed": f"${said(found.whole or Line((found.link,)))}$",
        "left": found.undefined or shown(found.left),
        "op": "" if found.undefined else sign,
        "right": "" if found.undefined else shown(found.right),
        "ours": "" if at.ours is None else _text(at.ours),
        "instead": at.instead,
        **({"words": at.words} if at.words else {}),
    }


class _Printer(StrPrinter):
    """Prints Euler's number as a power, since E is a letter of the claims."""

    def _print_Exp1(self, expr):  # noqa: N802  (the library's name)
        return "exp(1)"


def shown(value: Any) -> str:
    """Return a number as it is shown."""
    return str(_Printer().doprint(value)) if isinstance(value, sp.Basic) else str(value)


def meets(statement: Statement, values: Mapping, supposed_by: int | None = None) -> dict[str, str]:
    """Return the values, as they are shown; refuse them where a condition does not hold.

    supposed_by: a relation, of which what it alone supposes must hold there too.
    """
    inhabited(statement, values, supposed_by)
    return dict(_given(values))


def named(case: Mapping) -> str:
    """Return a case in words: n = 2, x = (0, 1). Of long numbers a few digits."""
    said = ", ".join(f"{name} = {text}" for name, text in _given(case))
    return re.sub(r"-?\d+/\d{12,}", lambda long: f"≈ {float(Fraction(long[0])):.6g}", said)


def _given(case):
    for variable, value in case.items():
        base = variable.base if isinstance(variable, Family) else variable
        plain = base if isinstance(base, str) else getattr(base, "name", None)  # a permutation's
        yield spelled(plain) if plain else latex(variable), _text(value)


def _text(value):
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_text, value))})"
    return spelled(shown(value))


def printed_at(
    statement: Statement, duty: int, values: Mapping, at_numbers: bool = False
) -> list[tuple[Case, sp.Expr]]:
    """Return the right side of an equation at every place of a case at which it is said to hold.

    The left side must be a word that a library computes, or have the same value. The values are
    symbols, whole numbers where only these are meant, or what an equation of the statement says;
    at_numbers: any numbers.
    """
    asked = duties(statement)[duty]
    if not isinstance(asked, Duty) or asked.link.sign != "=":
        raise EvidenceError(f"duty {duty} is no equation: nothing is printed to compare with")
    left, right = asked.link.left, asked.link.right
    case = Case(values, least=0)  # the code may be run on nothing as well
    if not at_numbers:
        _must_be_general(statement, values, case)
    worth = Case.value if at_numbers else Case.expression
    places = [
        here
        for here in _places(Operation("-", (left, right)), case, asked.own)
        if all(holds_at(each, here) for each in filter(_is_of_whole_numbers, asked.when))
    ]
    asks = (
        statement.conditions if at_numbers else filter(_is_of_whole_numbers, statement.conditions)
    )
    if not all(holds_at(each, case) for each in asks):
        raise EvidenceError("a condition does not hold at this case")
    is_computed = isinstance(left, Applied) and left.word.define is None
    if is_computed and not free_indices(right) <= free_indices(left):
        raise EvidenceError(f"{latex(left)} has no place for some index of {latex(right)}")
    for here in places:
        if not is_computed and not is_zero(worth(here, left) - worth(here, right)):
            raise EvidenceError(f"{latex(left)} is not {latex(right)}")
    return [(here, worth(here, right)) for here in places]


def _is_of_whole_numbers(condition):
    """Say whether a condition chooses the cases, as of sizes, that a run is at, not the values."""
    found = frozenset().union(*map(variables, terms_of(condition)))
    return all(isinstance(each, Size) or each.domain in WHOLE for each in found)


def _must_be_general(statement, values, case):
    """Refuse numbers that no equation of the statement gives: they are one case among many.

    So is a symbol that assumes more than its variable does, or stands for two of them. A bit has no
    other values; and where brackets compare, a tie is a case of its own.
    """
    taken: list[sp.Basic] = []
    compares = any(
        isinstance(each, Operation) and each.name[0] == "["
        for whole in statement.terms()
        for each in written_out(whole)
    )
    for variable, value in values.items():
        if not isinstance(variable, Family | Variable):
            continue
        base = variable.base if isinstance(variable, Family) else variable
        assert base is not None  # a case has values of families of variables alone
        if base.domain in WHOLE:
            continue
        symbols = list(flat(value))
        if all(_is_any(each, base.domain, compares) for each in symbols):
            taken += symbols
            if not compares and len({*taken}) < len(taken):
                raise EvidenceError("one symbol stands for two numbers, which need not be equal")
            continue
        links = [link for line in statement.given for link in line.links if link.sign == "="]
        if not any(getattr(link.left, "base", link.left) == base for link in links):
            raise EvidenceError(f"no equation says what {base.name} is; run the code on symbols")
        for link in links:
            sides = [
                (here.value(link.left), here.value(link.right)) for here in _places(link.left, case)
            ]
            if not all(compare(left, "=", right) for left, right in sides):
                raise EvidenceError(f"{said(Line((link,)))} does not hold at this case")


def _is_any(value, domain, compares) -> bool:
    """Say whether a symbol may be any number of a domain; where numbers are compared, x + a, too.

    There a > 0 says which is the larger one, but of each by itself nothing.
    """
    if compares and value.is_Add:
        return any(_is_any(each, domain, False) for each in value.args)
    if isinstance(value, sp.Indexed):
        return value.base == symbols.family(str(value.base), **ASSUMED[domain])
    return isinstance(value, sp.Symbol) and value == sp.Symbol(value.name, **ASSUMED[domain])


def _places(whole, case, own=()):
    """Return the case at every place of the free indices, and of its own, that it leaves open."""
    order = dict.fromkeys([*_in_order(whole), *sorted(own, key=lambda each: each.name)])
    open_ = [each for each in order if each not in case.values]
    ends = [range(1, int(case.value(each.last)) + 1) for each in open_]
    return [case.at(dict(zip(open_, chosen, strict=True))) for chosen in product(*ends)]


def flat(value):
    if isinstance(value, list | tuple):
        for each in value:
            yield from flat(each)
    else:
        yield sp.sympify(value)


def is_constant(statement: Statement, duty: int) -> bool:
    """Say whether the right side of a relation is one number."""
    asked = duties(statement)[duty]
    return isinstance(asked, Duty) and not variables(asked.link.right)


def _in_order(whole) -> list[Index]:
    free = free_indices(whole)
    return list(dict.fromkeys(e for e in walk(whole) if isinstance(e, Index) and e in free))


def sizes_said(
    statement: Statement, duty: int
) -> tuple[tuple[sp.Expr, ...], dict[str, sp.Expr], dict[sp.Expr, sp.Expr]]:
    """Return the sizes and the counts that a statement says, and the sizes that are equal."""
    asked = duties(statement)[duty]
    if not isinstance(asked, Sized):
        raise EvidenceError(f"duty {duty} says no sizes")
    equations = dict(_equal_sizes(statement))
    size = lambda last: symbolic(last).subs(equations, simultaneous=True)
    own = tuple(size(each.last) for each in asked.of.bounds)
    lasts = tuple(map(size, asked.lasts))
    if own != lasts:
        raise EvidenceError(f"the formula has the sizes {own}; the statement says {lasts}")
    return lasts, {name: size(count) for name, count in asked.counts}, equations


def _equal_sizes(statement: Statement):
    """Yield the sizes that a condition says, as d_v = d, each with what it is."""
    for condition in statement.conditions:
        for link in condition.links:
            if isinstance(link.left, Size) and link.sign == "=":
                yield symbolic(link.left), symbolic(link.right)
