"""Check the formal proofs, or read what was found where the checker is."""

import sys

from atensi.formal import gate
from atensi.formal.checker import coqc
from atensi.judging.records import Record, from_json
from atensi.work.progress import Progress


def run_formal(wanted: set[str]) -> list[Record]:
    """Check the formal proofs of the wanted claims, or read what was found where `coqc` is."""
    if coqc():
        print("atensi: formal proofs, built afresh", file=sys.stderr)
    progress = Progress("formal proofs", 0)
    try:
        return [from_json(entry) for entry in gate.evidence(wanted, progress.step)]
    finally:
        progress.close()
