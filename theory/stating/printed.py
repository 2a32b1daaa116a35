"""Statements in LaTeX: their lines, their conditions, their domains, and what letters stand for."""

from fractions import Fraction

from theory.stating.families import unfolded, written_out
from theory.stating.latex import LETTERS, PRODUCT, argument, below, latex, letter_for, name
from theory.stating.ranges import unseen
from theory.stating.statements import (
    Exactly,
    Line,
    Link,
    Said,
    Sized,
    Statement,
    To,
    Without,
    elsewhere,
    places_in,
    terms_of,
    variables,
)
from theory.stating.terms import (
    WHOLE,
    Applied,
    Base,
    Entry,
    Index,
    Number,
    Term,
    Variable,
    Word,
    bound,
    free_indices,
    put,
    walk,
)

SIGNS = {"=": "=", "<": "<", "≤": r"\le", ">": ">", "≥": r"\ge", "≠": r"\ne"}
AND, WHERE = r",\quad ", r",\quad \text{where }"
DOMAINS = {"positive": " > 0", "nonnegative": r" \ge 0", "nonzero": r" \ne 0",
           "bit": r" \in \{0, 1\}", "integer": r" \in \mathbb Z",
           "natural": r" \in \mathbb N_0", "shift": r" \in \mathbb Z \setminus \{0\}"}  # fmt: skip


def printed(statement: Statement) -> str:
    """Return a statement, complete, as one line of LaTeX: what it asserts, and what it supposes."""
    lines = [said(each) for each in statement.said]
    supposed = [*map(said, statement.conditions), *_domains(statement)]
    supposed += [*map(_range, unseen(statement)), *_letters(statement).values()]
    supposed += _shapes(statement)
    return WHERE.join(_in_a_row(each) for each in (lines, supposed) if each)


def _in_a_row(parts: list[str]) -> str:
    return AND.join(dict.fromkeys(parts))


def said(each: Said, at: frozenset[Index] = frozenset()) -> str:
    """Return one line of a statement; at: places of which it speaks besides its own."""
    match each:
        case Line():
            return _supposed(each, at | _places_of(each)) + _links(each.links)
        case Exactly():
            return rf"{_links((each.left,))} \iff {_links((each.right,))}"
        case Without():
            return f"{latex(each.whole)} = {latex(elsewhere(each.whole, each.variables))}"
        case Sized():
            return _sized(each)
    return _some(each)


def _some(each):
    """Write the conditions first, unless they speak of what is to be chosen."""
    names = ", ".join(map(_variable, each.variables))
    if each.at_once:
        such = "".join(rf"{said(condition)},\ " for condition in each.such)
        all_of = ", ".join(map(_variable, each.every))
        claimed = _supposed(each.line, each.every) + _links(each.line.links)
        claimed = (rf"\forall\, {all_of}:\ " if all_of else "") + claimed
        return rf"\exists\, {names}:\ {such}{claimed}"
    terms = [side for when in each.line.when for side in terms_of(when)]
    if any(variables(side) & set(each.variables) for side in terms):
        return rf"\exists\, {names}:\ {said(each.line)}"
    there = rf"\exists\, {names}:\ {_links(each.line.links)}"
    return _supposed(each.line, _places_of(each.line)) + there


def _places_of(line):
    """Return the places of which the relations of a line speak: its conditions mean these."""
    return frozenset().union(*(places_in(side) for e in line.links for side in (e.left, e.right)))


def _supposed(line, places):
    """Write what a line alone supposes; at an index that it has not itself, it is everywhere."""
    when = ", ".join(_everywhere(condition, places) for condition in line.when)
    return rf"{when} \implies " if when else ""


def _everywhere(condition, but):
    """Write a condition, and of which indices it speaks everywhere."""
    free = frozenset().union(*map(places_in, terms_of(condition))) - frozenset(but)
    names = ", ".join(name(each) for each in sorted(each.name for each in free))
    return rf"\left(\forall\, {names}:\ {said(condition)}\right)" if names else said(condition)


def _sized(each):
    counts = [rf"\#\text{{{name}}} = {latex(count)}" for name, count in each.counts]
    sizes = _times(each.lasts)
    return r",\quad ".join([rf"{argument(each.of)} \in \mathbb R^{{{sizes}}}", *counts])


def _times(lasts) -> str:
    return r" \times ".join(latex(last, PRODUCT, flat=True) for last in lasts) or "1"


def _links(links: tuple[Link, ...]) -> str:
    text, limits = latex(links[0].left), []
    for link in links:
        if isinstance(link.sign, To):
            limits.append(_approach(link.sign))
        sign = r"\to" if isinstance(link.sign, To) else SIGNS[link.sign]
        text += f" {sign} {latex(link.right)}"
    return text + "".join(rf"\ \ ({limit})" for limit in dict.fromkeys(limits))


