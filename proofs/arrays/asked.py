"""What code asks of data that are not there: how often, and what if the answer were another."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class _Asked:
    """How often the data were asked for, and which question gets the other answer."""

    turned: int | None
    of_numbers: bool = False
    questions: int = 0


_asked: ContextVar[_Asked | None] = ContextVar("asked", default=None)


@contextmanager
def turning(question: int | None, of_numbers: bool = False) -> Iterator[_Asked]:
    """Count the questions about data, and give one of them the other answer.

    of_numbers: not one that every real number answers alike, as whether it is finite.
    """
    asked = _Asked(question, of_numbers)
    token = _asked.set(asked)
    try:
        yield asked
    finally:
        _asked.reset(token)


def turns(is_sure: bool = False) -> bool:
    """Say whether this question is the one that gets the other answer."""
    asked = _asked.get()
    if asked is None or (is_sure and asked.of_numbers):
        return False
    asked.questions += 1
    return asked.questions - 1 == asked.turned
