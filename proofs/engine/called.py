"""Code must be called: a number that a piece of evidence types in is refused."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import cache, partial, wraps
from types import FunctionType
from typing import Any

import numpy as np

from proofs.arrays.altered import altered, altering
from proofs.arrays.entries.family_arrays import Besides, library_of, of_each
from proofs.arrays.heard import CODE, Names, heard
from proofs.engine.witness import EvidenceError

ELSEWHERE = "neither is the word, nor does a function of impl give it"
PLAIN = ("0.0", "1.0")  # numbers that anybody may give
_GAVE: ContextVar[set[str] | None] = ContextVar("what functions of the code gave", default=None)


@contextmanager
def called(package: str = CODE) -> Iterator[Names]:
    """Note the functions of a package that are called, and demand one."""
    with heard(package) as names:
        yield names
    if not names:
        raise EvidenceError(f"no function of {package} was called: what stands here is typed in")


def own_code(word: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that computes a word; `computed_f` must call what `impl` calls f."""
    if not own_name(word):
        return function

    @wraps(function)
    def run(*given):
        found, own = _passed_on(word, function, given)
        must_matter(word, [each for each in own if not _stays(function, given, each, found)], own)
        return found

    return run


def passing_on(word: str, code: Any) -> Any:
    """Return the code of a word, all of whose numbers must be what functions of the code gave.

    These must be given what the word is given: what stands between only puts numbers elsewhere.
    """
    if isinstance(code, Besides):
        return Besides(passing_on(word, code.of), *code.besides)
    return wraps(code)(lambda *given: _passed_on(word, code, given)[0])


def summed(size: Any, run: Callable[[Any], Any]) -> Any:
    """Return the sum of what a function gives for every number from 0 to below a size."""
    each, gave = of_each(size, run), _GAVE.get()
    total = library_of(size).sum(each)
    if gave is not None and {*_entries(each)} <= gave:
        gave.update(_entries(total))
    return total


def _passed_on(word, function, given) -> tuple[Any, list[str]]:
    """Return what a function gives, and by which functions of the code; refuse other numbers."""
    with heard() as names:
        found = function(*given)
    own, held, gave = own_functions(word, names), {*PLAIN, *_entries(given)}, set[str]()

    def takes(name, entering):
        if other := {e for e in _entries(entering) if _is_float(e)} - held:
            raise EvidenceError(f"{word}: {name} is given {min(other)}; {ELSEWHERE}")

    def notes(name, found):
        held.update(_entries(found))
        gave.update(_entries(found) if name in own else ())
        return found

    token = _GAVE.set(gave)
    try:
        with ExitStack() as noting:
            for name in names:
                noting.enter_context(altered(name, partial(notes, name), partial(takes, name)))
            function(*given)
    finally:
        _GAVE.reset(token)
    if not {*_entries(found)} <= gave:
        raise EvidenceError(f"{word}: not all of this is what {' or '.join(own)} gives")
    return found, own


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
    return name if name != word and name in _functions() else ""


def must_matter(word: str, mattering: Collection[str], functions: Collection[str]) -> None:
    """Refuse a word's code that gives the same whatever the functions give that it calls."""
    if not mattering:
        names = " and ".join(functions)
        raise EvidenceError(
            f"{word}: what {names} gives is thrown away: altered, it alters nothing"
        )


def _stays(function, given, name, found) -> bool:
    try:
        return _entries(altering(function, name)(*given)) == _entries(found)
    except Exception:  # whatever altered numbers lead to
        return False


def _is_float(entry: str) -> bool:
    """Say whether this is a number, and none that counts or chooses."""
    return bool(re.fullmatch(r"-?\d+(\.\d+(e[-+]\d+)?|e[-+]\d+)", entry))


def _entries(found) -> list[str]:
    """Return all numbers of an array, of several, or the one, with the bits of each."""
    if isinstance(found, dict | tuple | list):
        parts = found.values() if isinstance(found, dict) else found
        return [entry for part in parts for entry in _entries(part)]
    return list(map(repr, np.asarray(getattr(found, "data", found), dtype=object).flat))


@cache
def _functions() -> frozenset[str]:
    """Return the names of the public functions of the code."""
    modules = pkgutil.iter_modules(importlib.import_module(CODE).__path__)
    parts = (importlib.import_module(f"{CODE}.{each.name}") for each in modules)
    held = [pair for part in parts for pair in vars(part).items()]
    return frozenset(name for name, each in held if isinstance(each, FunctionType))
