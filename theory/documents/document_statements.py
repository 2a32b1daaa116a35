"""Every statement of the five documents: where it stands, and which chapter judges it.

A key is document:lines, with /name where several statements share the lines. The gist says what is
printed, in our words and with its slips. The claims say whether it is true.
"""

import difflib
from dataclasses import dataclass
from pathlib import Path

from theory.documents.rows import rows

PLACE = Path(__file__).parent / "statements.txt"
REMARK = "remark"  # a slip of spelling, a name used anew, what is left out


@dataclass(frozen=True)
class Document:
    """One of the documents; the hash tells whether the line numbers fit a copy of it."""

    title: str
    language: str
    sha256: str
    lines: int

    @property
    def code(self) -> str:
        """The language's code."""
        return {"Indonesian": "id", "Korean": "ko"}[self.language]


@dataclass(frozen=True)
class Statement:
    """One thing that a document asserts."""

    key: str
    chapter: str
    gist: str
    not_checkable: str = ""  # the reason, where no mathematics or code can judge it
    kind: str = ""  # REMARK, if it is one of ours about the line, and no sentence of the document

    def __post_init__(self):
        if self.kind not in ("", REMARK):
            raise ValueError(f"{PLACE.name}: {self.key}: {self.kind} is no kind of a statement")

    @property
    def document(self) -> str:
        """The document's number."""
        return self.key[:3]

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last line."""
        first, _, last = self.key[4:].split("/")[0].partition("-")
        return int(first), int(last or first)


DOCUMENTS = {
    "000": Document(
        "Transformer section of the thesis draft",
        "Indonesian",
        "7adfdb4949b79b0b7a05d7a57e345021214389c26348341913388b005cbb34d8",
        97,
    ),
    "001": Document(
        "Notes for chapter 3 of the thesis",
        "Indonesian",
        "81f5af620124544bb51791084a80fe87508ca92163ade8f895c05ba41c418dd8",
        533,
    ),
    "002": Document(
        "Course module 3: attention and feed-forward",
        "Indonesian",
        "7a05a850a01db3015b3ba23d6d81a3c2c854b1406325eab0d1c09f064f263877",
        97,
    ),
    "003": Document(
        "Reading notes on the Transformer paper",
        "Korean",
        "a9e785d841564e2ba7af16af05d66d98cd13773e601ca5874022a4abfe0044b5",
        101,
    ),
    "004": Document(
        "Lecture notes, week 4",
        "Korean",
        "12a93c47c8cd9572504ef7c4f40d61fcc74e6a70be936af5a3b1e129670031bd",
        105,
    ),
}

STATEMENTS = tuple(Statement(*row) for _, row in rows(PLACE, 3, 4, 5))
_BY_KEY = {each.key: each for each in STATEMENTS}


def statement(key: str) -> Statement:
    """Return the statement with this key."""
    if key not in _BY_KEY:
        near = difflib.get_close_matches(key, _BY_KEY, n=3, cutoff=0.3)
        raise KeyError(f"there is no statement '{key}'; the nearest: {', '.join(near)}")
    return _BY_KEY[key]
