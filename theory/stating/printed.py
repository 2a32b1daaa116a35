"""Statements in LaTeX: their lines, their conditions, their domains, and what letters stand for."""

import re
from collections.abc import Iterable
from dataclasses import replace

from theory.stating.bound_letters import LETTERS, letter, names_in
from theory.stating.by_object import once
from theory.stating.existence import Some
from theory.stating.latex import POWER, PRODUCT, argument, below, latex, name
from theory.stating.relations import (
    Exactly,
    Line,
    Link,
    Sized,
    To,
    Without,
    elsewhere,
    places_in,
    variables,
)
from theory.stating.statements import Said, Statement, terms_of
from theory.stating.terms import (
    ZERO,
    Applied,
    Base,
    Entry,
    Index,
    Number,
    Permuted,
    Term,
    Variable,
    bound,
    free_indices,
    put,
    walk,
)
from theory.stating.unfolding import unfolded, written_out
from theory.stating.unseen_places import unseen

BETWEEN, WHERE = r",\quad ", r",\quad \text{where }"
SIGNS = {"=": "=", "<": "<", "≤": r"\le", ">": ">", "≥": r"\ge", "≠": r"\ne"}
SETS = {"bit": r"\{0, 1\}", "integer": r"\mathbb Z", "natural": r"\mathbb N_0",
        "shift": r"(\mathbb Z \setminus \{0\})"}  # fmt: skip
DOMAINS = {"positive": " > 0", "nonnegative": r" \ge 0", "nonzero": r" \ne 0",
           **{domain: rf" \in {of.strip('()')}" for domain, of in SETS.items()}}  # fmt: skip


def printed(statement: Statement) -> str:
    """Return a statement, complete, as one line of LaTeX: what it says, then what it supposes."""
    roles = rows(statement)
    halves = (roles["says"], roles["supposes"] + roles["explains"])
    return WHERE.join(BETWEEN.join(half) for half in halves if half)


@once
def rows(statement: Statement) -> dict[str, list[str]]:
    """Return the lines of a statement by what they do: each says, supposes or explains something.

    A domain, as T > 0, is supposed; what a letter stands for, and how large it is, is explained.
    """
    says = parts_of(BETWEEN.join(dict.fromkeys(lines_of(statement, *statement.said))))
    supposes = lines_of(statement, *statement.conditions)
    supposes += [*_domains(statement, says + supposes), *map(_range, unseen(statement))]
    supposes += _orders(statement)
    supposes = list(dict.fromkeys(supposes))
    known = dict.fromkeys([*_letters(statement).values(), *_shapes(statement)])
    explains = [each for each in known if each not in supposes]
    return {"says": says, "supposes": supposes, "explains": explains}


def parts_of(formula: str) -> list[str]:
    """Return the lines of a printed statement, each of which a person must read."""
    return [part for half in formula.split(WHERE) for part in half.split(BETWEEN)]


def lines_of(statement: Statement, *those: Said) -> list[str]:
    """Return relations or conditions of a statement; none binds a name that means something there.

    That is the name of a number, of a family, or of a place that relations are said of.
    """
    places = frozenset(each.name for each in statement.places)
    around = places | names_in(*statement.terms(), but=Index)
    return [said(each, around=around) for each in those]


def said(
    each: Said, at: frozenset[Index] = frozenset(), around: frozenset[str] = frozenset()
) -> str:
    """Return one line of a statement.

    at: places of which it speaks besides its own. around: names that what it binds may not have.
    """
    if isinstance(each, Some):
        return _some(each, around)
    around |= names_in(*terms_of(replace(each, when=()) if isinstance(each, Line) else each))
    match each:
        case Line():
            return _supposed(each, at | _places_of(each), around) + _links(each.links, around)
        case Exactly():
            return rf"{_links((each.left,), around)} \iff {_links((each.right,), around)}"
        case Without():
            other = elsewhere(each.whole, each.variables)
            return f"{latex(each.whole, around=around)} = {latex(other, around=around)}"
    return _sized(each, around)


def _some(each, around):
    """Write the conditions first, unless they speak of what is to be chosen."""
    names = ", ".join(map(_variable, each.variables))
    if each.at_once:
        such = "".join(rf"{_everywhere(condition, (), around)},\ " for condition in each.such)
        all_of = ", ".join(map(_variable, each.every))
        there = frozenset(place for place in each.every if isinstance(place, Index))
        claimed = said(each.line, there, around | {place.name for place in there})
        claimed = (rf"\forall\, {all_of}:\ " if all_of else "") + claimed
        return rf"\exists\, {names}:\ {such}{claimed}"
    terms = [side for when in each.line.when for side in terms_of(when)]
    if any(variables(side) & set(each.variables) for side in terms):
        return rf"\exists\, {names}:\ {said(each.line, around=around)}"
    plain = said(replace(each.line, when=()), around=around)
    return _supposed(each.line, _places_of(each.line), around) + rf"\exists\, {names}:\ {plain}"


