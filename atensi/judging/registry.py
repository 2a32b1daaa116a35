"""Find what there is: the claims of `theory`, and the evidence of `proofs` and `figures`."""

import difflib
import importlib
from functools import cache
from pathlib import Path

from theory.chapters import CHAPTERS
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
    modules = (importlib.import_module(f"theory.{chapter}") for chapter in written("theory"))
    return tuple(claim for module in modules for claim in module.CLAIMS)


def evidence_modules() -> list[str]:
    """Return the modules of evidence, chapter by chapter."""
    folder = Path(importlib.import_module("proofs").__path__[0])
    return [
        ".".join(("proofs", *path.relative_to(folder).with_suffix("").parts))
        for chapter in written("proofs")
        for path in (folder / f"{chapter}.py", *sorted((folder / chapter).glob("[a-z]*.py")))
        if path.exists()
    ]


@cache
def proofs():
    """Return the evidence that `proofs` registers."""
    for module in evidence_modules():
        importlib.import_module(module)
    from proofs.engine.evidence import REGISTRY

    return tuple(REGISTRY)


class UnknownNameError(LookupError):
    """A name that is neither a claim nor a chapter."""


def select(names) -> tuple[Claim, ...]:
    """Return the claims that the names mean: claims by id, or whole chapters; none means all."""
    known = {claim.id for claim in claims()}
    chosen: dict[str, Claim] = {}
    for name in names:
        matching = [claim for claim in claims() if name in (claim.id, claim.chapter)]
        if not matching:
            raise UnknownNameError(unknown("claim or chapter", name, [*known, *written("theory")]))
        chosen.update({claim.id: claim for claim in matching})
    return tuple(chosen.values()) if names else claims()


def unknown(what, name, known) -> str:
    """Say that a name is not known, and which known ones are nearest."""
    known = list(known)
    inside = [each for each in known if name in each]
    near = list(dict.fromkeys(inside + difflib.get_close_matches(name, known, cutoff=0.5)))[:3]
    hint = f"; the nearest: {', '.join(near)}" if near else ""
    return f"there is no {what} '{name}'{hint}"
