"""The figures as files, and their hashes. Missing and outdated ones are drawn first."""

import contextlib
import hashlib
import sys
from pathlib import Path

from atensi.report.drawing import SHARP, draw


def ready(folder: Path) -> dict[str, str]:
    """Return the hash of each figure file in the folder, by name; draw first where needed.

    Those that stay sharp at any size, as the report has no others.
    """
    with contextlib.redirect_stdout(sys.stderr):  # the ledger may go to standard output
        if draw([], folder=folder, kinds=SHARP):
            raise RuntimeError("report: a figure was refused; the line above says why")
    return hashes(folder)


def hashes(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of the figures, by its path in the folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.*"))
        if path.is_file() and not any(part.startswith(".") for part in path.parts)
    }