def _places_of(line):
    """Return the places of which the relations of a line speak: its conditions mean these."""
    return frozenset().union(*(places_in(side) for e in line.links for side in (e.left, e.right)))


def _supposed(line, places, around):
    """Write what a line alone supposes; at an index that it has not itself, it is everywhere."""
    when = ", ".join(_everywhere(condition, places, around) for condition in line.when)
    return rf"{when} \implies " if when else ""


def _everywhere(condition, but, around):
    """Write a condition, and of which indices it speaks everywhere: letters of its own."""
    free = frozenset().union(*map(places_in, terms_of(condition))) - frozenset(but)
    new, taken = dict[Term, Term](), around
    for each in sorted(free, key=lambda each: each.name):
        own = letter(each.name, taken)
        new[each], taken = replace(each, name=own), taken | {own}
    links = [Link(put(e.left, new), e.sign, put(e.right, new)) for e in condition.links]
    shown = said(replace(condition, links=tuple(links)), around=around)
    names = ", ".join(map(latex, new.values()))
    return rf"\left(\forall\, {names}:\ {shown}\right)" if names else shown


# Entries that are multiplied one by one, as a row by its gain, are in no product of matrices.
COUNTS = {"multiplications": "multiplications in matrix products"}


def _sized(each, around):
    counts = [rf"\#\text{{{COUNTS[name]}}} = {latex(count)}" for name, count in each.counts]
    sizes = _times(each.lasts)
    return BETWEEN.join([rf"{argument(each.of, around)} \in \mathbb R^{{{sizes}}}", *counts])


def _times(lasts) -> str:
    return r" \times ".join(latex(last, PRODUCT, flat=True) for last in lasts) or "1"


def _links(links: tuple[Link, ...], around: frozenset[str]) -> str:
    text, limits = latex(links[0].left, around=around), []
    for link in links:
        if isinstance(link.sign, To):
            limits.append(_approach(link.sign))
        sign = r"\to" if isinstance(link.sign, To) else SIGNS[link.sign]
        text += f" {sign} {latex(link.right, around=around)}"
    return text + "".join(rf"\ \ ({limit})" for limit in dict.fromkeys(limits))


def _approach(sign: To) -> str:
    if isinstance(sign.point, str):
        return latex(sign.variable) + r" \to \infty"
    return rf"{latex(sign.variable)} \to {_to_the_side(latex(sign.point, POWER))}^{{{sign.side}}}"


def _to_the_side(point: str) -> str:
    return rf"{{{point}}}" if "^" in point else point


def _variable(held: Term | Base) -> str:
    return name(held.name) if isinstance(held, Base) else latex(held)


def _domains(statement: Statement, lines: list[str]) -> list[str]:
    """Say of each variable that may not be any real number what it may be.

    lines: the others of the statement, under whose letters a family stands here as well.
    """
    found: dict[Variable | Base, str] = {}
    spoken = {each.name for each in statement.places}  # what is said here is said of every place
    sized = {each: rf"{name(each.name)} \in {SETS[each.domain]}^{{{_times(each.lasts)}}}"
             for each in _of_told_size(statement) if each.domain in SETS}  # fmt: skip
    for held in _held(statement):
        if isinstance(held, Base) and held in sized:
            found[held] = sized[held]
        elif held.domain in DOMAINS:
            places = _places_below(held, lines, spoken) if isinstance(held, Base) else ""
            shown = below(held.name, places) if places else name(held.name)
            found[held] = shown + DOMAINS[held.domain]
    return list(found.values())


def _orders(statement: Statement) -> list[str]:
    """Say that a name of an order is one: a permutation of 1, ..., n."""
    parts = (each for whole in statement.terms() for each in written_out(whole, set()))
    orders = {each.name: each.last for each in parts if isinstance(each, Permuted)}
    return [rf"{name(order)} \text{{ permutes }} 1, \dots, {latex(last)}"
            for order, last in orders.items()]  # fmt: skip


