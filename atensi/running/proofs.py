"""Run the derivations, exact runs, sizes and witnesses, on all cores."""

import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import cache

from atensi.judging import untouched
from atensi.judging.records import Record
from atensi.judging.registry import proofs
from atensi.running.kept import Kept
from atensi.work import reach
from atensi.work.message import message, tell
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from theory.chapters import CHAPTERS, said_in

ENGINE = "proofs.engine.evidence"  # which runs every piece
_LINKS: list[untouched.Link] = []  # of the engine, as the run found it
ASK_FOR_CODE = {"general run", "sizes", "formed", "exact run", "counterexample", "necessity"}


def run_proofs(
    wanted: set[str], kept: Kept | None = None, executor: Executor | None = None
) -> list[Record]:
    """Return what the derivations, exact runs and witnesses find for the wanted claims."""
    pieces, counts = [], Counter[str]()
    for place, piece in enumerate(proofs()):
        counts[name := f"{piece.where} {piece.kind} {piece.claim} {piece.hypothesis}"] += 1
        if piece.claim in wanted:
            pieces.append((place, f"{name} {counts[name]}", _key(piece)))
    places, names, keys = zip(*pieces, strict=True) if pieces else ((), (), ())
    run = lambda due: _run({places[k]: k for k in due}, executor)
    found = (kept or Kept()).complete(names, keys, run)
    return [record for records in found for record in records]


def _key(piece) -> str:
    asks = piece.kind in ASK_FOR_CODE
    return _key_of(reach.module_of(piece.where), piece.claim.split(".")[0], asks)


@cache
def _key_of(module: str, chapter: str, asks_for_code: bool = False) -> str:
    """Return a hash of what a piece of evidence in a module depends on."""
    code = "".join(map(reach.text, _with_code())) if asks_for_code else ""
    return reach.key([module, ENGINE, __name__, *stated_in(module, chapter)], code)


@cache
def _with_code() -> tuple[str, ...]:
    """Return the modules that say which code a word is: whoever asks finds them in a register."""
    return tuple(sorted({reach.module_of(p.where) for p in proofs() if p.kind == "general run"}))


def stated_in(module: str, chapter: str) -> set[str]:
    """Return the modules that state a chapter, and the claims that evidence in a module names.

    The engine looks claims up by their names.
    """
    ours = [each for each in reach.reached([module]) if each.startswith("proofs.")]
    chapters = {chapter}.union(*map(_chapters, ours)) & set(CHAPTERS)
    return {said_in(each) for each in chapters}


@cache
def _chapters(module: str) -> set[str]:
    """Return the chapters of the claims that a module names, among other beginnings."""
    _, texts = reach.named(module)
    return {each.split(".")[0] for each in texts if "." in each}


def _run(jobs: dict[int, int], executor: Executor | None) -> Iterator[tuple[int, list[Record]]]:
    """Run pieces of evidence, by their places among all; yield what each finds, by its job."""
    if executor is None:
        cores = os.cpu_count() or 1
        tell("{count} proofs and witnesses, on {cores} cores", count=len(jobs), cores=cores)
    else:
        tell("{count} proofs and witnesses, on the cluster", count=len(jobs))
    _LINKS[:] = untouched.links()
    progress = Progress(message("proofs and witnesses"), len(jobs))
    try:
        for place, record in in_parallel(_run_one, list(jobs), executor=executor):
            progress.step(record.claim)
            yield jobs[place], [record]
    finally:
        progress.close()


def _run_one(place: int) -> Record:
    piece = proofs()[place]
    record = Record(piece.claim, piece.kind, piece.where, hypothesis=piece.hypothesis)
    began = time.perf_counter()
    try:
        record = replace(record, finding=piece.run())
    except Exception as error:  # any error means that the claim is not shown
        record = replace(record, outcome="fails", message=f"{type(error).__name__}: {error}")
    if changed := untouched.broken(_LINKS):
        record = replace(record, outcome="fails", message=f"{changed[0]} was replaced meanwhile")
    return replace(record, seconds=time.perf_counter() - began)
