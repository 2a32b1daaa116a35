"""A certificate: one archive with what a reviewer needs to repeat a run, and its check.

A certificate comes from a run of its own, never from a ledger on the disk: anyone who can write
files could have written that ledger. `seal` says what the certificate shows and cannot show.
"""

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from atensi.judging import ledger as ledgers
from atensi.judging import selfcheck
from atensi.judging.typed_in import typed_verdicts
from atensi.report import figure_files
from atensi.report.certificate_archive import environment, place, read, write
from atensi.report.seal import differences, seal
from atensi.work.files import must_be_writable
from atensi.work.places import clone


def make(seed: int | None = None, subject: str = "impl", target: str | None = None) -> int:
    """Run everything, draw the figures, pack both, and say what the seal is."""
    from atensi.running.whole_run import run

    must_be_writable(place(target))
    problems = [*dict.fromkeys(typed_verdicts()), *selfcheck.before()]
    try:
        ledger, others = run((), seed, subject, afresh=True)
    except RuntimeError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 1
    problems += others
    path = write(ledger | {"problems": problems}, _drawn(), target)
    for sentence in problems:
        print(f"PROBLEM  {sentence}")
    print(f"seal: {seal(ledger)}\n{path}")
    return 1 if problems else 0


def check(file: str) -> int:
    """Run everything again with the certificate's seed and say precisely what differs."""
    from atensi.running.whole_run import run

    parts = read(file)
    summary, there = json.loads(parts["certificate.json"]), json.loads(parts["ledger.json"])
    notes = list(_surroundings(summary, parts))
    try:
        seeds = there.get("seeds", 1)
        here, problems = run((), there["seed"], there["subject"], afresh=True, seeds=seeds)
    except RuntimeError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 1
    sentences = [*differences(there, here), *_figures(parts["figures.sha256"]), *problems]
    if not sentences and seal(here) == summary["seal"]:
        print(f"seal: {summary['seal']}, the same here")
    for sentence in notes:
        print(f"note     {sentence}")
    for sentence in sentences:
        print(f"DIFFERS  {sentence}")
    pieces = sum(len(entry["evidence"]) for entry in there["claims"])
    drawn = parts["figures.sha256"].count("\n")
    if not sentences:
        print(
            f"{file}: {len(there['claims'])} verdicts, {pieces} pieces of evidence and {drawn} "
            "files of figures are the same here"
        )
    return 1 if sentences else 0


def _surroundings(summary, parts):
    """Say how the surroundings differ; that explains other differences, and is none itself."""
    here, there = environment(), summary["environment"]
    for name in sorted(here.keys() | there.keys()):
        if here.get(name) != there.get(name):
            yield f"{name}: {there.get(name, 'absent')} there, {here.get(name, 'absent')} here"
    if summary["fingerprint"] != ledgers.fingerprint():
        yield "the code here is not the code that was certified (other fingerprint)"
    lock = clone() / "requirements.lock"
    own = lock.read_text(encoding="utf-8") if lock.exists() else None
    if own != parts.get("requirements.lock"):
        yield "requirements.lock is another one here"


def _figures(certified: str) -> Iterator[str]:
    """Say which figures differ when they are drawn afresh."""
    lines = [line.partition("  ") for line in certified.splitlines()]
    wanted, drawn = {name: digest for digest, _, name in lines}, _drawn()
    for name in sorted(wanted.keys() | drawn.keys()):
        if wanted.get(name) != drawn.get(name):
            here = drawn.get(name, "not drawn")[:12]
            yield f"figures/{name}: {wanted.get(name, 'not certified')[:12]} there, {here} here"


def _drawn() -> dict[str, str]:
    """Draw all figures afresh, elsewhere, and return their files' hashes."""
    from atensi.report.drawing import draw

    with tempfile.TemporaryDirectory(prefix="atensi-figures-") as scratch:
        with contextlib.redirect_stdout(io.StringIO()):
            draw([], folder=Path(scratch))
        return figure_files.hashes(Path(scratch))
