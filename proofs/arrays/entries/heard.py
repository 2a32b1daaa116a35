"""Which functions of `impl` a run calls: what ran says what it ran, whatever its source names."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import impl

FOLDER = str(Path(impl.__file__).parent)
CHECKS = tuple(f"{FOLDER}/{name}.py" for name in ("checks", "refusals"))  # they compute nothing

# By the name of a word, the functions of `impl` that its code calls.
CALLED: ContextVar[dict[str, dict[str, None]] | None] = ContextVar("called", default=None)


@contextmanager
def heard(word: str) -> Iterator[None]:
    """Note which functions of `impl` are called from outside of it, for the code of a word."""
    called, before = CALLED.get(), sys.getprofile()
    if called is None:
        yield
        return
    names = called.setdefault(word, {})

    def hear(frame, event, given):
        if event == "call" and _computes(frame) and not _is_ours(frame.f_back):
            names[f"{frame.f_globals['__name__']}.{frame.f_code.co_name}"] = None
        if before is not None:
            before(frame, event, given)

    sys.setprofile(hear)
    try:
        yield
    finally:
        sys.setprofile(before)


def _is_ours(frame) -> bool:
    return frame is not None and frame.f_code.co_filename.startswith(FOLDER)


def _computes(frame) -> bool:
    file, name = frame.f_code.co_filename, frame.f_code.co_name
    return _is_ours(frame) and file not in CHECKS and name.isidentifier()
