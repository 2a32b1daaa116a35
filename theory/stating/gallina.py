"""Statements in Gallina, over mathcomp: what a theorem must imply, to have shown a claim.

Every word is written out, so that a statement depends on no definition of the proofs. A vector is a
row, a table a matrix; a place from 1 to n is an ordinal below n. The exponential is the record `e`,
sine and cosine are those of the record `circ`. A limit is said by its eps and how near one comes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from theory.stating.families import unfolded
from theory.stating.statements import Line, Link, Statement, To, places_of
from theory.stating.terms import (
    ONE,
    Base,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Slope,
    Term,
    Total,
    Variable,
    bounds_of,
    canonical,
    free_indices,
    put,
    walk,
)

SIGNS = {"=": "=", "<": "<", "≤": "<=", ">": ">", "≥": ">=", "≠": "!="}
FIRST = "first"  # the place 1
HOLDS = {"positive": "0 < {}", "nonnegative": "0 <= {}", "nonzero": "{} != 0"}
FUNCTIONS = {
    "exp": "e {}", "log": "ln e {}", "sqrt": "Num.sqrt {}", "abs": "`|{}|", "neg": "- {}",
    "sin": "sine circ {}", "cos": "cosin circ {}",
    "max": "Num.max {} {}", "+": "{} + {}", "-": "{} - {}", "*": "{} * {}", "/": "{} / {}",
}  # fmt: skip
BRACKETS = {"[=]": "==", "[<]": "<", "[>]": ">"}
MARKS = {
    "\\": "", "{": "", "}": "", "'": "_prime",
    "_*": "_star", "^+": "_plus", "^-": "_minus", "^": "_",
}  # fmt: skip
KEPT = ("e", "R", "at", "in", "of", "mod", "end", "fun", "let")


class UnsaidError(ValueError):
    """Something that has no word in Gallina here: better no statement than a wrong one."""


@dataclass(frozen=True)
class Said:
    """One relation of a statement, closed: its sizes, the other names in order, its text."""

    sizes: tuple[str, ...]
    names: tuple[str, ...]
    suppositions: int
    text: str

    @property
    def intros(self) -> str:
        """The tactics that name all that the statement speaks of; a size n becomes n + 1."""
        sizes = "".join(f"case=> [//|{name}] _; " for name in self.sizes)
        supposed = " ".join(f"h{k}" for k in range(1, self.suppositions + 1))
        return f"{sizes}move=> {' '.join(filter(None, [*self.names, supposed]))}."


def said(statement: Statement, link: Link, when: tuple[Line, ...] = ()) -> Said:
    """Return a relation under the conditions of its statement, for all sizes and variables."""
    moving = link.sign.variable if isinstance(link.sign, To) else None
    conditions = [each for c in (*statement.conditions, *when) for each in c.links]
    link, *conditions = _told_apart([link, *conditions])
    given = sum(len(each.links) for each in statement.conditions)
    own = free_indices(link.left) | free_indices(link.right)
    meant = {i for c in conditions[:given] for e in (c.left, c.right) for i in free_indices(e)}
    fixed = own | (places_of(statement) & meant)
    terms = [side for each in (link, *conditions) for side in (each.left, each.right)]
    held = _Held(terms)
    places = sorted(fixed, key=lambda index: index.name)
    _apart([*held.sizes, *held.variables, *map(_name, places)])
    outer, inner = [*held.domains(moving)], [*_domain(moving)] if moving else []
    outer += [f"{FIRST} = 0%N :> nat" for index in places if index.name == FIRST]
    for number, each in enumerate(conditions):
        said_of = _condition(each, fixed if number < given else own)
        (inner if _speaks_of(each, moving) else outer).append(said_of)
    free = {
        name: kind for name, kind in held.variables.items() if not moving or name != _name(moving)
    }
    lines = [
        *(f"forall {name} : nat, (0 < {name})%N ->" for name in held.sizes),
        *(f"forall {name} : {kind}," for name, kind in free.items()),
        *(f"forall {_name(index)} : 'I_{_size(index.last)}," for index in places),
        *(f"({each}) ->" for each in outer),
        *_claimed(link, inner),
    ]
    names = (*free, *map(_name, places))
    return Said(tuple(held.sizes), names, len(outer), "\n  ".join(lines))


def _apart(names: list[str]) -> None:
    """Refuse a name that two things have: the inner one would hide the other."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UnsaidError(f"two things called {twice[0]}")
    if any(re.fullmatch(r"(s|at)\d+|circ|eps|gap|step|low|value|slope", name) for name in names):
        raise UnsaidError("a name that is bound inside, or the circle's")


