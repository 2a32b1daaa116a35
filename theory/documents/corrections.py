"""What to write instead: a sentence for each statement that cannot stay, in the draft's language.

The formula in it is for pasting; `proofs/engine/correction.py` compares it with a claim that
answers or asserts the statement. Several statements of one sentence share one correction: `= KEY`.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from theory.documents.rows import rows

PLACE = Path(__file__).parent / "corrections.txt"
SHARED, LINE_END = "= ", "⏎"


@cache
def corrections() -> dict[str, str]:
    """Return the corrected sentences, by the keys of the statements."""
    found: dict[str, str] = {}
    for number, (key, sentence) in rows(PLACE, 2):
        if key in found:
            raise ValueError(f"{PLACE}:{number}: {key} has two corrections")
        found[key] = sentence.replace(LINE_END, "\n")
    return {key: _shared(key, sentence, found) for key, sentence in found.items()}


def _shared(key: str, sentence: str, found: dict[str, str]) -> str:
    if not sentence.startswith(SHARED):
        return sentence
    other = sentence.removeprefix(SHARED)
    if found.get(other, SHARED).startswith(SHARED) or other[:3] != key[:3]:
        raise ValueError(f"{PLACE}: {key} shares the correction of {other}, which has none")
    return found[other]


def sharing(key: str) -> list[str]:
    """Return the statements that a correction is shared by, this one among them."""
    return [each for each, said in corrections().items() if said == corrections()[key]]


def parts(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a correction as the drafts mark them: plain, foreign or formula.

    Foreign words stand in \\f{...}; formulas between dollars or, in reStructuredText, in :math:.
    """
    marked = r"\$(?P<formula>[^$]+)\$|:math:`(?P<role>[^`]+)`|\\f\{(?P<foreign>[^{}]*)\}"
    end = 0
    for found in re.finditer(marked, sentence):
        yield "plain", sentence[end : found.start()]
        kind = "foreign" if found["foreign"] is not None else "formula"
        yield kind, found["foreign"] or found["formula"] or found["role"] or ""
        end = found.end()
    yield "plain", sentence[end:]
