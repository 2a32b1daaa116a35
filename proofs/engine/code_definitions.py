"""Which code computes a word: what the general run of a definition has shown of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from proofs.arrays.entries.sublayers import Box, Stands
from proofs.engine.duties import Duty, duties
from proofs.engine.duty_view import View
from proofs.engine.lemma import lemma_of
from proofs.engine.stated import stated
from proofs.engine.witness import EvidenceError
from theory.stating.statements import Statement, terms_of, variables
from theory.stating.terms import Applied, Size, canonical

Runs = Mapping[str, Callable[..., Any]]
RUNS: dict[tuple[str, int], Runs] = {}  # by claim and duty: the code that a general run is of
BOXES: dict[tuple[str, int], Sequence[Box]] = {}  # and what stands for functions that it calls


def inner_boxes(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes, and those of the definitions of their words."""
    defined = [duty_of(each) for box in boxes for each in box.stands if each.claim]
    return [*boxes, *(inner for duty in defined for inner in inner_boxes(BOXES.get(duty, ())))]


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
    pairs = zip(one.word.given, word.given, strict=True)
    others = {
        each
        for mine, theirs in pairs
        if canonical(mine) != canonical(theirs)
        for each in variables(mine)
    }
    spoken = {v for line in stated(claim).conditions for t in terms_of(line) for v in variables(t)}
    if held := sorted(each.name for each in others & spoken if not isinstance(each, Size)):
        raise EvidenceError(f"{claim} asks something of {', '.join(held)}, which is another here")
    lemma_of(stated(claim), view, {}, number)
