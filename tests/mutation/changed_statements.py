"""Every statement with one thing changed: a constant, a sign, an index, a condition, a word."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import product
from math import prod

from atensi.judging.registry import claims
from theory.stating.existence import Some
from theory.stating.operations import delta
from theory.stating.relations import Exactly, Line, Link, Sized, To, Without
from theory.stating.statements import Said, Statement
from theory.stating.terms import (
    ONE,
    Applied,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Slope,
    Table,
    Term,
    Word,
    free_indices,
    put,
    walk,
)
from theory.stating.unfolding import unfolded

# Only what is no weaker than before: what follows from a claim is no wrong claim.
_RELATIONS = {
    "=": "<>", "<": "=>", ">": "=<", "≤": "≥<", "≥": "≤>", "≠": "=",
}  # fmt: skip
_CONDITIONS = {"=": "<>", "<": "≤>", ">": "≥<", "≤": "≥", "≥": "≤", "≠": "="}  # none follows
_OPERATIONS = {"+": "-", "-": "+", "*": "/", "/": "*", "sin": "cos", "cos": "sin"}
_BRACKETS = {"[>]": "[<]", "[<]": "[=]", "[=]": "[>]"}
_DROPPED = ("neg", "exp", "log", "sqrt", "abs", "tanh", "max", "^")


def mutants(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """Yield the statement with one thing changed, and what was changed."""
    for place, each in enumerate(statement.said):
        for what, new in _of_said(each):
            said = (*statement.said[:place], new, *statement.said[place + 1 :])
            yield f"line {place}: {what}", replace(statement, said=said)
    for place in range(len(statement.given)):
        given = statement.given[:place] + statement.given[place + 1 :]
        yield f"without condition {place}", replace(statement, given=given)
        for what, condition in _of_condition(statement.given[place]):
            given = (*statement.given[:place], condition, *statement.given[place + 1 :])
            yield f"condition {place}: {what}", replace(statement, given=given)
    for name in statement.hypotheses:
        others = {key: each for key, each in statement.hypotheses.items() if key != name}
        yield f"without the hypothesis {name}", replace(statement, hypotheses=others)
    yield from _of_tables(statement)


def _of_tables(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """Yield the statement with one entry of a table of numbers changed, wherever the table stands.

    In one place alone it would be another table, of which the statement says less.
    """
    entries: dict[Word, set[Applied]] = {}
    for part in (part for whole in statement.terms() for part in walk(whole)):
        if isinstance(part, Applied) and _is_of_a_table(part):
            entries.setdefault(part.word, set()).add(part)
    for word, parts in entries.items():
        ends = (range(1, int(last.value) + 1) for last in word.lasts())
        for at in product(*ends):
            other = replace(word, define=partial(_greater_at, word.define, at))
            values = {part: replace(part, word=other) for part in parts}
            said = tuple(_with(values, each) for each in statement.said)
            yield f"entry {at} of {word.name}", replace(statement, said=said)


def _is_of_a_table(part: Applied) -> bool:
    """Say whether a word is a number that its indices pick from a list."""
    word = part.word
    if not word.define or not word.lasts or {*word.kinds.values()} != {"index"}:
        return False
    leaves = (each for each in walk(unfolded(part)) if not each.parts)
    return all(isinstance(last, Number) for last in word.lasts()) and all(
        isinstance(each, Number | Index) for each in leaves
    )


def _greater_at(entry, at, *places):
    """Return an entry of a table of which the one at a place is larger by 1."""
    return entry(*places) + prod(delta(*pair) for pair in zip(places, at, strict=True))


def _with(values, said: Said) -> Said:
    if not isinstance(said, Line):
        return said
    sides = lambda link: replace(link, left=put(link.left, values), right=put(link.right, values))
    return replace(said, links=tuple(map(sides, said.links)))


def _of_said(said: Said) -> Iterator[tuple[str, Said]]:
    match said:
        case Line():
            yield from _of_line(said)
        case Exactly():
            for what, link in _of_link(said.left):
                yield f"left: {what}", replace(said, left=link)
            for what, link in _of_link(said.right):
                yield f"right: {what}", replace(said, right=link)
        case Without():
            for what, whole in _of_term(said.whole, free_indices(said.whole)):
                yield what, replace(said, whole=whole)
        case Some():
            for what, line in _of_line(said.line):
                yield what, replace(said, line=line)
            for place, such in enumerate(said.such):
                for what, line in _of_line(such):
                    others = (*said.such[:place], line, *said.such[place + 1 :])
                    yield f"such {place}, {what}", replace(said, such=others)
            for held in said.variables if said.at_once and len(said.variables) > 1 else ():
                left = tuple(each for each in said.variables if each is not held)
                yield f"whatever {_called(held)} is", replace(said, variables=left)
        case Sized():
            yield from _of_sizes(said)


def _called(held):
    return getattr(held, "name", "") or held.base.name


def _of_line(line: Line):
    for place, link in enumerate(line.links):
        for what, new in _of_link(link):
            links = list(line.links)
            links[place] = new
            if place and new.left is not link.left:  # both neighbours speak of the same term
                links[place - 1] = replace(links[place - 1], right=new.left)
            if place + 1 < len(links) and new.right is not link.right:
                continue  # it comes again, as the left side of the next link
            yield f"link {place}: {what}", replace(line, links=tuple(links))
    for place in range(len(line.when)):
        yield f"without its condition {place}", replace(line, when=line.when[:place])


def _of_condition(line: Line):
    """Yield a condition with one thing changed so that what it was does not follow from it.

    A narrower condition would leave a true claim; so a bound is moved outwards.
    """
    for place, link in enumerate(line.links):
        changes = [(sign, replace(link, sign=sign)) for sign in _CONDITIONS.get(link.sign, "")]
        named = [(f"{link.sign} to {sign}", new) for sign, new in changes]
        wider = link.sign in ("<", "≤")
        if isinstance(link.right, Number) and link.sign not in ("=", "≠"):
            changed = link.right.value + (1 if wider else -1)
            named.append((f"{link.right.value} to {changed}", replace(link, right=Number(changed))))
        for what, new in named:
            links = (*line.links[:place], new, *line.links[place + 1 :])
            yield f"link {place}: {what}", replace(line, links=links)


def _of_link(link: Link):
    for sign in _other_signs(link.sign):
        yield f"{_name(link.sign)} to {_name(sign)}", replace(link, sign=sign)
    free = free_indices(link.left) | free_indices(link.right)
    for what, left in _of_side(link.left, free, larger=link.sign not in (">", "≥")):
        yield f"left side, {what}", replace(link, left=left)
    for what, right in _of_side(link.right, free, larger=link.sign not in ("<", "≤")):
        yield f"right side, {what}", replace(link, right=right)


def _of_side(side, free, larger):
    """Yield a side with one thing changed; a number alone is not made to claim less."""
    if isinstance(side, Number):
        changed = side.value + (1 if larger else -1)
        yield f"{side.value} to {changed}", Number(changed)
    else:
        yield from _of_term(side, free)


def _other_signs(sign):
    if not isinstance(sign, To):
        yield from _RELATIONS[sign]
    elif isinstance(sign.point, str):
        yield To(sign.variable, ONE, "+")
    else:
        yield To(sign.variable, sign.point + 1, sign.side)


def _name(sign):
    return "another limit" if isinstance(sign, To) else sign


def _of_sizes(said: Sized):
    for place, last in enumerate(said.lasts):
        lasts = (*said.lasts[:place], last + 1, *said.lasts[place + 1 :])
        yield f"size {place}", replace(said, lasts=lasts)
    for place, (name, count) in enumerate(said.counts):
        for what, new in _of_term(count, frozenset()):
            counts = (*said.counts[:place], (name, new), *said.counts[place + 1 :])
            yield f"{name}, {what}", replace(said, counts=counts)


def _of_term(whole: Term, free: frozenset[Index]) -> Iterator[tuple[str, Term]]:
    """Yield the term with one node changed."""
    yield from _of_node(whole, free)
    if isinstance(whole, Index | Size | Permuted):  # sizes and places have changes of their own
        return
    parts = whole.parts
    first = len(parts) - 1 if hasattr(whole, "body") and not isinstance(whole, Slope) else 0
    last = 1 if isinstance(whole, Slope) else len(parts)
    for place in range(first, last):
        for what, new in _of_term(parts[place], free):
            yield what, whole.made_of((*parts[:place], new, *parts[place + 1 :]))


def _of_node(whole, free):
    match whole:
        case Number():
            yield f"{whole.value} to {whole.value + 1}", Number(whole.value + 1)
        case Index() if whole in free:
            for other in sorted(free - {whole}, key=lambda each: each.name):
                if other.last == whole.last:
                    yield f"{whole.name} to {other.name}", other
        case Operation() if whole.name in _OPERATIONS:
            other = _OPERATIONS[whole.name]
            if not _is_neutral(whole, other):
                yield f"{whole.name} to {other}", replace(whole, name=other)
        case Operation() if whole.name in _BRACKETS:
            other = _BRACKETS[whole.name]
            yield f"{whole.name} to {other}", replace(whole, name=other)
        case Operation() if whole.name in _DROPPED:
            yield f"{whole.name} dropped", whole.given[0]
        case Permuted():
            yield f"{whole.name} dropped", whole.place
        case Applied():
            yield f"-{whole.word.name}", -whole
            other = _other_word(whole)
            if other:
                yield f"{whole.word.name} to {other.name}", replace(whole, word=other)


def _signature(whole: Applied) -> tuple:
    """Return what a word is applied to: the kinds, and how many indices each family has."""
    indices = (len(part.bounds) if isinstance(part, Table) else 0 for part in whole.given)
    return tuple(zip(whole.word.kinds.values(), indices, strict=True))


@cache
def _words_alike() -> dict[tuple, dict[str, Word]]:
    """Return the words of all statements that are applied to the same things."""
    alike: dict[tuple, dict[str, Word]] = {}
    for claim in claims():
        for whole in claim.states.terms():
            for part in walk(whole):
                if isinstance(part, Applied) and part.word.define:
                    alike.setdefault(_signature(part), {})[part.word.name] = part.word
    return alike


def _other_word(whole: Applied) -> Word | None:
    """Return the next word, by name, that could stand in the place of this one.

    Only words of rows are exchanged: a letter is another number and no other word, and what is made
    of tables takes minutes to be told apart.
    """
    if {1} != {indices for kind, indices in _signature(whole) if kind == "family"}:
        return None
    alike = sorted(_words_alike().get(_signature(whole), {}).items())
    later = [word for name, word in alike if name > whole.word.name]
    others = later or [word for _, word in alike if word.name != whole.word.name]
    return others[0] if others else None


def _is_neutral(whole, other):
    """Say whether a change changes nothing: x * 1 to x / 1, x + 0 to x - 0."""
    neutral = 1 if other in "*/" else 0
    last = whole.given[-1]
    return isinstance(last, Number) and last.value == neutral
