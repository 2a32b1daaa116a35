"""Find what there is: the claims of `theory`, and the evidence of `proofs` and `figures`."""

import difflib
import importlib
from functools import cache
from pathlib import Path

from theory.chapters import CHAPTERS, modules
from theory.claim import Claim


def written(folder: str) -> list[str]:
    """Return the chapters that a folder has a module or a room for, in the order of the book."""
    found = Path(importlib.import_module(folder).__path__[0])
    return [
        chapter
        for chapter in CHAPTERS
        if (found / f"{chapter}.py").exists() or (found / chapter).is_dir()
    ]


@cache
def claims() -> tuple[Claim, ...]:
    """Return all claims, chapter by chapter."""
    return tuple(c for module in modules("theory") for c in importlib.import_module(module).CLAIMS)


@cache
def proofs():
    """Return the evidence that `proofs` registers."""
    for module in modules("proofs"):
        importlib.import_module(module)
    from proofs.engine.evidence import REGISTRY

    return tuple(REGISTRY)


class UnknownNameError(LookupError):
    """A name that means none of those that are known, or several."""


def select(names) -> tuple[Claim, ...]:
    """Return the claims that the names mean: claims, or whole chapters; none means all."""
    known = [*(claim.id for claim in claims()), *written("theory")]
    chosen: dict[str, Claim] = {}
    for name in names:
        meant = named("claim or chapter", name, known)
        chosen |= {claim.id: claim for claim in claims() if meant in (claim.id, claim.chapter)}
    return tuple(chosen.values()) if names else claims()


def named(what, name, known) -> str:
    """Return the known name that is meant: this one, or the only one that it is a part of."""
    for matching in _readings(name.lower(), list(known)):
        if len(matching) == 1:
            return matching[0]
        if matching:
            more = f", and {len(matching) - 12} more" if len(matching) > 12 else ""
            raise UnknownNameError(
                f"{what} '{name}' may mean {', '.join(matching[:12])}{more}; type more of it"
            )
    raise UnknownNameError(unknown(what, name, known))


def _readings(name, known):
    """Yield the known names that are this one, have it as chapter, after the dot, or as a part."""
    yield [each for each in known if each.lower() == name]
    yield [each for each in known if each.lower().startswith(f"{name}.")]
    yield [each for each in known if each.rpartition(".")[2].lower() == name]
    within = (lambda each: each) if "." in name else (lambda each: each.rpartition(".")[2])
    yield [each for each in known if name in within(each).lower()]


def unknown(what, name, known) -> str:
    """Say that a name is not known, and which are, or which known ones are nearest."""
    known = list(known)
    inside = [each for each in known if name in each]
    near = list(dict.fromkeys(inside + difflib.get_close_matches(name, known, cutoff=0.5)))[:3]
    if len(known) <= len(CHAPTERS):
        hint = f"; known: {', '.join(known)}"
    else:
        hint = f"; the nearest: {', '.join(near)}" if near else ""
    return f"there is no {what} '{name}'{hint}"
