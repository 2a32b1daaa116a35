"""Evidence that the formula which a document prints is the formula of the claim that asserts it.

The printed formula is read into the theory's terms under a table of letters, which says what each
printed letter is called in the claim. What is read must be what the claim says, side by side.
"""

import re
from collections.abc import Iterator, Mapping

from proofs.engine.comparing import Beginning, Cases, Notation, Part, compared
from proofs.engine.evidence import REGISTRY, Evidence
from proofs.engine.findings import Transcribed
from proofs.engine.stated import claim_of, stated
from proofs.engine.witness import EvidenceError
from theory.claim import here
from theory.documents.document_statements import statement
from theory.documents.printed_formulas import BLANK, formulas, transcribed
from theory.transcribing.arithmetic import Value


def transcription(
    key: str,
    claim: str,
    letters: Mapping[str, Value],
    *targets: Part | Beginning | Cases | int,
    **notation,
):
    """Register that the printed formulas of a statement are what a claim says.

    letters: what each printed letter stands for. targets: of each formula, which relation of the
    claim it is, or which part of it (`Part`); the first relation, if nothing is said. notation: as
    in `Notation`.
    """
    of, written = statement(key).key, Notation(**notation)

    def run():
        if of not in claim_of(claim).sources:
            raise EvidenceError(f"{claim} does not assert {of}")
        lines = list(lines_of(written.corrected(transcribed()[of])))
        wanted = targets or (0,) * len(lines)
        if len(wanted) != len(lines):
            raise EvidenceError(f"{len(lines)} formulas are printed, {len(wanted)} are expected")
        said = [
            compared(line, stated(claim), target, letters, written)
            for line, target in zip(lines, wanted, strict=True)
        ]
        slips = [f"{slip} → {meant}" for slip, meant in written.but.items()]
        return Transcribed(claim_of(claim).id, said, slips)

    REGISTRY.append(Evidence("transcription", of, here(2), run))


def lines_of(printed: str) -> Iterator[str]:
    """Return the formulas of a transcription line by line, without what aligns them."""
    for each in formulas(printed.replace(BLANK, " ")):
        lines = _lines(each)
        yield from (line.replace("&=", "=").strip().rstrip(",") for line in lines if line.strip())


def _lines(formula: str) -> Iterator[str]:
    """Yield the lines of a formula; those of a matrix or of cases in it are none."""
    line, depth = "", 0
    for piece in re.split(r"(\\\\|\\begin|\\end)", formula):
        depth += (piece == r"\begin") - (piece == r"\end")
        if piece == r"\\" and not depth:
            yield line
            line = ""
        else:
            line += piece
    yield line
