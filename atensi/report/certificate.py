"""A certificate: one archive with what a reviewer needs to repeat a run, and its check.

A certificate comes from a run of its own, never from a ledger on the disk: anyone who can write
files could have written that ledger. `seal` says what the certificate shows and cannot show.
"""

import contextlib
import hashlib
import io
import json
import platform
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from atensi import __version__
from atensi.judging import ledger as ledgers
from atensi.judging import selfcheck
from atensi.report import figure_files
from atensi.report.seal import SHOWS, differences, seal
from atensi.work.files import write_whole
from atensi.work.places import clone

FORMAT = "urn:atensi:certificate:2"
COPIED = ("version", "written", "seed", "subject", "fingerprint", "totals", "problems")
_LIMIT = 200_000_000  # bytes of a part; more is no certificate


class CertificateError(LookupError):
    """A file that is no certificate; the message says why."""


def make(seed: int | None = None, subject: str = "impl", target: str | None = None) -> int:
    """Run everything, draw the figures, pack both, and say what the seal is."""
    from atensi.running.whole_run import run

    problems = selfcheck.before()
    try:
        ledger, found = run((), seed, subject)
    except RuntimeError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 1
    problems += found
    path = write(ledger | {"problems": problems}, _drawn(), target)
    for sentence in problems:
        print(f"PROBLEM  {sentence}")
    print(f"seal: {seal(ledger)}\n{path}")
    return 1 if problems else 0


def write(ledger: dict[str, Any], figures: dict[str, str], target: str | None = None) -> Path:
    """Write the archive of a run, whole or not at all, and return its path.

    figures: the hashes of the figures' files, by name.
    """
    parts = {
        "ledger.json": _json(ledger),
        "figures.sha256": "".join(f"{digest}  {name}\n" for name, digest in figures.items()),
    }
    lock = clone() / "requirements.lock"
    if lock.exists():
        parts["requirements.lock"] = lock.read_text(encoding="utf-8")
    parts["certificate.json"] = _json(_summary(ledger, parts))
    place = ledgers.place().parent / f"atensi-{__version__}-certificate.zip"
    path = Path(target) if target else place
    write_whole(path, _packed(parts))
    return path


def _summary(ledger, parts):
    return {
        "format": FORMAT,
        "project": "atensi",
        **{key: ledger[key] for key in COPIED},
        "seal": seal(ledger),
        "seal_shows": SHOWS,
        "environment": _environment(),
        "commands": [
            "python3 -m venv .venv",
            ".venv/bin/python -m pip install --require-hashes -r requirements.lock",
            ".venv/bin/python -m pip install --no-deps --no-build-isolation -e .",
            f".venv/bin/atensi verify --seed {ledger['seed']} --subject {ledger['subject']}",
            ".venv/bin/atensi figures",
            ".venv/bin/atensi certificate --check FILE",
        ],
        "sha256": {name: _digest(text) for name, text in parts.items()},
    }


def _environment() -> dict[str, str]:
    """Return the versions of everything that takes part, and the kind of machine."""
    installed = {each.metadata["Name"].lower(): each.version for each in distributions()}
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        **{name: installed[name] for name in sorted(installed)},
    }


def _packed(parts: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(parts):  # with a fixed date: the same parts give the same bytes
            archive.writestr(zipfile.ZipInfo(name), parts[name].encode(), zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _json(value) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def read(file: str) -> dict[str, str]:
    """Return the parts of a certificate; refuse parts that differ from the certified ones."""
    try:
        with zipfile.ZipFile(file) as archive:
            large = [each.filename for each in archive.infolist() if each.file_size > _LIMIT]
            if large:
                raise CertificateError(f"{file}: {large[0]} is too large for a certificate")
            parts = {name: archive.read(name).decode() for name in archive.namelist()}
        summary = json.loads(parts["certificate.json"])
        wanted = summary["sha256"] if summary["format"] == FORMAT else None
        ledger = json.loads(parts["ledger.json"])
        own = {"seal": seal(ledger)} | {key: ledger[key] for key in COPIED} if wanted else {}
    except CertificateError:
        raise
    except OSError as error:
        raise CertificateError(f"{file}: {error.strerror or error}") from error
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        raise CertificateError(f"{file} is no certificate of atensi ({error!r})") from error
    if wanted is None:
        raise CertificateError(f"{file}: format {summary['format']!r}, expected {FORMAT!r}")
    for name, digest in wanted.items():
        if name not in parts or _digest(parts[name]) != digest:
            raise CertificateError(f"{file}: {name} is not the one that was certified")
    for key, value in own.items():
        if summary.get(key) != value:
            raise CertificateError(f"{file}: its {key} is not that of its ledger")
    return parts


def check(file: str) -> int:
    """Run everything again with the certificate's seed and say precisely what differs."""
    from atensi.running.whole_run import run

    parts = read(file)
    summary, there = json.loads(parts["certificate.json"]), json.loads(parts["ledger.json"])
    notes = list(_surroundings(summary, parts))
    try:
        here, problems = run((), there["seed"], there["subject"])
    except RuntimeError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 1
    found = [*differences(there, here), *_figures(parts["figures.sha256"]), *problems]
    if not found and seal(here) == summary["seal"]:
        print(f"seal: {summary['seal']}, the same here")
    for sentence in notes:
        print(f"note     {sentence}")
    for sentence in found:
        print(f"DIFFERS  {sentence}")
    pieces = sum(len(entry["evidence"]) for entry in there["claims"])
    drawn = parts["figures.sha256"].count("\n")
    if not found:
        print(
            f"{file}: {len(there['claims'])} verdicts, {pieces} pieces of evidence and {drawn} "
            "files of figures are the same here"
        )
    return 1 if found else 0


def _surroundings(summary, parts):
    """Say how the surroundings differ; that explains other differences, and is none itself."""
    here, there = _environment(), summary["environment"]
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
