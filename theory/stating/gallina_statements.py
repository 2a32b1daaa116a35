"""Statements in Gallina, over mathcomp: what a theorem must imply, to have shown a claim.

Every word is written out, so that a statement depends on no definition of the proofs.
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from theory.stating.existence import Some
from theory.stating.gallina_limits import claimed
from theory.stating.gallina_terms import (
    UnsaidError,
    everything,
    name_of,
    relation,
    size_of,
    type_of,
    written,
)
from theory.stating.relations import Line, Link, To
from theory.stating.statements import Statement, places_of
from theory.stating.terms import (
    ONE,
    Entry,
    Index,
    Permuted,
    Size,
    Term,
    Variable,
    free_indices,
    put,
    walk,
)
from theory.stating.unfolding import unfolded

FIRST = "first"  # the place 1
HOLDS = {"positive": "0 < {}", "nonnegative": "0 <= {}", "nonzero": "{} != 0"}


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
        tactics = [f"case=> [//|{name}] _" for name in self.sizes]
        names = [*self.names, *(f"h{k}" for k in range(1, self.suppositions + 1))]
        tactics += [f"move=> {' '.join(names)}"] if names else []
        return "; ".join(tactics) + "." if tactics else ""


def said(
    statement: Statement,
    link: Link,
    when: tuple[Line, ...] = (),
    own: frozenset[Index] = frozenset(),
) -> Said:
    """Return a relation under the conditions of its statement, for all sizes and variables.

    own: the places at which what it supposes is meant, though the relation has them not itself.
    """
    moving = link.sign.variable if isinstance(link.sign, To) else None
    conditions = [each for c in (*statement.conditions, *when) for each in c.links]
    link, *conditions = _told_apart([link, *conditions])
    given = sum(len(each.links) for each in statement.conditions)
    sides = [side for each in (link, *conditions) for side in (each.left, each.right)]
    first = {i for side in sides for i in free_indices(side) if i.name == FIRST}
    own = own | free_indices(link.left) | free_indices(link.right) | first
    meant = {i for c in conditions[:given] for e in (c.left, c.right) for i in free_indices(e)}
    fixed = own | (places_of(statement) & meant)
    held = _Held(sides)
    places = sorted(fixed, key=lambda index: index.name)
    _apart([*held.sizes, *held.variables, *map(name_of, places)])
    outer = [*held.domains(set(held.variables) - ({name_of(moving)} if moving else set()))]
    inner = [*domain_of(moving)] if moving else []
    outer += [f"{FIRST} = 0%N :> nat" for index in places if index.name == FIRST]
    for number, each in enumerate(conditions):
        said_of = _condition(each, fixed if number < given else own)
        (inner if _speaks_of(each, moving) else outer).append(said_of)
    free = {
        name: kind for name, kind in held.variables.items() if not moving or name != name_of(moving)
    }
    lines = [
        *(f"forall {name} : nat, (0 < {name})%N ->" for name in held.sizes),
        *(f"forall {name} : {kind}," for name, kind in free.items()),
        *(f"forall {name_of(index)} : 'I_{size_of(index.last)}," for index in places),
        *(f"({each}) ->" for each in outer),
        *claimed(link, inner),
    ]
    names = (*free, *map(name_of, places))
    return Said(tuple(held.sizes), names, len(outer), "\n  ".join(lines))


def said_at_once(statement: Statement, some: Some) -> Said:
    """Return that values exist at which a relation holds for every place at once."""
    groups = [(some.line,), some.line.when, some.such, statement.conditions]
    links = [[link for each in group for link in each.links] for group in groups]
    flat = iter(_told_apart([each for group in links for each in group]))
    (claimed,), when, such, given = ([next(flat) for _ in group] for group in links)
    terms = [side for each in (claimed, *when, *such, *given) for side in (each.left, each.right)]
    held = _Held(terms)
    chosen = [name_of(each) for each in some.variables]
    ranging = [name_of(each) for each in some.every if not isinstance(each, Index)]
    places = [each for each in some.every if isinstance(each, Index)]
    alone = {each.name for each in (*some.variables, *some.every) if isinstance(each, Variable)}
    bases = {each.name for each in held.bases}
    if alone & bases or not {*chosen, *ranging} <= set(held.variables):
        raise UnsaidError("a choice of a number that is called like a family, or is not there")
    _apart([*held.sizes, *held.variables, *map(name_of, places)])
    if any(isinstance(e, Index) and e.name == FIRST for side in terms for e in everything(side)):
        raise UnsaidError("the place 1 of n, of values for all places at once")
    free = [name for name in held.variables if name not in {*chosen, *ranging}]
    over, closed = frozenset(places), frozenset[Index]()
    outer = [*held.domains(free), *(_condition(each, closed) for each in given)]
    must = [*held.domains(chosen), *(_condition(each, closed) for each in such)]
    supposed = [*held.domains(ranging), *(_condition(each, over) for each in when)]
    each_of = [
        *(f"forall {name} : {held.variables[name]}," for name in ranging),
        *(f"forall {name_of(index)} : 'I_{size_of(index.last)}," for index in places),
        *(f"({each}) ->" for each in supposed),
        relation(claimed),
    ]
    lines = [
        *(f"forall {name} : nat, (0 < {name})%N ->" for name in held.sizes),
        *(f"forall {name} : {held.variables[name]}," for name in free),
        *(f"({each}) ->" for each in outer),
        *(f"exists {name} : {held.variables[name]}," for name in chosen),
        *(f"({each}) /\\" for each in must),
        *each_of,
    ]
    return Said(tuple(held.sizes), tuple(free), len(outer), "\n  ".join(lines))


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
    parts = {each for e in plain for side in (e.left, e.right) for each in everything(side)}
    if any(isinstance(each, Index) and each.name == FIRST for each in parts):
        raise UnsaidError(f"a place called {FIRST}, as the place 1 is")
    taken = {name_of(each.base) for each in parts if isinstance(each, Entry)}
    other: dict[Term, Term] = {
        each: replace(each, name=f"{each.name}_")
        for each in parts
        if isinstance(each, Variable) and name_of(each) in taken
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
        parts = [each for whole in terms for each in everything(whole)]
        self.bases = sorted({e.base for e in parts if isinstance(e, Entry)}, key=lambda b: b.name)
        self.numbers = sorted({e for e in parts if isinstance(e, Variable)}, key=lambda v: v.name)
        orders = {e.name: e.last for e in parts if isinstance(e, Permuted)}
        lasts = [last for base in self.bases for last in base.lasts]
        lasts += [e.last for e in parts if isinstance(e, Index)]
        sizes = {e for last in lasts for e in walk(last) if isinstance(e, Size)}
        sizes |= {e for e in parts if isinstance(e, Size)}
        self.sizes = sorted(each.name for each in sizes)
        self.variables = {name_of(base): type_of(base) for base in self.bases}
        self.variables |= {name: f"'S_{size_of(last)}" for name, last in orders.items()}
        self.variables |= {
            name_of(each): "nat" if each.domain == "natural" else "R" for each in self.numbers
        }
        if len(self.variables) != len(self.bases) + len(self.numbers) + len(orders):
            raise UnsaidError("two variables of one name")

    def domains(self, names: Container[str]) -> Iterator[str]:
        """Yield what the domains of the variables of these names suppose."""
        for each in self.numbers:
            yield from domain_of(each) if name_of(each) in names else ()
        for base in (each for each in self.bases if name_of(each) in names):
            if base.domain in HOLDS:
                places = tuple(Index(f"at{k}", last) for k, last in enumerate(base.lasts))
                over = " ".join(f"({name_of(p)} : 'I_{size_of(p.last)})" for p in places)
                yield f"forall {over}, {HOLDS[base.domain].format(written(Entry(base, places)))}"
            elif base.domain not in ("real", "bit"):
                raise UnsaidError(f"the domain {base.domain}")


def domain_of(number: Term) -> Iterator[str]:
    if not isinstance(number, Variable):
        raise UnsaidError(f"{number!r} as a number")
    if number.domain in HOLDS:
        yield HOLDS[number.domain].format(name_of(number))
    elif number.domain not in ("real", "natural"):
        raise UnsaidError(f"the domain {number.domain}")


def _condition(link: Link, fixed) -> str:
    if not isinstance(link.sign, str):
        raise UnsaidError("a limit")
    free = (free_indices(link.left) | free_indices(link.right)) - fixed
    parts = {
        e for side in (link.left, link.right) for e in everything(unfolded(side)) if e not in free
    }
    spoken = {name_of(e) for e in parts if isinstance(e, Variable | Size | Permuted)}
    spoken |= {name_of(e.base) for e in parts if isinstance(e, Entry)}
    spoken |= {name_of(e) for e in parts if isinstance(e, Index) and not e.mark}
    _apart([*map(name_of, free), *spoken])
    over = " ".join(f"({name_of(i)} : 'I_{size_of(i.last)})" for i in sorted(free, key=name_of))
    return (f"forall {over}, " if over else "") + relation(link)


def _speaks_of(link: Link, number: Term | None) -> bool:
    return any(
        each == number for side in (link.left, link.right) for each in everything(unfolded(side))
    )
