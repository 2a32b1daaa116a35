"""Code must be called: a number that a piece of evidence types in is refused."""

import importlib
import pkgutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache

from proofs.arrays.heard import CODE, Names, heard, public
from proofs.engine.witness import EvidenceError


@contextmanager
def called(package: str = CODE) -> Iterator[Names]:
    """Note the functions of a package that are called, and demand one."""
    with heard(package) as names:
        yield names
    if not names:
        raise EvidenceError(f"no function of {package} was called: what stands here is typed in")


def own_functions(word: str, names: Collection[str]) -> list[str]:
    """Return which of the called functions compute a word: for `computed_f` they are called f."""
    name = own_name(word)
    own = [each for each in names if not name or each.split(".")[-1] == name]
    if not own:
        raise EvidenceError(f"{word}: {name} of {CODE} was not called: this is typed in")
    return own


def own_name(word: str) -> str:
    """Return how the code calls what it computes for a word `computed_f`, or nothing."""
    name = word.removeprefix("computed_")
    return name if name != word and name in _names() else ""


@cache
def _names() -> frozenset[str]:
    """Return the names of all public functions of the code, also of what is not loaded yet."""
    for each in pkgutil.walk_packages(importlib.import_module(CODE).__path__, f"{CODE}."):
        importlib.import_module(each.name)
    return frozenset(each.__name__ for each in public())


def must_matter(word: str, mattering: Collection[str], functions: Collection[str]) -> None:
    """Refuse a word's code that gives the same whatever the functions give that it calls."""
    if not mattering:
        names = " and ".join(functions)
        raise EvidenceError(
            f"{word}: what {names} gives is thrown away: altered, it alters nothing"
        )
