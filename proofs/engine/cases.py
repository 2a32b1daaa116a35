"""A statement at exact values: whether it fails there, and whether it speaks of that case."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

import sympy as sp

from proofs.engine.duties import Duty, duties, may_not_arrive
from proofs.engine.one_meaning import Names
from theory.stating.exact import Case, UndefinedError
from theory.stating.existence import Some
from theory.stating.known_digits import CaseError, HoldsError, compare
from theory.stating.latex import latex
from theory.stating.needs import needs
from theory.stating.relations import Line, Link, Sized, To
from theory.stating.statements import Statement, places_of, terms_of
from theory.stating.symbolic import symbolic
from theory.stating.terms import ONE, ZERO, Applied, Index, Size, Term, free_indices, term
from theory.stating.unfolding import unfolded, written_out


@dataclass(frozen=True)
class Failure:
    """A relation that is false at a case: both sides as they come out, or why one has no value."""

    link: Link
    left: sp.Basic | None
    right: sp.Basic | None
    undefined: str = ""
    whole: Sized | None = None  # where not one size is wrong, but how many there are


def failure(
    statement: Statement, values: Mapping, without="", undefined=False, runs=None
) -> Failure:
    """Return the relation that is false at the values, where every condition holds.

    without: the hypothesis that alone must fail there. undefined: a side may lack a value; else
    that is no failure, and an error. runs: words that a library computes, by their names.
    """
    if without and without not in statement.hypotheses:
        raise CaseError(f"there is no hypothesis {without}; there are {[*statement.hypotheses]}")
    if any(isinstance(each, Some) for each in statement.said):
        raise CaseError("one case cannot refute that something exists; prove the contrary")
    Names().take_words(*statement.terms())
    dropped = statement.hypotheses[without].means if without else ()
    empty = set().union(*map(_one_at_least, dropped))
    case = Case(values, runs, least=0 if empty else 1)
    if none := [
        each.name
        for each in {*case.values} - empty
        if isinstance(each, Size) and case.values[each] == 0
    ]:
        raise CaseError(f"{none[0]} is 0; no hypothesis that is left out asks it to be 1 or more")
    general = case.without_places(places_of(statement))  # a condition alone means every place
    unmet = cache(lambda moving: _unmet(statement, general, moving, without))
    for duty in duties(statement):
        if isinstance(duty, Duty) and may_not_arrive(
            duty.link.sign, (*statement.conditions, *duty.when)
        ):
            raise CaseError("a condition speaks of what moves; it might never arrive")
        if unmet(_moving(duty)):
            continue
        if isinstance(duty, Sized):
            if wrong := _other_sizes(duty, case):
                return wrong
        elif isinstance(duty, Duty) and _is_supposed(duty, case):
            found = next(_failures(duty.link, case, undefined), None)
            if found:
                return found
    for duty in duties(statement):
        if said := unmet(_moving(duty)):
            raise CaseError(said)
    raise HoldsError("the statement holds at this case")


def _unmet(statement: Statement, case: Case, moving: frozenset, without: str) -> str:
    """Say which condition stands otherwise than it must: one alone must fail, if one is named."""
    for name, conditions in _named(statement):
        met = all(holds_at(each, case, moving) for each in conditions)
        if met == bool(name and name == without):
            what = f"the hypothesis {name}" if name else "a condition"
            return f"{what} {'holds' if met else 'does not hold'} at this case"
    return ""


def _one_at_least(condition) -> set[Size]:
    """Return the size of which a condition asks that it be 1 or more, and no more than that."""
    match condition:
        case Line(links=(Link(left=Size() as size, sign=sign, right=right),)):
            return {size} if (sign, right) in (("≥", ONE), (">", ZERO)) else set()
    return set()


def _is_supposed(duty: Duty, case: Case) -> bool:
    """Say whether what a relation alone supposes holds: at its own places, and at all others."""
    here = case.without_places(duty.here)
    return all(holds_at(each, here, _moving(duty)) for each in duty.when)


def _other_sizes(said: Sized, case: Case) -> Failure | None:
    """Return the first size that a family has not, or how many it has."""
    own = [each.last for each in said.of.bounds]
    if len(own) != len(said.lasts):
        mine, theirs = (sp.Tuple(*map(case.value, sizes)) for sizes in (own, said.lasts))
        return Failure(Link(term(len(own)), "=", term(len(said.lasts))), mine, theirs, whole=said)
    for left, right in zip(own, said.lasts, strict=True):
        mine, theirs = case.value(left), case.value(right)
        if mine != theirs:
            return Failure(Link(left, "=", right), mine, theirs)
    return None


def _named(statement):
    yield "", statement.given
    for name, hypothesis in statement.hypotheses.items():
        yield name, hypothesis.means


def _moving(duty) -> frozenset:
    """Return the variable that runs to a limit in a relation, and in no other: there it stands."""
    is_limit = isinstance(duty, Duty) and isinstance(duty.link.sign, To)
    return frozenset({duty.link.sign.variable}) if is_limit else frozenset()


def _failures(link: Link, case: Case, undefined: bool) -> Iterator[Failure]:
    """Yield where the relation is false, at the places that the case gives or at all others."""
    open_ = _open((link.left, link.right), case)
    for chosen in _places(open_, case):
        here = case.at(chosen)
        try:
            left, right = _sides(link, here)
        except UndefinedError as error:
            if not undefined:
                raise CaseError(f"a side has no value: {error}; say undefined=True") from error
            yield Failure(link, None, None, str(error))
        else:
            sign = "=" if isinstance(link.sign, To) else link.sign
            if not compare(left, sign, right):
                yield Failure(link, left, right)


def _sides(link, case):
    if not isinstance(link.sign, To):
        return case.value(link.left), case.value(link.right)
    _must_have_values_near(link.left, link.sign, case)
    return case.limit(link.left, link.sign), case.value(link.right)


def _must_have_values_near(whole: Term, sign: To, case: Case) -> None:
    """Refuse a limit of what has no value on the way, to a point that nothing comes near."""
    if sign.needs and not compare(case.value(sign.point), sign.needs, sp.S.Zero):  # type: ignore[arg-type]
        raise CaseError(f"{sign.variable.name} never comes near the point from that side")
    for each in case.spread(unfolded(whole)):
        for kind, part in needs(each):
            end = case.approached(part, sign)
            if end == 0:  # from which side
                end = case.approached(1 / part, sign)
            if end in (sp.oo, -sp.oo):
                end = sp.sign(end)
            if not end.is_real or not compare(end, kind, sp.S.Zero):
                raise UndefinedError(f"near the point {latex(each)} may have none")


def holds_at(condition: Line, case: Case, moving=frozenset()) -> bool:
    """Say whether a condition holds, at every place of the indices that the case leaves open."""
    if any(
        symbolic(each) in symbolic(t).free_symbols for t in terms_of(condition) for each in moving
    ):
        return True  # of what runs to a limit: it gets there through fit values
    open_ = _open(tuple(terms_of(condition)), case)
    try:
        return all(
            compare(here.value(link.left), link.sign, here.value(link.right))
            for chosen in _places(open_, case)
            for here in (case.at(chosen),)
            for link in condition.links
        )
    except UndefinedError:
        return False


def _open(terms, case) -> list[Index]:
    found = frozenset().union(*map(free_indices, terms))
    return sorted((each for each in found if each not in case.values), key=lambda i: i.name)


def _places(indices, case) -> Iterator[dict]:
    ranges = [range(1, int(case.value(each.last)) + 1) for each in indices]
    return (dict(zip(indices, chosen, strict=True)) for chosen in product(*ranges))


def inhabited(statement: Statement, values: Mapping, supposed_by: int | None = None) -> None:
    """Check that the conditions can be met: they hold at the values, and so does the statement.

    supposed_by: a relation, of which what it alone supposes must hold there too.
    """
    case = Case(values)
    general = case.without_places(places_of(statement))
    for condition in statement.conditions:
        if not holds_at(condition, general):
            raise CaseError("a condition does not hold at the example")
    asked = {k: duty for k, duty in enumerate(duties(statement)) if isinstance(duty, Duty)}
    one = asked.get(supposed_by) if supposed_by is not None else None
    if one and not _is_supposed(one, case):
        raise CaseError("what a relation supposes does not hold at the example")
    for duty in asked.values():
        if isinstance(duty.link.sign, To) or _is_computed(duty.link):
            continue
        held = duty.chosen or not _is_supposed(duty, case)
        if not held and next(_failures(duty.link, case, undefined=False), None):
            raise CaseError("the statement is false at the example")


def _is_computed(link):
    """Say whether a link speaks of what a library computes, which a case alone cannot tell."""
    parts = (each for side in (link.left, link.right) for each in written_out(side))
    return any(isinstance(each, Applied) for each in parts)
