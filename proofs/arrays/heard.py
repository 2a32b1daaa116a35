"""Which functions of the code are called while evidence runs, whatever its source names.

So a number that a piece of evidence types in is told from one that the code gives.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import FunctionType
from typing import Any

from proofs.arrays.exchanged import exchanged, is_exchanged

CODE = "impl"
PROGRAMS = "program"  # the name under which the program of a document runs
CHECKS = ("impl.checks", "impl.refusals")  # they compute nothing
OUTSIDE_FUNCTIONS = "<module>"  # the lines of a program that stand in no function
Names = dict[str, None]  # of functions, with their modules, in the order of the first calls

_HEAR: list[Callable[[Any], None]] = []  # who is told of calls
_BY_WORD: ContextVar[dict[str, Names] | None] = ContextVar("by word", default=None)


def public() -> list[FunctionType]:
    """Return the public functions of the code, of those of its modules that are loaded."""
    return _loaded(len(sys.modules))


@cache  # looked up anew where another module has been loaded
def _loaded(_modules: int) -> list[FunctionType]:
    loaded = [name for name in sys.modules if name.split(".")[0] == CODE and name not in CHECKS]
    return [function for name in loaded for function in _public(name)]


@cache  # as a box puts another function in the place of one for a while: `boxed` asks before
def _public(module: str) -> list[FunctionType]:
    return [
        function
        for name, each in vars(sys.modules[module]).items()
        if isinstance(function := inspect.unwrap(each), FunctionType)
        and function.__module__ == module
        and name[0] != "_"
    ]


@contextmanager
def heard(package: str = CODE) -> Iterator[Names]:
    """Note the public functions of a package that are called from outside of it."""
    names: Names = {}

    def hear(frame):
        if not is_below(frame, package):
            names[f"{frame.f_globals['__name__']}.{frame.f_code.co_name}"] = None

    with _listening(hear) if package == CODE else _profiled(hear, package):
        yield names


@contextmanager
def _listening(hear: Callable[[Any], None]) -> Iterator[None]:
    """Tell each call of a public function of the code."""
    _HEAR.append(hear)
    try:
        if len(_HEAR) > 1:
            yield
        else:
            with exchanged(public(), _run):
                yield
    finally:
        _HEAR.remove(hear)


def _run(whole, given, named):
    frame = sys._getframe(2)  # of the function
    for hear in _HEAR:
        hear(frame)
    return whole(*given, **named)


@contextmanager
def _profiled(hear: Callable[[Any], None], package: str) -> Iterator[None]:
    """Tell each call of a public function that a program makes as it runs."""

    def run(frame, event, given):
        if event == "call" and _is_within(frame, package) and frame.f_code.co_name[0] not in "_<":
            hear(frame)

    sys.setprofile(run)
    try:
        yield
    finally:
        sys.setprofile(None)


@contextmanager
def heard_by_word() -> Iterator[dict[str, Names]]:
    """Note for each word what its code calls, wherever `computes` says that it runs."""
    found: dict[str, Names] = {}
    token = _BY_WORD.set(found)
    try:
        yield found
    finally:
        _BY_WORD.reset(token)


@contextmanager
def computes(word: str) -> Iterator[None]:
    """Say that the code of a word runs."""
    found = _BY_WORD.get()
    if found is None:
        yield
        return
    with heard() as names:
        try:
            yield
        finally:  # also where a path of the code ends in a question
            found.setdefault(word, {}).update(names)


def _is_within(frame, package):
    module = str(frame.f_globals.get("__name__"))
    return module.startswith(package) and module.partition(".")[0] == package


def is_below(frame, package):
    """Say whether a function of the package called this one, at whatever distance."""
    while frame := frame.f_back:
        if not _is_within(frame, package) or is_exchanged(frame):
            continue
        if frame.f_code.co_name != OUTSIDE_FUNCTIONS:
            return True
    return False
