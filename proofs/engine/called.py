"""Code must be called: a number that a piece of evidence types in is refused."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from types import FunctionType
from typing import Any

from proofs.arrays.heard import CODE, Names, heard
from proofs.engine.witness import EvidenceError


@contextmanager
def called(package: str = CODE) -> Iterator[Names]:
    """Note the functions of a package that are called, and demand one."""
    with heard(package) as names:
        yield names
    if not names:
        raise EvidenceError(f"no function of {package} was called: what stands here is typed in")


def own_code(word: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that computes a word; `computed_f` must call what `impl` calls f."""
    name = word.removeprefix("computed_")
    if name == word or name not in _functions():
        return function

    @wraps(function)
    def run(*given):
        with heard() as names:
            found = function(*given)
        if not any(each.split(".")[-1] == name for each in names):
            raise EvidenceError(f"{word}: {name} of {CODE} was not called: this is typed in")
        return found

    return run


@cache
def _functions() -> frozenset[str]:
    """Return the names of the public functions of the code."""
    modules = pkgutil.iter_modules(importlib.import_module(CODE).__path__)
    parts = (importlib.import_module(f"{CODE}.{each.name}") for each in modules)
    held = [pair for part in parts for pair in vars(part).items()]
    return frozenset(name for name, each in held if isinstance(each, FunctionType))
