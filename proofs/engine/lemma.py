"""A proved claim, used in the proof of another: its relation at other values of its variables."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from proofs.engine.code_of_words import unshown
from proofs.engine.duties import Duty, duties
from proofs.engine.fitness import SIGNS, is_fit
from proofs.engine.normal_form import is_zero
from proofs.engine.stated import stated
from proofs.engine.substitution import BindingError, follows
from theory.stating.families import Family
from theory.stating.latex import latex
from theory.stating.relations import Line, Link, places_in, variables
from theory.stating.statements import Statement, places_of
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    ONE,
    Applied,
    Base,
    Entry,
    Index,
    Permuted,
    Size,
    Slope,
    Table,
    Term,
    Total,
    Variable,
    bound,
    put,
    term,
    walk,
)
from theory.stating.unfolding import unfolded


@dataclass(frozen=True)
class Lemma:
    """A relation of another claim, at values that meet that claim's conditions."""

    left: Term
    sign: str
    right: Term
    supposes: tuple[Term, ...]  # what it holds for some values of only


def cited(name: str, view, at: Mapping[Any, Any], duty: int = 0) -> Lemma:
    """Return a claim's relation at the values; refuse it where a condition is not shown to hold."""
    statement = stated(name)
    if statement is None:
        raise BindingError(f"{name} has no statement to cite")
    return lemma_of(statement, view, at, duty)


def lemma_of(statement: Statement, view, at: Mapping[Any, Any], duty: int) -> Lemma:
    """Return a relation of a statement at the values, likewise."""
    asked = duties(statement)[duty]
    if not isinstance(asked, Duty) or not isinstance(asked.link.sign, str) or asked.chosen:
        raise BindingError(f"duty {duty} is no relation of two terms")
    values = _values(at)
    _must_have_values(values, view)
    written = lambda each: _written(each, values, view.closed)
    speaks_of = [asked.link.left, asked.link.right]
    _must_show_all(speaks_of, values)
    supposes = []
    here = asked.here
    conditions = [(each, here | places_of(statement)) for each in statement.conditions]
    for condition, fixed in (*conditions, *((each, here) for each in asked.when)):
        own = statement is view.statement and condition in statement.conditions
        if not (own and _is_as_said(condition, values)):
            _must_hold(_at_any(condition, fixed, written), values, view)
        supposed = [side for link in condition.links for side in (link.left, link.right)]
        supposes += [instantiated(written(side), values) for side in supposed]
        speaks_of += supposed
    for variable in frozenset().union(*map(variables, speaks_of)):
        supposes += _must_fit(variable, values, view)
    for place in frozenset().union(*map(places_in, speaks_of)):
        _must_be_there(place, values, view)
    if any(isinstance(each, Slope) for side in speaks_of for each in walk(written(side))):
        _must_stay_apart(values, frozenset().union(*map(variables, speaks_of)))
    left, right = (instantiated(written(e), values) for e in (asked.link.left, asked.link.right))
    view.names.take_words(*speaks_of)
    view.names.take_terms(*map(written, speaks_of), left, right)
    return Lemma(left, asked.link.sign, right, tuple(supposes))


def _must_show_all(sides, values) -> None:
    """Refuse values of letters that a word's code is given, and that the word does not show."""
    for each in (part for side in sides for part in walk(side) if isinstance(part, Applied)):
        if hidden := unshown(each) & set(values) if not each.word.define else ():
            names = ", ".join(sorted(letter.name for letter in hidden))
            raise BindingError(f"the code of {each.word.name} is given {names}, which it hides")


def _written(whole: Term, values, closed) -> Term:
    """Return a term with its words written out; refuse values of what a closed word hides."""
    plain = unfolded(whole, closed=closed)
    if closed:
        hidden = variables(unfolded(whole)) - variables(plain) | places_in(whole) - places_in(plain)
        if hidden & set(values):
            raise BindingError(f"a closed word hides {', '.join(sorted(e.name for e in hidden))}")
    return plain


def _must_have_values(values, view) -> None:
    """Refuse what may be undefined: a lemma speaks of numbers."""
    for value in values.values():
        if isinstance(value, Family):
            value = value[_anywhere(value)]
        if missing := view.unfit_at(value):
            raise BindingError(f"{latex(value)} may have no value: nothing shows {missing[0]}")


def _anywhere(held: Family) -> tuple[Index, ...]:
    """Return a place of a family that nothing else speaks of."""
    return tuple(bound("", last) for last in held.lasts)


def _values(at):
    """Return what stands in the place of each variable, size, index or family."""
    found: dict[Any, Any] = {}
    lengths = []
    for key, value in at.items():
        anywhere = _anywhere(value) if isinstance(value, Family) else ()
        whole = value[anywhere] if anywhere else term(value)
        if any(place.mark and place not in anywhere for place in places_in(whole)):
            raise BindingError(f"{latex(whole)} speaks of a place that a sum binds")
        if isinstance(key, Family):
            if key.base is None or not isinstance(value, Family):
                raise BindingError(f"expected a family of variables and a family, not {value!r}")
            found[key.base] = value
            lengths += zip(key.base.lasts, value.lasts, strict=True)
        elif isinstance(key, Variable | Size | Index):
            found[key] = term(value)
        else:
            raise BindingError(f"{key!r} is no variable, size, place or family of the claim")
    for old, new in lengths:
        if isinstance(old, Size):
            found.setdefault(old, new)
    for old, new in lengths:  # of n + 1 it is n that stands for something
        if not is_zero(symbolic(instantiated(old, found) - new)):
            raise BindingError(
                f"{latex(old)} is {latex(instantiated(old, found))} and {latex(new)}"
            )
    return found


