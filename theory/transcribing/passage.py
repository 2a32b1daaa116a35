"""Passages of a document with formulas in them: dollar signs, displays, lines, and what they hold.

It refuses what LaTeX would not set as it stands: a formula that is not closed, a sign of a formula
outside of one, a display within a display, a blank line within a formula.
"""

import re
from collections.abc import Iterator

from theory.documents.printed_formulas import APART, BLANK
from theory.transcribing.parse import parsed_list
from theory.transcribing.tokens import FormulaError
from theory.transcribing.tree import Chain

DISPLAYS = ("equation", "align", "gather")  # environments that begin a display themselves
ALIGNED = ("aligned",)  # those that align lines within one
_OUTSIDE = re.compile(r"[_^]|\\(?:mathbf|mathcal|alpha|frac|sum)\b")


def read(passage: str) -> list[Chain]:
    """Return all formulas of a passage; one without dollar signs is a formula as a whole."""
    if "$" not in passage:
        return [chain for each in passage.split(APART) for chain in _formula(each)]
    return [chain for each in _between_dollars(passage) for chain in _formula(each)]


def _between_dollars(passage: str) -> Iterator[str]:
    sign = ""
    for piece in re.split(r"(\$\$?)", passage):
        if piece.startswith("$"):
            if sign and piece != sign:
                raise FormulaError(f"{sign} is closed by {piece}")
            sign = "" if sign else piece
        elif sign:
            yield piece
        elif found := _OUTSIDE.search(piece):
            raise FormulaError(f"{found[0]} stands outside of a formula")
    if sign:
        raise FormulaError(f"{sign} is not closed")


def _formula(latex: str) -> Iterator[Chain]:
    if BLANK in latex:
        raise FormulaError("a blank line stands within a formula")
    for name in DISPLAYS:
        if rf"\begin{{{name}}}" in latex:
            raise FormulaError(f"{name} begins a display, and stands within one")
    for name in ALIGNED:
        latex = latex.replace(rf"\begin{{{name}}}", "").replace(rf"\end{{{name}}}", "")
        if r"\begin" not in latex:
            for line in latex.replace("&=", "=").split(r"\\"):
                yield from parsed_list(line.strip().rstrip(","))
            return
    yield from parsed_list(latex)
