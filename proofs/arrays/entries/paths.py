"""Truths that nothing decides: the run is done once for each way they may turn out."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from impl.refusals import ArgumentError
from proofs.arrays.entries.folding import NotReadError
from proofs.arrays.entries.thrown import THROWN, thrown
from proofs.arrays.many import ASKED, WhichNumberError
from theory.stating.terms import ONE, ZERO, Term

MOST = 64  # paths


@dataclass
class Path:
    """What was taken to be true, in order, and what the run gave or why it refused.

    supposes: what a chain from the result may use of that. thrown: what must have a value, though
    the result does not speak of it.
    """

    ahead: list[bool]
    taken: list[tuple[Term, bool]] = field(default_factory=list)
    supposes: list[tuple[Term, bool]] = field(default_factory=list)
    thrown: dict[Term, None] = field(default_factory=dict)
    result: Any = None
    refusal: str = ""


_PATH: ContextVar[Path | None] = ContextVar("path", default=None)


def decided(truth: Term) -> bool:
    """Say whether a term that is 1 or 0 is 1; where that is open, go one way, later the other."""
    if truth in (ONE, ZERO):
        return truth == ONE
    path = _PATH.get()
    if path is None:
        raise NotReadError(f"entries: whether {truth} is open")
    for known, way in path.taken:
        if known == truth:
            return way
    thrown(truth)
    way = path.ahead.pop(0) if path.ahead else False
    path.taken.append((truth, way))
    return way


def supposed() -> list[tuple[Term, bool]]:
    """Return what was taken to be true so far."""
    path = _PATH.get()
    return [] if path is None else path.taken


def paths(run: Callable[[], Any]) -> list[Path]:
    """Run a function on every path; a path on which `impl` refuses its arguments gives none."""
    waiting: list[list[bool]] = [[]]
    found: list[Path] = []
    while waiting:
        start = waiting.pop()
        path = Path(list(start))
        token, kept = _PATH.set(path), THROWN.set(path.thrown)
        asked: list[str] = []
        asking = ASKED.set(asked)
        try:
            path.result = run()
        except ArgumentError as error:
            path.refusal = str(error)
        finally:
            _PATH.reset(token)
            THROWN.reset(kept)
            ASKED.reset(asking)
        if asked:  # and caught the error
            raise WhichNumberError(asked[0])
        found.append(path)
        ways = [way for _, way in path.taken]
        waiting += [[*ways[:k], True] for k in range(len(start), len(ways))]
        if len(found) > MOST:
            raise NotReadError(f"entries: more than {MOST} paths")
    return found
