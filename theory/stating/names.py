"""Names: what a statement prints alike must be one thing, or its reader sees another statement."""

from collections.abc import Iterator
from dataclasses import replace
from string import Formatter

from theory.stating.bound_letters import with_meanings
from theory.stating.existence import Some
from theory.stating.latex import has_form_of_operation, latex, name
from theory.stating.statements import Statement
from theory.stating.terms import (
    Applied,
    Base,
    Constant,
    Entry,
    Index,
    Permuted,
    Size,
    Table,
    Term,
    Variable,
    Word,
    canonical,
    free_indices,
    put,
    walk,
)
from theory.stating.unfolding import unfolded
from theory.stating.unseen_places import of_one_name

Thing = tuple[str, int, object]  # as it is printed, how many places it has, what makes it this one


def printed_alike(statement: Statement) -> list[str]:
    """Return the names under which a statement prints two things.

    A number may be called like a family: its entries have places. What is chosen may not.
    """
    things = {thing for whole in statement.terms() for thing in _things(whole)}
    things |= {thing for whole in statement.terms() for thing in _with_places(whole)}
    chosen = {e for said in statement.said if isinstance(said, Some) for e in said.variables}
    things |= {_named(each) for each in chosen}
    kinds: dict[tuple[str, int], set] = {}
    for printed, places, one in things:
        kinds.setdefault((printed, places), set()).add(one)
    twice = {printed for (printed, _), ones in kinds.items() if len(ones) > 1}
    called = [printed for printed, one in {(printed, one) for printed, _, one in things}]
    twice |= {name(each.name) for each in chosen if called.count(name(each.name)) > 1}
    twice |= {name(each) for each in of_one_name(statement)}
    twice |= _of_more_than_is_shown(statement) | set(_of_two_meanings(statement))
    numbers = {printed for printed, places, one in things if not places and _is_number(one)}
    twice |= numbers & {"e", name("pi")}  # whoever reads e sees Euler's
    twice |= {printed for printed, _, one in things if _is_operation(printed, one, things)}
    twice |= {printed for printed, _, _ in things if has_form_of_operation(printed)}
    lengths = {name(one.name) for _, _, one in things if isinstance(one, Size)}
    return sorted(twice | {e for e in numbers if _is_entry(e, things, e not in lengths)})


def _is_number(one: object) -> bool:
    return isinstance(one, Variable | Size) or one == "a place"


def _is_operation(printed: str, one: object, things: set[Thing]) -> bool:
    """Say whether a letter is read as a power or a product: x^n beside n, e^x, ab beside a, b."""
    if not isinstance(one, Variable | Size | Base):
        return False
    numbers = {e for e, _, other in things if isinstance(other, Variable | Size)}
    stem, power, above = printed.partition("^{")
    above, plain = above.split("}")[0], stem.split("_")[0]
    if power and (above in numbers or (stem == "e" and above.isalpha())):
        return True
    return len(plain) > 1 and plain.isalpha() and numbers >= {*plain}


def _is_entry(printed: str, things: set[Thing], may_have_places: bool) -> bool:
    """Say whether a name is printed as an entry: x_1 where there is a family x, or x_i at any i.

    Of a size, such as d_k, everybody knows that it has no places, but where there is a family d.
    """
    stem, mark, place = printed.removesuffix("}").partition("_{")
    is_family = any(of == stem and places for of, places, _ in things)
    if mark and (place, 0, "a place") in things:
        return may_have_places or is_family
    return bool(mark) and place.isdigit() and int(place) > 0 and is_family


def _things(whole: Term) -> Iterator[Thing]:
    """Yield all that has a name in a term as it is printed, and in what its letters stand for."""
    for each in with_meanings(whole):
        if isinstance(each, Applied):
            printed = each.word.tex or name(each.word.name)
            yield printed, 0 if each.word.tex else len(each.given), f"the word {each.word.name}"
            for key, held in zip(each.word.kinds, each.given, strict=True):
                if isinstance(held, Table) and f"{{{key}" in each.word.tex:
                    yield from _without_places(held)
        elif isinstance(each, Entry):
            yield _named(each.base)
        elif isinstance(each, Index) and not each.mark:
            yield name(each.name), 0, "a place"
        elif isinstance(each, Size | Variable | Constant):
            yield _named(each)
        elif isinstance(each, Permuted):
            yield from ((name(each.name), places, ("an order", each.last)) for places in (0, 1))


def _without_places(held: Table) -> Iterator[Thing]:
    """Yield the families that an argument prints without places: of a table K its row K_i."""
    last = len(held.bounds)
    for each in walk(held.body):
        if isinstance(each, Entry) and each.places[-last:] == held.bounds:
            yield name(each.base.name), len(each.places) - last, each.base
        elif isinstance(each, Applied) and not each.word.tex and each.given[-last:] == held.bounds:
            yield name(each.word.name), len(each.given) - last, f"the word {each.word.name}"


def _with_places(whole: Term) -> Iterator[Thing]:
    """Yield each word at its arguments, of which it may hide one, and each entry at its places."""
    for each in with_meanings(whole):
        if isinstance(each, Entry) or (isinstance(each, Applied) and each.word.tex):
            free = free_indices(each)
            bound = dict.fromkeys(i for i in walk(each) if i in free and i.mark)
            places: dict[Term, Term] = {i: Index(f"place_{k}", i.last) for k, i in enumerate(bound)}
            plain = put(each, places)
            one = each.base if isinstance(each, Entry) else canonical(plain)
            yield latex(plain), -1, one  # beside others with places alone


def _of_more_than_is_shown(statement: Statement) -> set[str]:
    """Return the words that leave an argument out of their notation, and have two of it."""
    left_out: dict[Word, set[tuple[Term, ...]]] = {}
    for each in (each for whole in statement.terms() for each in with_meanings(whole)):
        if isinstance(each, Applied) and each.word.tex:
            shown = {key for _, key, _, _ in Formatter().parse(each.word.tex)}
            pairs = zip(each.word.kinds, each.given, strict=True)
            hidden = tuple(up_to_names(held) for key, held in pairs if key not in shown)
            left_out.setdefault(each.word, set()).add(hidden)
            if not each.word.define and not all(map(_is_letter, hidden)):
                left_out[each.word].add(())  # of it no definition says what is left out
    return {name(word.name) for word, ones in left_out.items() if len(ones) > 1}


def _is_letter(held: Term) -> bool:
    """Say whether this is a letter, or a family entry by entry."""
    if isinstance(held, Table):
        return isinstance(held.body, Entry) and held.body.places == held.bounds
    return isinstance(held, Variable | Size | Index)


def _of_two_meanings(statement: Statement) -> Iterator[str]:
    """Yield the words that stand for two things: as terms these are equal, by their name."""
    means: dict[Word, Word] = {}  # equal ones may have other meanings
    for each in (each for whole in statement.terms() for each in with_meanings(whole)):
        if isinstance(each, Applied) and each.word.define:
            first = means.setdefault(each.word, each.word)
            if first.define is not each.word.define:
                other = unfolded(replace(each, word=first), once=True)
                if canonical(other) != canonical(unfolded(each, once=True)):
                    yield name(each.word.name)


def up_to_names(whole: Term) -> Term:
    """Return a term with its indices counted, free ones too: equal up to all their names."""
    free = free_indices(whole)
    found = dict.fromkeys(each for each in walk(whole) if each in free)
    return canonical(
        put(whole, {each: Index("", each.last, -1000 - k) for k, each in enumerate(found)})
    )


def _named(held: Base | Size | Variable | Constant) -> Thing:
    return name(held.name), len(held.lasts) if isinstance(held, Base) else 0, held
