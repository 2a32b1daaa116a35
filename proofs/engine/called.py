"""Which functions of the code are called while evidence runs.

So a number that a piece of evidence types in is told from one that the code gives.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from proofs.engine.witness import EvidenceError

CODE = "impl"
CHECKS = ("impl.checks", "impl.refusals")  # they compute nothing
OUTSIDE_FUNCTIONS = "<module>"  # the lines of a program that stand in no function


@contextmanager
def called(package: str = CODE) -> Iterator[set[str]]:
    """Record the public functions of a package that are called from outside it; demand one."""
    names: set[str] = set()

    def enters(frame, event, argument):
        name, module = frame.f_code.co_name, frame.f_globals.get("__name__")
        if _is_within(frame, package) and name[0] not in "_<" and not _is_below(frame, package):
            names.update({f"{module}.{name}"} if module not in CHECKS else ())

    before = sys.gettrace()
    sys.settrace(enters)
    try:
        yield names
    finally:
        sys.settrace(before)
    if not names:
        raise EvidenceError(f"no function of {package} was called: what stands here is typed in")


def _is_within(frame, package):
    return str(frame.f_globals.get("__name__")).partition(".")[0] == package


def _is_below(frame, package):
    """Say whether a function of the package called this one, at whatever distance."""
    while frame := frame.f_back:
        if _is_within(frame, package) and frame.f_code.co_name != OUTSIDE_FUNCTIONS:
            return True
    return False