def instantiated(whole: Term, values: Mapping[Any, Any]) -> Term:
    """Return a term at other values of its variables, families and sizes."""
    if whole in values:
        return values[whole]
    if isinstance(whole, Entry):
        places = tuple(instantiated(place, values) for place in whole.places)
        lasts = tuple(instantiated(last, values) for last in whole.base.lasts)
        family = values.get(whole.base)
        return family[places] if family else Entry(replace(whole.base, lasts=lasts), places)
    if isinstance(whole, Index):
        return replace(whole, last=instantiated(whole.last, values))
    if isinstance(whole, Permuted):
        place, last = (instantiated(each, values) for each in (whole.place, whole.last))
        return replace(whole, place=place, last=last)
    if isinstance(whole, Total | Table):
        bounds = (whole.bound,) if isinstance(whole, Total) else whole.bounds
        own = tuple(replace(b, last=instantiated(b.last, values)) for b in bounds)
        body = put(whole.body, dict(zip(bounds, own, strict=True)))
        inner = instantiated(body, {**values, **{b: b for b in own}})
        return Total(own[0], inner) if isinstance(whole, Total) else Table(own, inner)
    return whole.made_of(tuple(instantiated(part, values) for part in whole.parts))


def _is_as_said(condition: Line, values) -> bool:
    """Say whether a condition stays what it is, at the values."""
    ends = (unfolded(end) for link in condition.links for end in (link.left, link.right))
    return all(instantiated(end, values) == end for end in ends)


def _at_any(condition: Line, fixed: frozenset[Index], written) -> Line:
    """Return a condition with new indices for the places that it leaves open: it means them all."""
    ends = [(written(link.left), link.sign, written(link.right)) for link in condition.links]
    places = frozenset().union(*(places_in(e) for left, _, right in ends for e in (left, right)))
    fresh: dict[Term, Term] = {i: bound(i.name, i.last) for i in places - fixed}
    return Line(tuple(Link(put(p, fresh), sign, put(q, fresh)) for p, sign, q in ends))


def _must_hold(condition: Line, values, view) -> None:
    for link in condition.links:
        gap = view.typed(
            instantiated(_written(link.left - link.right, values, view.closed), values)
        )
        shown = (
            (link.sign == "=" and is_zero(view.read(gap)))
            or (follows(gap, {link.sign}, view.facts))
            or (link.sign in (">", "≥", "≠") and is_fit(link.sign, view.read(gap), view.known))
        )
        for side in (link.left, link.right):
            whole = instantiated(_written(side, values, view.closed), values)
            if missing := view.unfit_at(whole):
                raise BindingError(f"{latex(whole)} may have no value: nothing shows {missing[0]}")
        turned = {"<": ">", "≤": "≥"}.get(link.sign)
        if not shown and not (turned and is_fit(turned, view.read(-gap), view.known)):
            raise BindingError(f"nothing shows {latex(gap)} {link.sign} 0, which the claim needs")


def _must_be_there(place: Index, values, view) -> None:
    """Check that what stands for a place is one of those that the claim speaks of."""
    value = values.get(place, place)
    last = instantiated(place.last, values)
    if isinstance(value, Index | Permuted) and value.last == last:
        return
    ends = (view.read(value - ONE), view.read(last - value))
    if not (view.read(value).is_integer and all(is_fit("≥", end, view.known) for end in ends)):
        raise BindingError(f"nothing shows that {latex(value)} is a place from 1 to {latex(last)}")


def _must_stay_apart(values, own) -> None:
    """Refuse values that join variables: a slope by one is no slope by both."""
    kept = [frozenset({each}) for each in own if each not in values]
    held = [variables(value) for value in values.values() if isinstance(value, Term)]
    spoken = [each for one in (*kept, *held) for each in one if not isinstance(each, Size)]
    if len(spoken) != len(set(spoken)) or any(isinstance(v, Family) for v in values.values()):
        raise BindingError("a slope is cited at values of its own variables only")


def _must_fit(variable, values, view) -> list[Term]:
    """Check that what stands in a variable's place lies in its domain; return it, if that asks."""
    value = values.get(variable)
    if isinstance(variable, Size) and value is not None:
        count = view.read(value)
        if not (count.is_integer and count.is_positive):
            raise BindingError(
                f"nothing shows that {latex(value)} is a size, as {variable.name} is"
            )
    if isinstance(variable, Size) or variable.domain == "real":
        return []
    if value is None:
        return []  # itself, with its own domain
    if isinstance(variable, Base):
        value = value[_anywhere(value)]
    sign = SIGNS.get(variable.domain)
    if isinstance(value, Variable | Entry):
        domain = value.base.domain if isinstance(value, Entry) else value.domain
        if domain == variable.domain:
            return [value]
    if sign is None or not is_fit(sign, symbolic(view.typed(value)), view.known):
        raise BindingError(f"nothing shows that {latex(value)} is {variable.domain}")
    return [value]
