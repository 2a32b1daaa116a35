"""List what exists: the claims of `theory`, and the evidence of `proofs`."""

import difflib
import importlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from atensi.work.message import Message, message
from theory.chapters import CHAPTERS, modules, said_in
from theory.claim import Claim
from theory.documents.document_statements import statement


def chapters_in(folder: str) -> list[str]:
    """Return the chapters that a folder has a module or a room for, in the order of the book."""
    root = Path(importlib.import_module(folder).__path__[0])
    return [
        chapter
        for chapter in CHAPTERS
        if (root / f"{chapter}.py").exists() or (root / chapter).is_dir()
    ]


@cache
def claims() -> tuple[Claim, ...]:
    """Return all claims, chapter by chapter."""
    return tuple(c for each in CHAPTERS for c in importlib.import_module(said_in(each)).CLAIMS)


@cache
def proofs():
    """Return the evidence that `proofs` registers."""
    for module in modules("proofs"):
        importlib.import_module(module)
    from proofs.engine.evidence import REGISTRY

    return (*REGISTRY, *searches(claims()))


def searches(of: Sequence[Claim]):
    """Return a search for what no evidence shows to be met: conditions, and what relations suppose.

    A counterexample meets all that it refutes.
    """
    from proofs.engine.evidence import REGISTRY, by_search
    from proofs.engine.inhabited import suppositions

    refuted = {piece.claim for piece in REGISTRY if piece.kind == "counterexample"}
    shown = {(piece.claim, piece.supposed_by) for piece in REGISTRY if piece.kind == "inhabited"}
    return [
        by_search(each, supposed_by)
        for each in of
        if each.id not in refuted
        for supposed_by in [*[None] * bool(each.states.conditions), *suppositions(each.states)]
        if (each.id, supposed_by) not in shown
    ]


def tied(of: Sequence[Claim]) -> set[str]:
    """Return the statements that the claims assert or answer, by their keys.

    Of a chapter that is there as a whole, also those without a claim whose formula has no meaning.
    """
    missing = {claim.chapter for claim in set(claims()) - set(of)}
    formulas = (statement(piece.claim) for piece in proofs() if piece.kind == "ill-formed")
    alone = {each.key for each in formulas if each.chapter not in missing}
    return alone | {key for claim in of for key in (*claim.sources, *claim.answers)}


class UnknownNameError(LookupError):
    """A name that means nothing, or several things."""


def select(names) -> tuple[Claim, ...]:
    """Return the claims that the names mean: claims or whole chapters. Without names: all."""
    ids = [claim.id for claim in claims()]
    chosen: dict[str, Claim] = {}
    for name in names:
        meant = full_name("claim or chapter", name, [*ids, *chapters_in("theory")])
        chosen |= {claim.id: claim for claim in claims() if meant in (claim.id, claim.chapter)}
    return tuple(chosen.values()) if names else claims()


def full_name(what, name, names) -> str:
    """Return the one of the names that is meant: this one, or the only one that contains it."""
    for matching in _readings(name.lower(), list(names)):
        if len(matching) == 1:
            return matching[0]
        if matching:
            more = message(", and {count} more", count=len(matching) - 12)
            raise UnknownNameError(
                message(
                    "{what} '{name}' may mean {first}{more}; type more of it",
                    what=message(what),
                    name=name,
                    first=", ".join(matching[:12]),
                    more=more if len(matching) > 12 else "",
                )
            )
    raise UnknownNameError(unknown(what, name, names))


def _readings(name, names):
    """Yield the names that are this one, have it as chapter, after the dot, or as a part."""
    yield [each for each in names if each.lower() == name]
    yield [each for each in names if each.lower().startswith(f"{name}.")]
    yield [each for each in names if each.rpartition(".")[2].lower() == name]
    within = (lambda each: each) if "." in name else (lambda each: each.rpartition(".")[2])
    yield [each for each in names if name in within(each).lower()]


def unknown(what, name, names) -> Message:
    """Say that no such name exists, and which names do, or which are nearest."""
    names = list(names)
    inside = [each for each in names if name in each]
    near = list(dict.fromkeys(inside + difflib.get_close_matches(name, names, cutoff=0.5)))[:3]
    hint: Message | str = ""
    if len(names) <= len(CHAPTERS):
        hint = message("; known: {names}", names=", ".join(names))
    elif near:
        hint = message("; the nearest: {names}", names=", ".join(near))
    return message("there is no {what} '{name}'{hint}", what=message(what), name=name, hint=hint)
