"""Which code computes a word: what the general run of a definition has shown of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from inspect import getclosurevars
from typing import Any

from proofs.arrays.entries.family_arrays import Besides
from proofs.arrays.entries.sublayers import Box, Stands
from proofs.arrays.heard import public
from proofs.engine.called import own_name
from proofs.engine.code_of_words import RUNS, Runs
from proofs.engine.duties import Duty, duties
from proofs.engine.duty_view import View
from proofs.engine.lemma import lemma_of
from proofs.engine.stated import stated
from proofs.engine.substitution import retyped
from proofs.engine.witness import EvidenceError
from theory.stating.relations import Line, variables
from theory.stating.statements import Statement, terms_of
from theory.stating.terms import Applied, Size, Term, Word, canonical, free_indices, walk

BOXES: dict[tuple[str, int], Sequence[Box]] = {}  # and what stands for functions that it calls
LEFT: set[tuple[str, int]] = set()  # those of the left side alone


def inner_boxes(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes, and those of the definitions of their words."""
    defined = [duty_of(each) for box in boxes for each in box.stands if each.claim]
    return [*boxes, *(inner for duty in defined for inner in inner_boxes(BOXES.get(duty, ())))]


def must_be_one(claim: str, number: int, word: Applied, mine: Runs) -> None:
    """Refuse a word without a formula that another relation reads as other code."""
    name = word.word.name
    if word.word.define or own_name(name) or name not in mine:
        return
    for (other, duty), runs in RUNS.items():
        if (other, duty) == (claim, number) or name not in runs or _alike(runs[name], mine[name]):
            continue
        asked = duties(stated(other))[duty]
        assert isinstance(asked, Duty)  # as the run itself demands
        if any(w.word == word.word for w in _applied(asked)):
            raise EvidenceError(f"{name} is other code in {other}: one word for two functions")


def _applied(asked: Duty) -> Iterable[Applied]:
    sides = (asked.link.left, asked.link.right)
    return (each for side in sides for each in walk(side) if isinstance(each, Applied))


def _alike(one: Any, other: Any) -> bool:
    """Say whether two are the same function, given the same besides."""
    if isinstance(one, Besides) and isinstance(other, Besides):
        return one.of is other.of and one.besides == other.besides
    return one is other


def is_shown(word: Word, code: Any) -> bool:
    """Say whether a general run is of a word and this code, by itself or in a box.

    A function of impl is also shown if it is the one that such a run's code names.
    """
    boxed = (each for boxes in BOXES.values() for box in boxes for each in box.stands)
    ours = [(each.word.word, each.code) for each in boxed]
    for (claim, duty), runs in RUNS.items():
        asked = duties(stated(claim))[duty]
        assert isinstance(asked, Duty)  # as the run itself demands
        ours += [(each.word, runs.get(each.word.name)) for each in _applied(asked)]
    mine = [of for each, of in ours if each == word and of is not None]
    return any(_alike(of, code) or [code] == _named(of) for of in mine)


def _named(code: Any) -> list[Any]:
    """Return the functions of impl that code names."""
    held = getclosurevars(code.of if isinstance(code, Besides) else code)
    named = (*held.globals.values(), *held.nonlocals.values())
    return [each for each in named if any(each is own for own in public())]


def duty_of(one: Stands) -> tuple[str, int]:
    """Return the claim that defines a word, and which of its relations has the word on its left."""
    for number, asked in enumerate(duties(stated(one.claim))):
        plain = isinstance(asked, Duty) and not asked.when
        if plain and canonical(asked.link.left) == canonical(one.word):
            return one.claim, number
    raise EvidenceError(f"{one.claim} does not say what {one.word.word.name} is")


def must_define(one: Stands, where: Statement) -> None:
    """Check that a claim defines a word, under no more conditions, and runs this code for it.

    A word that stands for what the code computes, and for no formula, needs no condition.
    """
    name = one.word.word.name
    if one.word.word.define and not set(stated(one.claim).conditions) <= set(where.conditions):
        raise EvidenceError(f"{one.claim} does not say what {name} is, under these conditions")
    if RUNS.get(duty_of(one), {}).get(name) is not one.code:
        raise EvidenceError(f"{one.claim} has no general run of this code")


def must_apply(one: Stands, word: Applied, view: View) -> None:
    """Check that a definition holds of a word where it stands, and is shown of the same code."""
    claim, number = duty_of(one)
    if RUNS.get((claim, number), {}).get(one.word.word.name) is not one.code:
        raise EvidenceError(f"{claim} has no general run of this code")
    _same_where_asked(one.word, word, stated(claim).conditions, claim)
    lemma_of(stated(claim), view, {}, number)


def must_stand(
    one: Stands, side: Term, where: Statement, more: Iterable[Term | Line], kinds
) -> None:
    """Check that what shows a word holds wherever the word stands, by name, in a term.

    more: what else its chain may suppose, and the variables in whose place something stands.
    """
    if one.claim and not one.word.word.define:
        return
    conditions = stated(one.claim).conditions if one.claim else (*where.conditions, *more)
    for each in walk(side):
        if isinstance(each, Applied) and each.word.name == one.word.word.name:
            mine: Any = retyped(one.word, kinds)
            theirs: Any = retyped(each, kinds)
            _same_where_asked(mine, theirs, conditions, one.claim or "a box")


def _same_where_asked(mine: Applied, theirs: Applied, asked: Iterable[Term | Line], of: str):
    """Refuse another argument of a word in the place of one of which conditions speak."""
    pairs = zip(mine.given, theirs.given, strict=True)
    others = {
        each
        for one, other in pairs
        if canonical(one) != canonical(other)
        for each in (*map(_plain, variables(one)), *free_indices(one))
    }
    terms = (t for each in asked for t in (terms_of(each) if isinstance(each, Line) else (each,)))
    spoken = {v for t in terms for v in (*map(_plain, variables(t)), *free_indices(t))}
    if held := sorted(each.name for each in others & spoken if not isinstance(each, Size)):
        raise EvidenceError(f"{of} asks something of {', '.join(held)}, which is another here")


def _plain(each):
    """Return a variable or family, whatever its domain is said to be."""
    return each if isinstance(each, Size) else replace(each, domain="real")
