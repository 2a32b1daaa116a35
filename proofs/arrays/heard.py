"""Which functions of the code are called while evidence runs, whatever its source names.

So a number that a piece of evidence types in is told from one that the code gives.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

CODE = "impl"
PROGRAMS = "program"  # the name under which the program of a document runs
CHECKS = ("impl.checks", "impl.refusals")  # they compute nothing
OUTSIDE_FUNCTIONS = "<module>"  # the lines of a program that stand in no function
Names = dict[str, None]  # of functions, with their modules, in the order of the first calls

_BY_WORD: ContextVar[dict[str, Names] | None] = ContextVar("by word", default=None)


@contextmanager
def heard(package: str = CODE) -> Iterator[Names]:
    """Note the public functions of a package that are called from outside of it."""
    names: Names = {}
    before = sys.getprofile()

    def hear(frame, event, given):
        if event == "call" and _computes(frame, package) and not is_below(frame, package):
            names[f"{frame.f_globals['__name__']}.{frame.f_code.co_name}"] = None
        if before is not None:
            before(frame, event, given)

    sys.setprofile(hear)
    try:
        yield names
    finally:
        sys.setprofile(before)


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


def _computes(frame, package):
    if not _is_within(frame, package):  # as nearly all that is called: asked first
        return False
    return frame.f_globals["__name__"] not in CHECKS and frame.f_code.co_name[0] not in "_<"


def _is_within(frame, package):
    module = str(frame.f_globals.get("__name__"))
    return module.startswith(package) and module.partition(".")[0] == package


def is_below(frame, package):
    """Say whether a function of the package called this one, at whatever distance."""
    while frame := frame.f_back:
        if _is_within(frame, package) and frame.f_code.co_name != OUTSIDE_FUNCTIONS:
            return True
    return False