def _told_apart(links: list[Link]) -> list[Link]:
    """Write words out, call no number by the name of a family, and the place 1 of n places first.

    A number that is called like a family gets a bar after its name. Where n is no given number, the
    place 1 is an index that is supposed to be the first one.
    """
    plain = [replace(e, left=unfolded(e.left), right=unfolded(e.right)) for e in links]
    parts = {each for e in plain for side in (e.left, e.right) for each in _all(side)}
    taken = {_name(each.base) for each in parts if isinstance(each, Entry)}
    other: dict[Term, Term] = {
        each: replace(each, name=f"{each.name}_")
        for each in parts
        if isinstance(each, Variable) and _name(each) in taken
    }
    for each in parts:
        if isinstance(each, Entry) and len(each.places) == len(each.base.lasts):
            places = tuple(map(_first, each.places, each.base.lasts))
            other |= {each: replace(each, places=places)} if places != each.places else {}
    if any(isinstance(e.sign, To) and e.sign.variable in other for e in plain):
        raise UnsaidError("a limit of a number that is called like a family")
    return [replace(e, left=put(e.left, other), right=put(e.right, other)) for e in plain]


def _first(place: Term, last: Term) -> Term:
    return Index(FIRST, last) if place == ONE and isinstance(last, Size) else place


class _Held:
    """The sizes, families, numbers and permutations that terms speak of, with their types."""

    def __init__(self, terms):
        parts = [each for whole in terms for each in _all(whole)]
        self.bases = sorted({e.base for e in parts if isinstance(e, Entry)}, key=lambda b: b.name)
        self.numbers = sorted({e for e in parts if isinstance(e, Variable)}, key=lambda v: v.name)
        orders = {e.name: e.last for e in parts if isinstance(e, Permuted)}
        lasts = [last for base in self.bases for last in base.lasts]
        lasts += [e.last for e in parts if isinstance(e, Index)]
        sizes = {e for last in lasts for e in walk(last) if isinstance(e, Size)}
        sizes |= {e for e in parts if isinstance(e, Size)}
        self.sizes = sorted(each.name for each in sizes)
        self.variables = {_name(base): _type(base) for base in self.bases}
        self.variables |= {name: f"'S_{_size(last)}" for name, last in orders.items()}
        self.variables |= {
            _name(each): "nat" if each.domain == "natural" else "R" for each in self.numbers
        }
        if len(self.variables) != len(self.bases) + len(self.numbers) + len(orders):
            raise UnsaidError("two variables of one name")

    def domains(self, moving: Term | None = None) -> Iterator[str]:
        """Yield what the domains of the variables suppose, but of what moves to a limit."""
        for each in self.numbers:
            yield from _domain(each) if each != moving else ()
        for base in self.bases:
            if base.domain in HOLDS:
                places = tuple(Index(f"at{k}", last) for k, last in enumerate(base.lasts))
                over = " ".join(f"({_name(p)} : 'I_{_size(p.last)})" for p in places)
                yield f"forall {over}, {HOLDS[base.domain].format(_term(Entry(base, places)))}"
            elif base.domain not in ("real", "bit"):
                raise UnsaidError(f"the domain {base.domain}")


def _domain(number: Term) -> Iterator[str]:
    if not isinstance(number, Variable):
        raise UnsaidError(f"{number!r} as a number")
    if number.domain in HOLDS:
        yield HOLDS[number.domain].format(_name(number))
    elif number.domain not in ("real", "natural"):
        raise UnsaidError(f"the domain {number.domain}")


def _all(whole):
    for each in walk(whole):
        yield each
        if isinstance(each, Entry):
            yield from (e for last in each.base.lasts for e in walk(last))
        if isinstance(each, Index):
            yield from walk(each.last)


def _name(held):
    name = held.name
    for mark, written in MARKS.items():
        name = name.replace(mark, written)
    if not name.replace("_", "").isalnum():
        raise UnsaidError(f"the name {held.name}")
    return f"{name}_" if name in KEPT else name


def _type(base: Base) -> str:
    scalar = "bool" if base.domain == "bit" else "R"
    sizes = [_size(last) for last in base.lasts]
    if len(sizes) > 3:
        raise UnsaidError(f"a family of {len(sizes)} indices")
    matrix = f"'M[{scalar}]_({', '.join(sizes[-2:])})"
    return {1: f"'rV[{scalar}]_{sizes[-1]}", 2: matrix, 3: f"'I_{sizes[0]} -> {matrix}"}[len(sizes)]


