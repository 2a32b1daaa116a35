"""The reason of a verdict: a sentence as data, which each language puts into its own words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from theory.language import SOURCE, translated

Part = Union[str, tuple[str, ...], "Reason"]


@dataclass(frozen=True)
class Reason:
    """An English text with named parts.

    A part is a name, which is the same in every language; several names; or a text of its own.
    """

    text: str
    parts: Mapping[str, Part] = field(default_factory=dict)

    def said(self, lang: str = SOURCE) -> str:
        """Return the sentence in a language."""
        parts = {name: _said(part, lang) for name, part in self.parts.items()}
        return translated(self.text, lang, **parts)

    def texts(self) -> Iterator[str]:
        """Yield the texts that a language needs words for."""
        yield self.text
        for part in self.parts.values():
            if isinstance(part, Reason):
                yield from part.texts()


def listed(texts: Sequence[str]) -> Reason:
    """Return texts as one: "a derivation and a formal proof"."""
    *others, last = texts
    if not others:
        return Reason(last)
    return Reason("{one} and {other}", {"one": listed(others), "other": Reason(last)})


def in_a_row(reasons: Sequence[Reason]) -> Reason:
    """Return sentences as one, with semicolons between them."""
    *others, last = reasons
    return Reason("{one}; {other}", {"one": in_a_row(others), "other": last}) if others else last


def as_json(why: Reason) -> dict[str, Any]:
    """Return a reason as it stands in the ledger: a name is a text there, a reason an object."""
    return {"text": why.text, "parts": {name: _stored(part) for name, part in why.parts.items()}}


def from_json(entry: dict[str, Any]) -> Reason:
    """Return the reason that the ledger says in JSON."""
    return Reason(entry["text"], {name: _read(part) for name, part in entry["parts"].items()})


def _said(part: Part, lang: str) -> str:
    if isinstance(part, Reason):
        return part.said(lang)
    return part if isinstance(part, str) else ", ".join(part)


def _stored(part: Part) -> Any:
    if isinstance(part, Reason):
        return as_json(part)
    return part if isinstance(part, str) else list(part)


def _read(part: Any) -> Part:
    if isinstance(part, dict):
        return from_json(part)
    return part if isinstance(part, str) else tuple(part)
