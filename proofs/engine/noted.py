"""The steps that an author asks for are noted; the judge makes them, on a chain of its own."""

from collections.abc import Callable
from typing import Any

from proofs.engine.binding import Side
from proofs.engine.witness import EvidenceError

STEPS = {
    "equals", "at_most", "at_least", "below", "above", "by", "tends", "given", "decides", "picks",
    "cites", "knows", "earlier", "climbs", "closes",
}  # fmt: skip
Notes = list[tuple[str, tuple[Any, ...], dict[str, Any]]]


def followed(function: Callable[..., Any], *begun: Side | None) -> tuple[Side | None, ...]:
    """Return the chains, taken on by the steps that a function asks for.

    The function gets for each of them what takes its steps and is no chain, and returns all of it.
    """
    notes: list[Notes] = [[] for _ in begun]
    given = [chain and _taking(each) for chain, each in zip(begun, notes, strict=True)]
    found = function(*given)
    returned = found if isinstance(found, tuple) else (found,)
    if len(returned) != len(given) or any(a is not b for a, b in zip(returned, given, strict=True)):
        raise EvidenceError("the function returns another chain than the one that it was given")
    for chain, each in zip(begun, notes, strict=True):
        for step, places, names in each:
            getattr(chain, step)(*places, **names)
    return begun


def noting(function: Callable[..., Any]) -> Callable[[Side], Side]:
    """Return what takes one chain on by the steps that a function asks for."""
    return lambda chain: followed(function, chain)[0]  # type: ignore[return-value]


def _taking(notes: Notes) -> Any:
    """Return what notes the steps that are asked of it, and has nothing else."""

    class Noted:
        __slots__ = ()

        def __getattr__(self, step):
            if step not in STEPS:
                raise EvidenceError(
                    f"a chain has no step {step}; it has {', '.join(sorted(STEPS))}"
                )

            def noted(*places, **names):
                notes.append((step, places, names))
                return self

            return noted

    return Noted()