def _size(last: Term) -> str:
    match last:
        case Size():
            return last.name
        case Number() if last.value.denominator == 1 and last.value >= 0:
            return str(last.value)
        case Operation("+", (part, Number(1))):
            return f"{_size(part)}.+1"
        case Operation("+" | "*" as sign, (one, other)):
            return f"({_size(one)} {sign} {_size(other)})"
    raise UnsaidError(f"{last!r} as a size")


def _place(place: Term, last: Term | None = None) -> str:
    """Return an ordinal below `last`; without it, of a place that says itself how far it runs."""
    match place:
        case Index():
            return _name(place)
        case Permuted():
            return f"({place.name} {_place(place.place)})"
        case Number() if isinstance(last, Number) and place.value.denominator == 1:
            if not 1 <= place.value <= last.value:
                raise UnsaidError(f"{place!r} of {last!r}")
            return f"(@Ordinal {last.value} {place.value - 1} isT)"
        case Operation(
            "+", (Operation("*", (Operation("-", (Index() as own, _)), _)), Index() as at)
        ):
            before = Operation("*", (Operation("-", (own, ONE)), at.last))
            if place == before + at and last == own.last * at.last:
                return f"(mxvec_index {_name(own)} {_name(at)})"
    raise UnsaidError(f"{place!r} as a place")


def _last(place: Term) -> Term | None:
    return place.last if isinstance(place, Index | Permuted) else None


def _condition(link: Link, fixed) -> str:
    if not isinstance(link.sign, str):
        raise UnsaidError("a limit")
    free = (free_indices(link.left) | free_indices(link.right)) - fixed
    parts = {e for side in (link.left, link.right) for e in _all(unfolded(side)) if e not in free}
    spoken = {_name(e) for e in parts if isinstance(e, Variable | Size | Permuted)}
    spoken |= {_name(e.base) for e in parts if isinstance(e, Entry)}
    spoken |= {_name(e) for e in parts if isinstance(e, Index) and not e.mark}
    _apart([*map(_name, free), *spoken])
    over = " ".join(f"({_name(i)} : 'I_{_size(i.last)})" for i in sorted(free, key=_name))
    return (f"forall {over}, " if over else "") + _relation(link)


def _speaks_of(link: Link, number: Term | None) -> bool:
    return any(each == number for side in (link.left, link.right) for each in _all(unfolded(side)))


def _claimed(link: Link, inner: list[str]) -> list[str]:
    """Return the lines that say a relation, a limit or a derivative; no definition is used."""
    left, right = unfolded(link.left), unfolded(link.right)
    if isinstance(link.sign, To):
        return _limit(left, link.sign, right, inner)
    if link.sign != "=" or not isinstance(left, Slope):
        inside = [e for side in (left, right) for e in walk(side) if isinstance(e, Slope)]
        return _of_slopes(left, str(link.sign), right) if inside else [_relation(link)]
    if not isinstance(right, Slope):
        return [_slope(left, _atom(canonical(right)))]
    return ["exists2 value : R,", f"({_slope(left, 'value')}) &", _slope(right, "value")]


