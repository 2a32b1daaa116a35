"""Evidence that the formula of a correction, which an author may paste, is that of a claim.

It is read as a printed formula is, under a table of letters, and compared with a claim that asserts
or answers the statement. What only a person can compare stands in `corrected_by_hand.txt`.
"""

from collections.abc import Mapping, Sequence

from proofs.engine.comparing import Beginning, Cases, Notation, Part, compared
from proofs.engine.evidence import REGISTRY, Evidence
from proofs.engine.findings import Corrected
from proofs.engine.pasted import COMPARED, for_machines
from proofs.engine.stated import claim_of, stated
from proofs.engine.witness import EvidenceError
from theory.claim import here
from theory.documents.corrections import sharing
from theory.documents.document_statements import statement
from theory.transcribing.arithmetic import Value


def correction(
    key: str,
    claim: str,
    letters: Mapping[str, Value],
    *targets: Part | Beginning | Cases | int,
    only: Sequence[int] | None = None,
    **notation,
):
    """Register that the formulas of a correction are what a claim says.

    letters, targets, notation: as of a `transcription`. only: which of the formulas that are left
    to machines, where another claim has the others.
    """
    of, written = statement(key).key, Notation(**notation)
    if written.but:
        raise EvidenceError(f"{of}: a correction is pasted as it stands, with its slips")

    def run():
        if not {*sharing(of)} & {*claim_of(claim).sources, *claim_of(claim).answers}:
            raise EvidenceError(f"{claim} neither asserts nor answers {of}")
        formulas = for_machines(of)
        chosen = formulas if only is None else [formulas[k] for k in only]
        wanted = targets or (0,) * len(chosen)
        if len(wanted) != len(chosen) or not chosen:
            raise EvidenceError(f"{len(chosen)} formulas are written, {len(wanted)} are expected")
        said = [
            compared(line, stated(claim), target, letters, written)
            for line, target in zip(chosen, wanted, strict=True)
        ]
        return Corrected(claim_of(claim).id, chosen, said)

    whole = range(len(for_machines(of)))
    COMPARED.setdefault(of, set()).update(whole if only is None else only)
    REGISTRY.append(Evidence("correction", of, here(2), run))
