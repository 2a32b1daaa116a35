"""What is said to a user on the way and of what is wrong, in the language of the command."""

import sys
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from theory.language import SOURCE, translated

spoken = ContextVar("spoken", default=SOURCE)  # the command line sets it


@dataclass(frozen=True)
class Message:
    """A sentence, and what was given in the place of its braces; a part may be a message, too."""

    text: str
    parts: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return translated(self.text, spoken.get(), **dict(self.parts))


def message(text: str, **parts: Any) -> Message:
    """Return a sentence with its parts; catalogues have the text as it stands in the code."""
    return Message(text, tuple(parts.items()))


def tell(text: str, **parts: Any) -> None:
    """Write a sentence to where progress is shown."""
    print(f"atensi: {message(text, **parts)}", file=sys.stderr)
