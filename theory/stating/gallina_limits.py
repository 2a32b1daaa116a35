"""Limits and derivatives in Gallina: by their eps and how near one comes; no definition is used."""

from theory.stating.gallina_terms import UnsaidError, atom, name_of, relation, size_of, type_of
from theory.stating.relations import Link, To
from theory.stating.terms import (
    Base,
    Entry,
    Index,
    Operation,
    Slope,
    Term,
    Variable,
    bounds_of,
    canonical,
    free_indices,
    put,
    walk,
)
from theory.stating.unfolding import unfolded


def claimed(link: Link, inner: list[str]) -> list[str]:
    """Return the lines that say a relation, a limit or a derivative; no definition is used."""
    left, right = unfolded(link.left), unfolded(link.right)
    if isinstance(link.sign, To):
        return _limit(left, link.sign, right, inner)
    if link.sign != "=" or not isinstance(left, Slope):
        inside = [e for side in (left, right) for e in walk(side) if isinstance(e, Slope)]
        return _of_slopes(left, str(link.sign), right) if inside else [relation(link)]
    if not isinstance(right, Slope):
        return [_slope(left, atom(canonical(right)))]
    return ["exists2 value : R,", f"({_slope(left, 'value')}) &", _slope(right, "value")]


def _limit(left: Term, to: To, right: Term, inner: list[str]) -> list[str]:
    """Say that a number comes as near to another as one likes."""
    if not isinstance(to.variable, Variable) or to.variable.domain == "natural":
        raise UnsaidError("a limit over whole numbers")
    moving, point = name_of(to.variable), None if isinstance(to.point, str) else to.point
    if any(each == to.variable for whole in (right, point or right) for each in walk(whole)):
        raise UnsaidError("a limit that moves too")
    if point is None:
        where, within = "exists low : R,", [f"low < {moving}"]
    else:
        at, where = atom(point), "exists2 gap : R, 0 < gap &"
        low, high = ("- gap", "gap") if at == "0" else (f"{at} - gap", f"{at} + gap")
        low, high = (at, high) if to.side == "+" else (low, at)
        within = [f"{low} < {moving}", f"{moving} < {high}"]
    distance = f"`|{atom(canonical(left))} - {atom(canonical(right))}|"
    within = [f"({each}) ->" for each in (*within, *inner)]
    return [
        "forall eps : R, (0 < eps) ->",
        f"{where} forall {moving} : R,",
        *within,
        f"{distance} < eps",
    ]


def _slope(slope: Slope, value: str) -> str:
    """Say that a difference quotient comes as near to a value as one likes."""
    body, step = slope.body, Variable("step")
    if len(slope.by) != 1 or any(isinstance(each, Slope) for each in walk(body)):
        raise UnsaidError("a derivative of a derivative")
    (by,) = slope.by
    if isinstance(by, Entry):
        entries = {each for each in walk(body) if isinstance(each, Entry) and each.base == by.base}
        moved = put(body, {each: each + _at(each, by, step) for each in entries})
    else:
        moved = put(body, {by: by + step})
    quotient = f"({atom(canonical(moved))} - {atom(canonical(body))}) / step"
    return (
        "forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,"
        f"\n  (step != 0) -> (`|step| < gap) ->\n  `|{quotient} - {value}| < eps"
    )


def _of_slopes(left: Term, sign: str, right: Term) -> list[str]:
    """Say that a table holds the derivatives, and what is said of them."""
    found: dict[Slope, Term] = {}
    left, right = (_tabled(side, (), found) for side in (left, right))
    if len(found) != 1:
        raise UnsaidError("two kinds of derivatives")
    ((slope, entry),) = found.items()
    if isinstance(entry, Variable):
        kind, over = "R", ""
    else:
        assert isinstance(entry, Entry)
        kind = type_of(entry.base)
        places = [at for at in entry.places if isinstance(at, Index)]
        over = " ".join(f"({name_of(at)} : 'I_{size_of(at.last)})" for at in places)
    derived = (f"forall {over},\n  " if over else "") + _slope(slope, atom(entry))
    return [
        f"exists2 slope : {kind},",
        f"({derived}) &",
        relation(Link(left, sign, right)),
    ]


def _tabled(whole: Term, bounds: tuple[Index, ...], found: dict[Slope, Term]) -> Term:
    """Return a term with entries of a table in the places of derivatives."""
    if not isinstance(whole, Slope):
        within = (*bounds, *bounds_of(whole))
        return whole.made_of(tuple(_tabled(part, within, found) for part in whole.parts))
    own = tuple(each for each in bounds if each in free_indices(whole))
    base = Base("slope", tuple(each.last for each in own))
    places = tuple(Index(f"at{k}", each.last) for k, each in enumerate(own))
    slope = put(whole, dict(zip(own, places, strict=True)))
    assert isinstance(slope, Slope)
    found[slope] = Entry(base, places) if own else Variable("slope")
    return Entry(base, own) if own else Variable("slope")


def _at(entry: Entry, by: Entry, step: Term) -> Term:
    """Return the step at one place of a family, and 0 elsewhere."""
    for place, other in zip(entry.places, by.places, strict=True):
        step = step * Operation("delta", (place, other))
    return step
