"""Names: what a statement prints alike must be one thing, or its reader sees another statement."""

from collections.abc import Iterator

from theory.stating.bound_letters import with_meanings
from theory.stating.latex import latex, name
from theory.stating.statements import Some, Statement
from theory.stating.terms import (
    ONE,
    Applied,
    Base,
    Constant,
    Entry,
    Index,
    Operation,
    Permuted,
    Size,
    Term,
    Variable,
    canonical,
    free_indices,
    put,
    walk,
)
from theory.stating.unseen_places import of_one_name

Thing = tuple[str, int, object]  # as it is printed, how many places it has, what makes it this one


def printed_alike(statement: Statement) -> list[str]:
    """Return the names under which a statement prints two things.

    A number may be called like a family: its entries have places. What is chosen may not.
    """
    things = {thing for whole in statement.terms() for thing in _things(whole)}
    things |= {thing for whole in statement.terms() for thing in _of_words(whole)}
    chosen = {e for said in statement.said if isinstance(said, Some) for e in said.variables}
    things |= {_named(each) for each in chosen}
    kinds: dict[tuple[str, int], set] = {}
    for printed, places, one in things:
        kinds.setdefault((printed, places), set()).add(one)
    twice = {printed for (printed, _), ones in kinds.items() if len(ones) > 1}
    names = [printed for printed, _ in kinds]
    twice |= {name(each.name) for each in chosen if names.count(name(each.name)) > 1}
    twice |= {name(each) for each in of_one_name(statement)}
    return sorted(
        twice | {each for each, places in kinds if not places and _is_entry(each, things)}
    )


def _is_entry(printed: str, things: set[Thing]) -> bool:
    """Say whether a name, such as x_1 or x_i, is printed as an entry of a family x."""
    stem, mark, place = printed.removesuffix("}").partition("_{")
    is_place = (place, 0, "a place") in things or (place.isdigit() and int(place) > 0)
    return bool(mark) and is_place and any(of == stem and places for of, places, _ in things)


def _things(whole: Term) -> Iterator[Thing]:
    """Yield all that has a name in a term as it is printed, and in what its letters stand for."""
    for each in with_meanings(whole):
        if isinstance(each, Applied):
            printed = each.word.tex or name(each.word.name)
            yield printed, 0 if each.word.tex else len(each.given), f"the word {each.word.name}"
        elif isinstance(each, Entry):
            yield _named(each.base)
        elif isinstance(each, Index) and not each.mark:
            yield name(each.name), 0, "a place"
        elif isinstance(each, Size | Variable | Constant):
            yield _named(each)
        elif isinstance(each, Permuted):
            yield name(each.name), 1, "an order"
        elif isinstance(each, Operation) and each.name == "exp" and each.given[0] == ONE:
            yield "e", 0, "Euler's number"


def _of_words(whole: Term) -> Iterator[Thing]:
    """Yield each word at its arguments: one that it does not print might be another one."""
    for each in with_meanings(whole):
        if isinstance(each, Applied) and each.word.tex:
            free = free_indices(each)
            bound = dict.fromkeys(i for i in walk(each) if i in free and i.mark)
            places: dict[Term, Term] = {i: Index(f"place_{k}", i.last) for k, i in enumerate(bound)}
            plain = put(each, places)
            yield latex(plain), -1, canonical(plain)  # beside other words alone


def _named(held: Base | Size | Variable | Constant) -> Thing:
    return name(held.name), len(held.lasts) if isinstance(held, Base) else 0, held
