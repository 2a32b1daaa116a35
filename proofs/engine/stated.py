"""What a claim says, looked up by its name; a mutant may stand in its place for a while."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager

from theory.chapters import said_in
from theory.claim import Claim
from theory.stating.statements import Statement

_INSTEAD: dict[str, Statement] = {}


def claim_of(name: str) -> Claim:
    """Return the claim of a name."""
    chapter = importlib.import_module(said_in(name.split(".")[0]))
    return next(each for each in chapter.CLAIMS if each.id == name)


def stated(name: str) -> Statement:
    """Return the statement of a claim, or what stands in its place."""
    return _INSTEAD.get(name) or claim_of(name).states


@contextmanager
def saying(name: str, statement: Statement) -> Iterator[None]:
    """Let a claim say something else: its evidence must then fail."""
    _INSTEAD[name] = statement
    try:
        yield
    finally:
        del _INSTEAD[name]
