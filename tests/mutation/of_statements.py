"""Every statement with one thing changed: a constant, a sign, an index, a condition, a limit."""

from collections.abc import Iterator
from dataclasses import replace

from theory.stating.statements import Exactly, Line, Link, Said, Sized, Some, Statement, To, Without
from theory.stating.terms import (
    ONE,
    Applied,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Slope,
    Term,
    free_indices,
)

# Only what is no weaker than before: what follows from a claim is no wrong claim.
_RELATIONS = {
    "=": "<>", "<": "=>", ">": "=<", "≤": "≥<", "≥": "≤>", "≠": "=",
}  # fmt: skip
_OPERATIONS = {"+": "-", "-": "+", "*": "/", "/": "*"}
_BRACKETS = {"[>]": "[<]", "[<]": "[=]", "[=]": "[>]"}
_DROPPED = ("neg", "exp", "log", "sqrt", "abs", "tanh")


def mutants(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """Yield the statement with one thing changed, and what was changed."""
    for place, each in enumerate(statement.said):
        for what, new in _of_said(each):
            said = (*statement.said[:place], new, *statement.said[place + 1 :])
            yield f"line {place}: {what}", replace(statement, said=said)
    for place in range(len(statement.given)):
        given = statement.given[:place] + statement.given[place + 1 :]
        yield f"without condition {place}", replace(statement, given=given)
    for name in statement.hypotheses:
        others = {key: each for key, each in statement.hypotheses.items() if key != name}
        yield f"without the hypothesis {name}", replace(statement, hypotheses=others)


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
    if isinstance(whole, Index | Size | Permuted):
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
        case Applied():
            yield f"-{whole.word.name}", -whole


def _is_neutral(whole, other):
    """Say whether a change changes nothing: x * 1 to x / 1, x + 0 to x - 0."""
    neutral = 1 if other in "*/" else 0
    return isinstance(whole.given[1], Number) and whole.given[1].value == neutral
