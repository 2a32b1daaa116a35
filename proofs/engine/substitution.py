"""Substitutions that the conditions of a statement allow: x_j = m - s_j with s_j ≥ 0 for x_j ≤ m.

What is shown for all values of the new variable is then shown for all values of the old one that
the conditions allow: for each of these there is a slack, the difference, with the sign that a
condition gives it. One new variable comes in at a time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from proofs.engine.normal_form import is_zero
from proofs.rules import is_positive
from theory.stating.latex import latex
from theory.stating.relations import Line, Link
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    ONE,
    ZERO,
    Base,
    Entry,
    Index,
    Operation,
    Permuted,
    Term,
    Variable,
    free_indices,
    put,
    walk,
)

_KINDS = {">": "positive", "≥": "nonnegative", "≠": "nonzero"}
_LEADS_TO = {"positive": {">"}, "nonnegative": {">", "≥"}, "nonzero": {">", "<", "≠"},
             "natural": {">", "≥"}}  # fmt: skip
MIRROR = {"<": ">", "≤": "≥", ">": "<", "≥": "≤", "=": "=", "≠": "≠"}


class BindingError(AssertionError):
    """Evidence that is not about the statement, or takes more for granted than it says."""


@dataclass(frozen=True)
class Known:
    """A condition as it is used: a difference, its sign against 0, the indices it leaves open."""

    gap: Term
    sign: str
    open: tuple[Index, ...]


def known(conditions: tuple[Line, ...], fixed: frozenset[Index]) -> list[Known]:
    """Return what the conditions say of differences; of a fixed index they say it of one place."""
    return [
        Known(gap := link.left - link.right, link.sign, tuple(free_indices(gap) - fixed))
        for condition in conditions
        for link in condition.links
        if isinstance(link.sign, str)
    ]


def domains(conditions: tuple[Line, ...], fixed: frozenset[Index]) -> dict[Variable | Base, str]:
    """Return the domains that conditions such as T > 0, or f_j > 0 for all j, give to variables."""
    found: dict[Variable | Base, str] = {}
    for condition in conditions:
        for link in condition.links:
            for left, sign, right in _both_ways(link):
                held = _whole(left, fixed)
                if right == ZERO and sign in _KINDS and held and _is_wider(held.domain, sign):
                    found[held] = _KINDS[sign]
    return found


def _is_wider(domain, sign):
    """Say whether a sign says more of a variable than its domain does."""
    return domain == "real" or (domain == "nonnegative" and sign == ">")


def _both_ways(link: Link) -> Iterator[tuple[Term, str, Term]]:
    if isinstance(link.sign, str):
        yield link.left, link.sign, link.right
        yield link.right, MIRROR[link.sign], link.left


def _whole(term: Term, fixed: frozenset[Index]) -> Variable | Base | None:
    """Return the variable, or the family of which the term is every entry."""
    if isinstance(term, Variable):
        return term
    if isinstance(term, Entry) and len(set(term.places)) == len(term.places):
        runs = zip(term.places, term.base.lasts, strict=True)
        if all(isinstance(i, Index) and i not in fixed and i.last == last for i, last in runs):
            return term.base
    return None


def retyped(whole: Term, kinds: Mapping[Variable | Base, str]) -> Term:
    """Return the term with variables of the domains that are known of them."""
    if isinstance(whole, Variable):
        return replace(whole, domain=kinds.get(whole, whole.domain))
    if isinstance(whole, Entry) and whole.base in kinds:
        base = replace(whole.base, domain=kinds[whole.base])
        return Entry(base, tuple(retyped(place, kinds) for place in whole.places))
    return whole.with_parts(tuple(retyped(part, kinds) for part in whole.parts))


def substituted(whole: Term, let: Mapping[Term, Term], fixed: frozenset[Index]) -> Term:
    """Put each value in the place of its variable; of a family, at every place of an open index."""
    for key, value in let.items():
        whole = _put_one(whole, key, value, fixed, anchors=set(walk(value)))
    return whole


def _put_one(whole, key, value, fixed, anchors):
    if whole == key:
        return value
    if isinstance(whole, Entry) and isinstance(key, Entry) and whole.base == key.base:
        pairs = list(zip(key.places, whole.places, strict=True))
        found = dict(pairs)
        fits = all(
            mine == theirs
            or (_is_open(mine, fixed) and found[mine] == theirs and _runs_there(mine, theirs, last))
            for (mine, theirs), last in zip(pairs, key.base.lasts, strict=True)
        )
        if fits and whole not in anchors:
            return put(value, found)
    return whole.with_parts(
        tuple(_put_one(part, key, value, fixed, anchors) for part in whole.parts)
    )


def _is_open(place, fixed):
    return isinstance(place, Index) and place not in fixed


def _runs_there(open_: Term, place: Term, last: Term) -> bool:
    """Say whether a place is one that an open index runs through: a key may mean fewer than all."""
    ends = {last, place.last} if isinstance(place, Index | Permuted) else {last}
    return isinstance(open_, Index) and open_.last in ends


def licence(key: Term, value: Term, own: set, facts: list[Known], fixed: frozenset[Index]) -> None:
    """Refuse a substitution that no condition allows, and make its new variable an own one.

    own: the variables that already mean something. fixed: the indices of the relation to be shown.
    """
    slack = _slack(key, value, own)
    if slack is None:
        if not follows(key - value, {"="}, facts):
            raise BindingError(f"no condition says that {latex(key)} is {latex(value)}")
        return
    own.add(getattr(slack, "base", slack))
    open_ = {place for place in getattr(key, "places", ()) if _is_open(place, fixed)}
    if not open_ <= set(getattr(slack, "places", ())):
        raise BindingError(f"{_said(key, value)} lets {latex(slack)} be the same at all places")
    if not _is_any_positive(key, value, slack, facts):
        _signed(key, value, slack, facts)


def _said(key, value):
    return f"{latex(key)} = {latex(value)}"


def _slack(key, value, own):
    """Return the new variable that a value brings in, as it stands there; None if there is none."""
    new = {
        each
        for each in walk(value)
        if isinstance(each, Variable | Entry) and getattr(each, "base", each) not in own
    }
    if len(new) > 1:
        raise BindingError(f"{_said(key, value)} brings in {len(new)} new variables; expected one")
    return new.pop() if new else None


def _signed(key, value, slack, facts):
    """Check that value is rest ± slack, or ± (1 - δ) slack, and that conditions give its sign."""
    rest = put(value, {slack: ZERO})
    domain = slack.base.domain if isinstance(slack, Entry) else slack.domain
    for factor in (ONE, *_apart(value)):
        for gap, signed in ((key - rest, slack), (rest - key, -slack)):
            if is_zero(symbolic(value - rest - factor * signed)):
                if factor is not ONE and not is_zero(symbolic(put(gap, _onto(factor)))):
                    raise BindingError(f"{_said(key, value)} is not so where both places are one")
                whole = domain != "natural" or symbolic(gap).is_integer
                # where both places are one, the slack plays no part
                apart = gap if factor is ONE else put(gap, {factor.given[1]: ZERO})
                signs = _LEADS_TO.get(domain)
                shown = signs is not None and any(
                    follows(each, signs, facts) for each in (gap, apart)
                )
                if domain != "real" and not (whole and shown):
                    raise BindingError(f"no condition gives {latex(slack)} its sign, {domain}")
                return
    raise BindingError(f"{_said(key, value)}: expected something plus or minus {latex(slack)}")


def _apart(value):
    """Return the factors 1 - δ that a value has."""
    deltas = [e for e in walk(value) if isinstance(e, Operation) and e.name == "delta"]
    return [ONE - delta for delta in deltas]


def _onto(factor):
    one, other = factor.given[1].given
    return {one: other}


def _is_any_positive(key, value, slack, facts):
    """Say whether a positive variable is written as c exp(t), c > 0, t being any that it may be."""
    domain = slack.base.domain if isinstance(slack, Entry) else slack.domain
    if not is_positive(symbolic(key)) or domain not in ("real", *_KINDS.values()):
        return False  # whole numbers give some positive numbers only
    for sign in (ONE, -ONE):
        whole = Operation("exp", (slack if sign == ONE else -slack,))
        factor = put(value, {whole: ONE})
        if slack in walk(factor):
            continue
        if is_positive(symbolic(factor)) and is_zero(symbolic(value - factor * whole)):
            gap = key - factor if sign == ONE else factor - key
            return domain == "real" or follows(gap, _LEADS_TO[domain], facts)
    return False


def follows(gap: Term, signs: set[str], facts: list[Known]) -> bool:
    """Say whether a condition gives a difference one of the signs, at the places it speaks of."""
    places = sorted(free_indices(gap), key=lambda index: index.name)
    for fact in facts:
        for chosen in product(places, repeat=len(fact.open)):
            if any(
                mine.last != theirs.last for mine, theirs in zip(fact.open, chosen, strict=True)
            ):
                continue  # the condition does not speak of this place
            said = put(fact.gap, dict(zip(fact.open, chosen, strict=True)))
            if fact.sign in signs and is_zero(symbolic(said - gap)):
                return True
            if MIRROR[fact.sign] in signs and is_zero(symbolic(said + gap)):
                return True
    return False
