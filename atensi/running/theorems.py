"""Check the formal proofs, or read the record of a machine that has the checker."""

import hashlib
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from atensi.formal import built, gate
from atensi.formal.broken import try_all
from atensi.formal.checker import coqc, installed
from atensi.formal.checker_record import recorded, remember
from atensi.formal.gate import Checked
from atensi.formal.proof_tables import ROCQ, table
from atensi.formal.proof_texts import needed, proof_of
from atensi.formal.word_for_word import generated, with_variables
from atensi.judging.outcomes import Theorem
from atensi.judging.records import Outcome, Record
from atensi.running.kept import Kept
from atensi.work import reach
from atensi.work.message import message, tell
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from proofs.engine.duty_view import has_values
from proofs.engine.stated import stated

AT_A_TIME = 25  # claims, of which one process reads the record


def run_formal(
    wanted: set[str],
    folder: Path = ROCQ,
    here: bool = True,
    afresh: bool = False,
    kept: Kept | None = None,
) -> list[Record]:
    """Return what the ledger says of the theorems of the wanted claims: checked, or recorded."""
    if coqc() is None or not here:
        claims = sorted(wanted)
        some = [(claims[k : k + AT_A_TIME], folder) for k in range(0, len(claims), AT_A_TIME)]
        return [each for _, records in in_parallel(_of_record, some) for each in records]
    proved = list(dict.fromkeys(each.claim for each in table(folder) if each.claim in wanted))
    asked = kept or Kept()
    found = asked.complete(
        [f"theorems of {claim}" for claim in proved],
        _keys(proved, folder),
        lambda due: _check({proved[job]: job for job in due}, folder, afresh),
    )
    return [record for records in found for record in records]


def _of_record(job: tuple[list[str], Path]) -> list[Record]:
    """Return what the record of another machine says of the theorems of some claims."""
    wanted, folder = job
    return [_record(each, folder) for each in recorded(set(wanted), folder)]


def _keys(proved: list[str], folder: Path) -> list[str]:
    """Return for each claim a hash of what its theorems rest on: sources, tables, the checker."""
    files: dict[str, set[str]] = {claim: set() for claim in proved}
    for each in table(folder):
        files.setdefault(each.claim, set()).add(each.file)
    tables = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))]
    common = reach.key([__name__], "\n".join([*tables, installed() if proved else ""]))
    sources = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.v")}
    keys = []
    for claim in proved:
        models = {each.file for each in gate.models_of(files[claim], folder)}
        texts = [sources[file] for file in sorted(needed(files[claim] | models, folder))]
        texts += [each.text for each in generated(claim).values()]
        keys.append(hashlib.sha256("\0".join([common, *texts]).encode()).hexdigest())
    return keys


def _check(jobs: dict[str, int], folder: Path, afresh: bool) -> Iterator[tuple[int, list[Record]]]:
    """Let the checker judge the theorems of some claims; yield what it says of each."""
    tell("formal proofs, in Coq")
    began = time.perf_counter()
    progress = Progress(message("formal proofs"), 0)
    try:
        earlier = None if afresh or folder != ROCQ else built.place()
        checked = gate.check(set(jobs), folder, step=progress.step, earlier=earlier)
    finally:
        progress.close()
    seconds = (time.perf_counter() - began) / len(checked)
    of = [[each for each in checked if each.theorem.claim == claim] for claim in jobs]
    for several, records in in_parallel(partial(_records, folder, seconds), of):
        yield jobs[several[0].theorem.claim], records


def _records(folder: Path, seconds: float, several: list[Checked]) -> list[Record]:
    return [_record(each, folder, seconds) for each in several]


def _record(each: Checked, folder: Path, seconds: float = 0.0) -> Record:
    """Return what the ledger says of a theorem."""
    theorem, proof = each.theorem, proof_of(each.theorem, folder)
    own = theorem.duties if not each.message else ()
    shown = [duty for duty in own if has_values(stated(theorem.claim), duty)]
    outcome: Outcome = "not run here" if each.is_stale else "fails" if each.message else "holds"
    assumes = each.assumes or "no axioms"
    says = with_variables(theorem, each.statement, folder)
    return Record(
        theorem.claim,
        "formal",
        f"proofs/rocq/{theorem.file}.v:{proof.line}",
        outcome,
        seconds,
        f"{theorem.claim}: {each.message}" if outcome == "fails" else each.message,
        finding=Theorem(theorem.name, says, proof.lines, assumes, each.recorded, tuple(shown)),
    )


def check_all() -> int:
    """Check everything; say what is wrong, or record the result; return an exit code."""
    if coqc() is None:
        raise LookupError("formal: coqc is not installed; README.md says which packages it needs")
    began = time.monotonic()
    progress = Progress(message("formal proofs"), 0)
    with tempfile.TemporaryDirectory(prefix="atensi-rocq-") as name:
        checked = gate.check(step=progress.step, keep=Path(name))
        wrong = [f"{each.theorem.claim}: {each.message}" for each in checked if each.message]
        definitions = [] if wrong else try_all(Path(name), progress.step)
        built.keep(Path(name), built.place())
    progress.close()
    wrong += [each.message for each in definitions if each.message]
    if wrong:
        print("\n".join(f"PROBLEM  {sentence}" for sentence in wrong))
        return 1
    remember(checked, definitions)
    theorems = [each for each in checked if not each.theorem.is_model]
    claims = {each.theorem.claim for each in theorems}
    free = claims - {each.theorem.claim for each in theorems if each.assumes}
    print(
        f"{len(theorems)} theorems prove {len(claims)} claims, {len(free)} of them without any "
        f"axiom; {len(definitions)} broken definitions are refused "
        f"({time.monotonic() - began:.0f} s)"
    )
    return 0