def _approach(sign: To) -> str:
    if isinstance(sign.point, str):
        return latex(sign.variable) + r" \to \infty"
    return rf"{latex(sign.variable)} \to {latex(sign.point)}^{{{sign.side}}}"


def _variable(held: Term | Base) -> str:
    return name(held.name) if isinstance(held, Base) else latex(held)


def _domains(statement: Statement) -> list[str]:
    """Say of each variable that may not be any real number what it may be."""
    found: dict[Variable | Base, str] = {}
    spoken = {each.name for each in statement.places}  # what is said here is said of every place
    letters = [each for each in LETTERS if each not in spoken]
    met: set[Term] = set()
    for whole in statement.terms():
        for each in written_out(whole, met):
            held = each.base if isinstance(each, Entry) else each
            if isinstance(held, Base | Variable) and held.domain in DOMAINS:
                places = "".join(letters[: len(held.lasts)]) if isinstance(held, Base) else ""
                shown = below(held.name, places) if places else name(held.name)
                found[held] = shown + DOMAINS[held.domain]
            elif isinstance(held, Base) and any(isinstance(e, Number) for e in held.lasts):
                lasts = r" \times ".join(latex(last) for last in held.lasts)
                found[held] = rf"{name(held.name)} \in \mathbb R^{{{lasts}}}"
    return list(found.values())


def _range(place: Index) -> str:
    """Say how far a place runs."""
    return rf"1 \le {latex(place)} \le {latex(place.last)}"


def _letters(statement: Statement) -> dict[str, str]:
    """Say by its name what each letter of the statement itself stands for."""
    found: dict[str, str] = {}
    waiting = list(statement.terms())
    for whole in waiting:
        for each in walk(whole):
            if isinstance(each, Applied) and not each.word.tex and each.word.name not in found:
                places = _free_places(each.word)
                meaning = unfolded(Applied(each.word, places), once=True)
                found[each.word.name] = f"{latex(Applied(each.word, places))} = {latex(meaning)}"
                waiting.append(meaning)
    return found


def _free_places(word: Word) -> tuple[Index, ...]:
    """Return places, or numbers, for a letter, under names that its meaning does not have."""
    wishes = "ijkl" if "index" in word.kinds.values() else [*word.kinds]
    places = tuple(bound(wish, Number(Fraction(0))) for wish in wishes[: len(word.kinds)])
    meaning, named = unfolded(Applied(word, places), once=True), list[Index]()
    for each in places:
        named.append(letter_for(each.name, each.last, meaning, frozenset(e.name for e in named)))
    return tuple(named)


def _shapes(statement: Statement) -> list[str]:
    """Say of each family in a statement on sizes how large it is."""
    of = [each.of for each in statement.said if isinstance(each, Sized)]
    parts = (each for whole in of for each in written_out(whole))
    bases = dict.fromkeys(each.base for each in parts if isinstance(each, Entry))
    real = (base for base in bases if base.domain not in WHOLE)
    return [rf"{name(base.name)} \in \mathbb R^{{{_times(base.lasts)}}}" for base in real]


def definitions(statement: Statement) -> list[str]:
    """Return the words of a statement with what they stand for, and the words of those, in LaTeX.

    Together with the statement they are all that one must read to know what it says.
    """
    found: dict[str, str] = {}
    waiting = list(statement.terms())
    for whole in waiting:
        for each in walk(whole):
            if isinstance(each, Applied) and each.word.define and each.word.name not in found:
                shown = _with_letters(each)
                meaning = unfolded(shown, once=True)
                waiting.append(meaning)
                found[each.word.name] = f"{latex(shown)} = {latex(meaning)}"
    explained = _letters(statement)  # in the statement's own line
    lines = [said(each) for each in statement.said]
    return [each for name, each in found.items() if name not in explained and each not in lines]


def _with_letters(whole: Term) -> Term:
    """Return a term with a letter for each place that a sum around it binds."""
    shown = whole
    for place in sorted(free_indices(whole), key=lambda each: each.mark):
        if place.mark:
            shown = put(shown, {place: letter_for(place.name, place.last, shown)})
    return shown


def lines_to_read(statement: Statement) -> int:
    """Count what a person must read to know what a statement says: relations, conditions, words."""
    relations = sum(len(each.links) if isinstance(each, Line) else 1 for each in statement.said)
    letters = len(_letters(statement))
    return relations + len(statement.conditions) + letters + len(definitions(statement))
