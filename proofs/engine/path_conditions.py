"""What a path of the code takes to be true, as conditions of the chain that begins at its end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from proofs.arrays.entries.folding import opposite
from proofs.arrays.entries.paths import Path
from proofs.arrays.entries.shown_places import ANY
from proofs.engine.duties import denied
from theory.stating.relations import Line, Link
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    ONE,
    ZERO,
    Applied,
    Number,
    Operation,
    Table,
    Term,
    Variable,
    term,
)


def is_possible(path: Path, let: Mapping) -> bool:
    """Say whether a path takes no number for another than the one that stands in its place.

    That the conditions license what stands there, the chain of a path that is left checks.
    """
    numbers = {each.name: value for each, value in let.items() if isinstance(each, Variable)}
    for truth, way in path.taken:
        if isinstance(truth, Operation) and truth.name == "[=]":
            one, other = truth.given
            value = numbers.get(one.name) if isinstance(one, Variable) else None
            if value is not None and isinstance(other, Number):
                equal = symbolic(term(value) - other).is_zero  # None: it may be so, or not
                if equal is not None and equal != way:
                    return False
    return True


def answers(found: Sequence[Path], let: Mapping, lends: bool = False) -> list[Path]:
    """Return the possible paths that give something, each with what its chain may suppose.

    That the code refuses where something does not hold is no condition of a claim: what it gives
    elsewhere must be shown without it. lends: but for a definition, which is of what the code
    gives.
    """
    possible = [path for path in found if is_possible(path, let)]
    given = [path for path in possible if not path.refusal]
    for path in given:
        path.supposes = [
            each
            for place, each in enumerate(path.taken)
            if lends or not _only_refused(path, place, possible)
        ]
    return given


def lent(found: Sequence[Path]) -> list[Line]:
    """Return what holds on a path that gives something, as the code would refuse otherwise."""
    return [
        line
        for path in answers(found, {})
        for truth, way in path.taken
        if (truth, way) not in path.supposes
        for line in taken(truth, way)
    ]


def _only_refused(path: Path, place: int, possible: Sequence[Path]) -> bool:
    """Say whether all paths that part from a path at a place, by the other answer, refuse.

    If so, what this path shows must hold there as well. At any arguments that the code refuses, one
    turns round where the last way out was, and follows what is true from there on: that path gives
    something, and all that it may suppose is true at these arguments.
    """
    ways = [way for _, way in path.taken]  # paths that begin alike ask the same
    others = [
        each
        for each in possible
        if [way for _, way in each.taken[: place + 1]] == [*ways[:place], not ways[place]]
    ]
    return bool(others) and all(each.refusal for each in others)


def equal_numbers(path: Path) -> Iterator[tuple[Term, Term]]:
    """Yield each number that a path takes to be equal to another, and which that is."""
    for truth, way in path.supposes:
        if way and isinstance(truth, Operation) and truth.name == "[=]":
            one, other = truth.given
            if isinstance(one, Variable) and isinstance(other, Number):
                yield one, other


def taken(truth: Term, way: bool) -> Iterator[Line]:
    """Yield what a path supposes, as conditions; that some entry of many is 1 is left out."""
    if isinstance(truth, Operation) and truth.name == "-" and truth.given[0] == ONE:
        yield from taken(opposite(truth), not way)
    elif isinstance(truth, Operation) and truth.name == "*" and way:
        for each in truth.given:
            yield from taken(each, way)
    elif isinstance(truth, Operation) and truth.name[0] == "[":
        link = Link(truth.given[0], truth.name[1], truth.given[1])
        yield Line((link if way else denied(link),))
    elif isinstance(truth, Applied) and truth.word == ANY and not way:
        (held,) = truth.given
        assert isinstance(held, Table)  # with its indices open: it holds at every place
        yield from taken(held.body, way)


def is_of_word(line: Line) -> bool:
    """Say whether a line says that a word that is at least 0 is not 0."""
    (link,) = line.links
    word = link.left.word if isinstance(link.left, Applied) else None
    return word is not None and (word.domain, link.sign, link.right) == ("nonnegative", "≠", ZERO)


def raised(whole: Term, supposed: Sequence[Line]) -> Term:
    """Return the term with words that are positive, where a path supposes that they are not 0."""
    parts = tuple(raised(part, supposed) for part in whole.parts)
    whole = whole.made_of(parts) if parts else whole
    if isinstance(whole, Applied) and whole.word.domain == "nonnegative":
        known = [symbolic(line.links[0].left) for line in supposed if is_of_word(line)]
        if symbolic(whole) in known:
            return replace(whole, word=replace(whole.word, domain="positive"))
    return whole
