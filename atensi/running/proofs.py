"""Run the derivations, exact runs, sizes and witnesses, on all cores."""

import os
import sys
import time
from dataclasses import replace

from atensi.judging.records import Record
from atensi.judging.registry import proofs
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress


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
            progress.step(record.claim)
    finally:
        progress.close()
    return [records[place] for place in places]


def _run_one(place: int) -> Record:
    piece = proofs()[place]
    record = Record(piece.claim, piece.kind, piece.where, hypothesis=piece.hypothesis)
    began = time.perf_counter()
    try:
        record = replace(record, finding=piece.run())
    except Exception as error:  # any error means that the claim is not shown
        record = replace(record, outcome="fails", message=f"{type(error).__name__}: {error}")
    return replace(record, seconds=time.perf_counter() - began)
