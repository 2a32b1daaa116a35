"""What to write instead: a sentence for each statement that cannot stay, in the draft's language.

The formula in it is for pasting; what is true is printed from the claims that answer the statement.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from theory.rows import rows

PLACE = Path(__file__).parent / "documents" / "corrections.txt"


@cache
def corrections() -> dict[str, str]:
    """Return the corrected sentences, by the keys of the statements."""
    found: dict[str, str] = {}
    for number, (key, sentence) in rows(PLACE, 2):
        if key in found:
            raise ValueError(f"{PLACE}:{number}: {key} has two corrections")
        found[key] = sentence
    return found


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
