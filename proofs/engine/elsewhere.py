"""Words that no function of the code computes: what stands for each is one function, named once.

A chapter that cites such a word gives that very function. So who believes what one witness runs
believes the others, and no second witness runs something else by the same name.
"""

from collections.abc import Callable
from typing import Any

from proofs.engine.witness import EvidenceError

ELSEWHERE: dict[str, Callable[..., Any]] = {}


def stands_for(word: str):
    """Make a function what a word stands for that no function of the code computes."""

    def registered(function: Callable[..., Any]):
        if word in ELSEWHERE:
            raise EvidenceError(
                f"{word}: {ELSEWHERE[word].__module__} says already what computes it"
            )
        ELSEWHERE[word] = function
        return function

    return registered


def must_stand_for(word: str, function: Callable[..., Any]) -> None:
    """Refuse another function than the one that a word stands for."""
    if ELSEWHERE.get(word) is not function:
        known = getattr(ELSEWHERE.get(word), "__module__", "nothing")
        raise EvidenceError(f"{word}: {known} says what computes it, and it is not this function")
