"""Statements in Gallina, over mathcomp: what a theorem must imply, to have shown a claim.

Every word is written out, so that a statement depends on no definition of the proofs. A vector is a
row, a table a matrix; a place from 1 to n is an ordinal below n. The exponential is the record `e`,
sine and cosine are those of the record `circ`. A limit is said by its eps and how near one comes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from theory.stating.families import unfolded
from theory.stating.statements import Line, Link, Statement, To
from theory.stating.terms import (
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
    canonical,
    free_indices,
    put,
    walk,
)

SIGNS = {"=": "=", "<": "<", "≤": "<=", ">": ">", "≥": ">=", "≠": "!="}
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
    sides = (link.left, link.right)
    moving = link.sign.variable if isinstance(link.sign, To) else None
    fixed = frozenset().union(*map(free_indices, sides))
    conditions = [each for c in (*statement.conditions, *when) for each in c.links]
    terms = [unfolded(side) for each in (link, *conditions) for side in (each.left, each.right)]
    held = _Held(terms)
    places = sorted(fixed, key=lambda index: index.name)
    _apart([*held.sizes, *held.variables, *map(_name, places)])
    outer, inner = [*held.domains(moving)], [*_domain(moving)] if moving else []
    for each in conditions:
        (inner if _speaks_of(each, moving) else outer).append(_condition(each, fixed))
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
    if any(re.fullmatch(r"(s|at)\d+|circ|eps|gap|step|low|value", name) for name in names):
        raise UnsaidError("a name that is bound inside, or the circle's")


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


def _place(place: Term) -> str:
    match place:
        case Index():
            return _name(place)
        case Permuted():
            return f"({place.name} {_place(place.place)})"
    raise UnsaidError(f"{place!r} as a place")


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
    if not any(isinstance(each, Slope) for side in (left, right) for each in walk(side)):
        return [_relation(link)]
    if link.sign != "=" or not isinstance(left, Slope):
        return _among_others(left, link.sign, right)
    if not isinstance(right, Slope):
        return [_slope(left, _atom(canonical(right)))]
    return ["exists2 value : R,", f"({_slope(left, 'value')}) &", _slope(right, "value")]


def _among_others(left: Term, sign: str, right: Term) -> list[str]:
    """Say that there are the derivatives that a relation speaks of, and that it holds of them."""
    left, right = canonical(left), canonical(right)
    slopes = {e for side in (left, right) for e in walk(side) if isinstance(e, Slope)}
    if len(slopes) > 1:
        raise UnsaidError("two derivatives in one relation")
    (slope,) = slopes
    bounds = sorted((i for i in free_indices(slope) if i.mark), key=lambda i: -i.mark)
    own: dict[Term, Term] = {each: Index(f"s{-each.mark}", each.last) for each in bounds}
    base = Base("value", tuple(each.last for each in bounds))
    value = Entry(base, tuple(bounds)) if bounds else Variable("value")
    says = _slope(
        put(slope, own), _term(put(value, own)), max([-each.mark for each in bounds], default=0)
    )
    over = " ".join(f"(s{-each.mark} : 'I_{_size(each.last)})" for each in bounds)
    relation = _relation(Link(put(left, {slope: value}), sign, put(right, {slope: value})))
    kind = _type(base) if bounds else "R"
    return [
        f"exists2 value : {kind},",
        f"(forall {over}, {says}) &" if over else f"({says}) &",
        relation,
    ]


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


def _slope(slope: Term, value: str, depth: int = 0) -> str:
    """Say that a difference quotient comes as near to a value as one likes."""
    assert isinstance(slope, Slope)
    body, step = slope.body, Variable("step")
    if len(slope.by) != 1 or any(isinstance(each, Slope) for each in walk(body)):
        raise UnsaidError("a derivative of a derivative")
    (by,) = slope.by
    if isinstance(by, Entry):
        entries = {each for each in walk(body) if isinstance(each, Entry) and each.base == by.base}
        moved = put(body, {each: each + _at(each, by, step) for each in entries})
    else:
        moved = put(body, {by: by + step})
    moved, body = canonical(moved, depth), canonical(body, depth)
    quotient = f"({_atom(moved)} - {_atom(body)}) / step"
    return (
        "forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,"
        f"\n  (step != 0) -> (`|step| < gap) ->\n  `|{quotient} - {value}| < eps"
    )


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
            body = _term(put(term.body, {term.bound: own}))
            return f"\\sum_({own.name} < {_size(own.last)}) ({body})"
        case Operation("delta", (one, other)):
            return f"({_place(one)} == {_place(other)})%:R"
        case Operation("[=]" | "[<]" | "[>]" as sign, (one, other)):
            return f"({_atom(one)} {BRACKETS[sign]} {_atom(other)} :> R)%R%:R"
        case Operation("^", (base, Number() as power)) if power.value.denominator == 1:
            raised = f"{_atom(base)} ^+ {abs(power.value)}"
            return raised if power.value > 0 else f"({raised})^-1"
        case Operation("^", (Number() | Variable(domain="positive") as base, power)):
            if isinstance(base, Number) and base.value <= 0:
                raise UnsaidError(f"a power of {base.value}")
            return f"e ({_atom(power)} * (ln e {_atom(base)}))"
        case Operation("odd", (part,)):
            return f"(odd {_natural(part)}%N)%:R"
        case Operation() if term.name in FUNCTIONS:
            return FUNCTIONS[term.name].format(*map(_atom, term.given))
    raise UnsaidError(f"{term!r}")


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
    places = [_place(place) for place in entry.places]
    at = ["0", *places] if len(places) == 1 else places
    text = f"{_name(entry.base)} {' '.join(at)}"
    return f"({text})%:R" if entry.base.domain == "bit" else text
