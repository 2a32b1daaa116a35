"""Run the derivations, exact runs, sizes and witnesses, on all cores."""

import os
import sys
import time
from typing import Any

from atensi.judging.registry import proofs
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress

Record = dict[str, Any]


def run_proofs(wanted: set[str]) -> list[Record]:
    """Run the derivations, exact runs and witnesses for the wanted claims."""
    places = [place for place, piece in enumerate(proofs()) if piece.claim in wanted]
    cores = os.cpu_count() or 1
    print(f"atensi: {len(places)} proofs and witnesses, on {cores} cores", file=sys.stderr)
    progress = Progress("proofs and witnesses", len(places))
    records: dict[int, Record] = {}
    try:
        for place, record in in_parallel(_run_one, places):
            records[place] = record
            progress.step(record["claim"])
    finally:
        progress.close()
    return [records[place] for place in places]


def _run_one(place: int) -> Record:
    piece = proofs()[place]
    record = {"claim": piece.claim, "kind": piece.kind, "where": piece.where, "message": ""}
    if piece.hypothesis:
        record["hypothesis"] = piece.hypothesis
    began = time.perf_counter()
    try:
        found, outcome = piece.run(), "holds"
    except Exception as error:  # whatever goes wrong, the claim is not shown
        found, outcome = {}, "fails"
        record["message"] = f"{type(error).__name__}: {error}"
    return {**record, "outcome": outcome, "seconds": time.perf_counter() - began, **found}
