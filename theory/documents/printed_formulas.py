"""The formulas of the documents as they are printed, slips included: `documents/printed.txt`."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from theory.documents.rows import rows

PLACE = Path(__file__).parent / "printed.txt"
BLANK = "¶"  # a blank line within a formula, which ends a paragraph in LaTeX
APART = " … "  # between two formulas of one statement


@cache
def transcribed() -> dict[str, str]:
    """Return what is printed of the statements that are about a formula, by their keys."""
    found: dict[str, str] = {}
    for number, (key, latex) in rows(PLACE, 2):
        if key in found:
            raise ValueError(f"{PLACE}:{number}: {key} is transcribed twice")
        found[key] = latex
    return found


def formulas(text: str) -> list[str]:
    """Return the formulas of a transcription, one after the other."""
    return text.split(APART)


def as_one_line(lines: Sequence[str]) -> str:
    """Return the lines of a document as a transcription writes them."""
    return " ".join(line if line.strip() else BLANK for line in lines)


def places(text: str, lines: Sequence[str]) -> Iterator[range]:
    """Yield the numbers of the lines on which a transcription stands, each time that it does."""
    whole, (begin, *rest) = as_one_line(lines), formulas(text)
    ends = [len(as_one_line(lines[:number])) for number in range(1, len(lines) + 1)]
    first = whole.find(begin)
    while first >= 0:
        last = first + len(begin)
        for each in rest:
            at = whole.find(each, last)
            last = at + len(each) if at >= 0 else len(whole) + 1
        if last <= len(whole):
            yield range(bisect_right(ends, first) + 1, bisect_left(ends, last) + 2)
        first = whole.find(begin, first + 1)
