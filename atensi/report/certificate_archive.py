"""The archive of a certificate: what it contains, and how it is written and read."""

import hashlib
import io
import json
import platform
import zipfile
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from atensi import __version__
from atensi.judging import ledger as ledgers
from atensi.report.seal import SHOWS, seal
from atensi.work.files import write_whole
from atensi.work.places import clone

FORMAT = "urn:atensi:certificate:2"
COPIED = ("version", "written", "seed", "subject", "fingerprint", "totals", "problems")
_LIMIT = 200_000_000  # bytes of a part; more is no certificate


class CertificateError(LookupError):
    """A file that is no certificate; the message says why."""


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
    path = place(target)
    write_whole(path, _packed(parts))
    return path


def place(target: str | None = None) -> Path:
    """Return where the archive is written."""
    default = ledgers.place().parent / f"atensi-{__version__}-certificate.zip"
    return Path(target) if target else default


def _summary(ledger, parts):
    return {
        "format": FORMAT,
        "project": "atensi",
        **{key: ledger[key] for key in COPIED},
        "seal": seal(ledger),
        "seal_shows": SHOWS,
        "environment": environment(),
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


def environment() -> dict[str, str]:
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