def _places_below(family: Base, lines: list[str], spoken: set[str]) -> str:
    """Return letters for any place of a family: those of the lines, or the first that are free."""
    count = len(family.lasts)
    before, after = below(family.name, "@").split("@")
    stands = rf"(?<![\w\\]){re.escape(before)}([a-z]{{{count}}}){re.escape(after)}"
    free = [each for each in LETTERS if each not in spoken]
    met = [places for line in lines for places in re.findall(stands, line)]
    ways = [places for places in met if len(set(places) - spoken) == count]
    return ways[0] if ways else "".join(free[:count])


def _range(place: Index) -> str:
    """Say how far a place runs."""
    return rf"1 \le {latex(place)} \le {latex(place.last)}"


def _letters(statement: Statement) -> dict[str, str]:
    """Say by its name what each letter of the statement itself stands for."""
    found: dict[str, str] = {}
    waiting, spoken = list(statement.terms()), {each.name for each in statement.places}
    for whole in waiting:
        for each in walk(whole):
            if isinstance(each, Applied) and not each.word.tex and each.word.name not in found:
                places = _free_places(each, spoken)
                meaning = unfolded(Applied(each.word, places), once=True)
                found[each.word.name] = _defined(Applied(each.word, places), meaning)
                waiting.append(meaning)
    return found


def _free_places(letter_at: Applied, spoken: set[str]) -> tuple[Index, ...]:
    """Return places, or numbers, for a letter: where it stands in the statement, or free names.

    spoken: places that the statement is about. There each of their letters means one thing alone.
    """
    word, given = letter_at.word, letter_at.given
    own = [each.name if isinstance(each, Index) and each.name in spoken else "" for each in given]
    wishes = "ijkl" if "index" in word.kinds.values() else [*word.kinds]
    wished = [stands or wish for stands, wish in zip(own, wishes, strict=False)]
    places = tuple(bound(wish, ZERO) for wish in wished)
    taken = names_in(unfolded(Applied(word, places), once=True))
    named = list[Index]()
    for each, stands in zip(places, own, strict=True):
        named.append(Index(letter(each.name, taken | spoken - {stands}), each.last))
        taken |= {named[-1].name}
    return tuple(named)


def _defined(word: Term, meaning: Term) -> str:
    """Write that a word stands for what it means."""
    around = names_in(word, meaning)
    return f"{latex(word, around=around)} = {latex(meaning, around=around)}"


def _shapes(statement: Statement) -> list[str]:
    """Say how large families of real numbers are, where their sizes are told."""
    real = [base for base in _of_told_size(statement) if base.domain not in SETS]
    return [rf"{name(base.name)} \in \mathbb R^{{{_times(base.lasts)}}}" for base in real]


def _of_told_size(statement: Statement) -> list[Base]:
    """Return the families of a given size, and all in a statement on sizes."""
    of = [each.of for each in statement.said if isinstance(each, Sized)]
    families = [each for each in _held(statement) if isinstance(each, Base)]
    given = [each for each in families if any(isinstance(last, Number) for last in each.lasts)]
    return list(dict.fromkeys([*given, *(each for each in _in(of) if isinstance(each, Base))]))


@once
def _held(statement: Statement) -> list[Variable | Base]:
    """Return the variables and families of a statement, with its words written out."""
    return _in(statement.terms())


def _in(terms: Iterable[Term]) -> list[Variable | Base]:
    met: set[Term] = set()
    parts = (each for whole in terms for each in written_out(whole, met))
    held = (each.base if isinstance(each, Entry) else each for each in parts)
    return list(dict.fromkeys(each for each in held if isinstance(each, Base | Variable)))


def definitions(statement: Statement) -> list[str]:
    """Return the words of a statement with what they stand for, and the words of those, in LaTeX.

    Together with the statement they are all that one must read to know what it says.
    """
    found: dict[str, str] = {}
    met: set[str] = set()
    waiting = list(statement.terms())
    for whole in waiting:
        for each in walk(whole):
            if isinstance(each, Applied) and each.word.define and each.word.name not in met:
                met.add(each.word.name)
                shown = _with_letters(each)
                meaning = unfolded(shown, once=True)
                waiting.append(meaning)
                if latex(shown) != latex(meaning):  # FFN of rows, at one, is FFN of that row
                    found[each.word.name] = _defined(shown, meaning)
    explained = _letters(statement)  # in the statement's own line
    lines = lines_of(statement, *statement.said, *statement.conditions)
    return [each for name, each in found.items() if name not in explained and each not in lines]


def _with_letters(whole: Term) -> Term:
    """Return a term with a letter for each place that a sum around it binds."""
    shown = whole
    for place in sorted(free_indices(whole), key=lambda each: each.mark):
        if place.mark:
            shown = put(shown, {place: Index(letter(place.name, names_in(shown)), place.last)})
    return shown