def _limit(left: Term, to: To, right: Term, inner: list[str]) -> list[str]:
    """Say that a number comes as near to another as one likes."""
    if not isinstance(to.variable, Variable) or to.variable.domain == "natural":
        raise UnsaidError("a limit over whole numbers")
    moving, point = _name(to.variable), None if isinstance(to.point, str) else to.point
    if any(each == to.variable for whole in (right, point or right) for each in walk(whole)):
        raise UnsaidError("a limit that moves too")
    if point is None:
        where, within = "exists low : R,", [f"low < {moving}"]
    else:
        at, where = _atom(point), "exists2 gap : R, 0 < gap &"
        low, high = ("- gap", "gap") if at == "0" else (f"{at} - gap", f"{at} + gap")
        low, high = (at, high) if to.side == "+" else (low, at)
        within = [f"{low} < {moving}", f"{moving} < {high}"]
    distance = f"`|{_atom(canonical(left))} - {_atom(canonical(right))}|"
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
    quotient = f"({_atom(canonical(moved))} - {_atom(canonical(body))}) / step"
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
        kind = _type(entry.base)
        places = [at for at in entry.places if isinstance(at, Index)]
        over = " ".join(f"({_name(at)} : 'I_{_size(at.last)})" for at in places)
    derived = (f"forall {over},\n  " if over else "") + _slope(slope, _atom(entry))
    return [
        f"exists2 slope : {kind},",
        f"({derived}) &",
        _relation(Link(left, sign, right)),
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


def _relation(link: Link) -> str:
    assert isinstance(link.sign, str)
    sides = [canonical(unfolded(side)) for side in (link.left, link.right)]
    typed = " :> R" if link.sign in ("=", "≠") or not any(map(_is_real, sides)) else ""
    left, right = map(_term, sides)
    return f"{left} {SIGNS[link.sign]} {right}{typed}"


def _is_real(whole: Term) -> bool:
    """Say whether a term shows that it is in R; a bare whole number is in every ring."""
    held = [e.base if isinstance(e, Entry) else e for e in walk(whole)]
    domains = {e.domain for e in held if isinstance(e, Base | Variable)}
    functions = {e.name for e in held if isinstance(e, Operation)}
    return bool(domains - {"bit", "natural"} or functions & {"exp", "log"})


def _atom(term: Term) -> str:
    text = _term(term)
    return text if text.replace("_", "").replace("%:R", "").isalnum() else f"({text})"


def _term(term: Term) -> str:
    match term:
        case Number():
            return _number(term.value)
        case Variable(domain="natural"):
            return f"{_name(term)}%:R"
        case Variable():
            return _name(term)
        case Index():
            return f"{_name(term)}.+1%:R"  # an ordinal counts from 0
        case Size():
            return f"{term.name}%:R"
        case Entry():
            return _entry(term)
        case Total():
            own = Index(f"s{-term.bound.mark}", term.bound.last)  # canonical: counted from 1
            most, last = "", own.last
            if isinstance(last, Index):  # the places from 1 to another one
                most, own = f" | ({own.name} <= {_place(last)})%N", replace(own, last=last.last)
            body = _term(put(term.body, {term.bound: own}))
            return f"\\sum_({own.name} < {_size(own.last)}{most}) ({body})"
        case Operation("delta", (one, other)):
            return f"({_place(one, _last(other))} == {_place(other, _last(one))})%:R"
        case Operation("[=]" | "[<]" | "[>]" as sign, (one, other)):
            return f"({_atom(one)} {BRACKETS[sign]} {_atom(other)} :> R)%R%:R"
        case Operation("^", (base, power)) if (whole := _whole(power)) is not None:
            raised = f"{_atom(base)} ^+ {abs(whole)}"
            return raised if whole >= 0 else f"({raised})^-1"
        case Operation("^", (Number() | Variable(domain="positive") as base, power)):
            if isinstance(base, Number) and base.value <= 0:
                raise UnsaidError(f"a power of {base.value}")
            return f"e ({_atom(power)} * (ln e {_atom(base)}))"
        case Operation("odd", (part,)):
            return f"(odd {_natural(part)}%N)%:R"
        case Operation() if term.name in FUNCTIONS:
            return FUNCTIONS[term.name].format(*map(_atom, term.given))
    raise UnsaidError(f"{term!r}")


def _whole(term: Term) -> int | None:
    """Return the value of a whole number, or of a difference of two."""
    match term:
        case Number() if term.value.denominator == 1:
            return int(term.value)
        case Operation("-", (one, other)):
            left, right = _whole(one), _whole(other)
            return None if left is None or right is None else left - right
    return None


def _natural(term: Term) -> str:
    """Return a term as a natural number, which is never below 0."""
    match term:
        case Number() if term.value.denominator == 1 and term.value >= 0:
            return str(term.value)
        case Variable(domain="natural") | Size():
            return _name(term)
        case Index():
            return f"{_name(term)}.+1"
        case Operation("-", (Index() as place, Number(1))):
            return _name(place)
        case Operation("+" | "*" as sign, (one, other)):
            return f"({_natural(one)} {sign} {_natural(other)})"
    raise UnsaidError(f"{term!r} as a natural number")


def _number(value) -> str:
    if value < 0:
        return f"- ({_number(-value)})"
    whole = str(value.numerator) if value.numerator in (0, 1) else f"{value.numerator}%:R"
    return whole if value.denominator == 1 else f"{whole} / {value.denominator}%:R"


def _entry(entry: Entry) -> str:
    places = [_place(*each) for each in zip(entry.places, entry.base.lasts, strict=True)]
    at = ["0", *places] if len(places) == 1 else places
    text = f"{_name(entry.base)} {' '.join(at)}"
    return f"({text})%:R" if entry.base.domain == "bit" else text
