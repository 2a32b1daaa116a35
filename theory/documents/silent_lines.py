"""The lines of the documents that say nothing to judge, and why: `documents/lines.txt`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from theory.documents.document_statements import DOCUMENTS, STATEMENTS, Document, Statement
from theory.documents.rows import rows

PLACE = Path(__file__).parent / "lines.txt"
KINDS = ("heading", "markup", "picture", "blank", "reference", "repeated")
AROUND = ("heading", "markup")  # kinds that may stand within a statement's lines


@dataclass(frozen=True)
class Silent:
    """Lines of a document that assert nothing."""

    document: str
    first: int
    last: int
    kind: str

    @property
    def lines(self) -> range:
        """The numbers of the lines."""
        return range(self.first, self.last + 1)


@cache
def silent() -> tuple[Silent, ...]:
    """Return all lines that assert nothing."""
    return tuple(_read(*row) for _, row in rows(PLACE, 3))


def _read(document, lines, kind):
    first, _, last = lines.partition("-")
    return Silent(document, int(first), int(last or first), kind)


def astray(
    entries: Sequence[Silent],
    documents: dict[str, Document] = DOCUMENTS,
    statements: Sequence[Statement] = STATEMENTS,
) -> Iterator[str]:
    """Yield a sentence for each line that nothing accounts for, and each entry that is wrong."""
    for each in entries:
        if each.document not in documents or each.kind not in KINDS:
            yield f"{each}: there is no such document or kind"
        elif not 1 <= each.first <= each.last <= documents[each.document].lines:
            yield f"{each}: {each.document} has {documents[each.document].lines} lines"
    for number, document in documents.items():
        said = _lines(each for each in statements if each.document == number)
        own = [each for each in entries if each.document == number]
        listed = {line for each in own for line in each.lines}
        for line in range(1, document.lines + 1):
            if line not in said and line not in listed:
                yield f"{number}:{line} is in no statement and no entry"
        for each in own:
            both = sorted(said & set(each.lines))
            if both and each.kind not in AROUND:
                yield f"{number}:{both[0]} is in a statement and listed as {each.kind}"


def _lines(statements) -> set[int]:
    return {line for each in statements for line in range(each.lines[0], each.lines[1] + 1)}
