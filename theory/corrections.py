"""What to write instead: a sentence for each statement that cannot stay, in the draft's language.

The formula in it is for pasting; what is true is printed from the claims that answer the statement.
"""

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
