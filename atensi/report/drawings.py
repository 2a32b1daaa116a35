"""The figures as files: drawn when they are not there, or not by the present code."""

import contextlib
import hashlib
import json
import sys
from importlib.metadata import version
from pathlib import Path

from atensi.gather import clone

_READ = ("figures", "impl", "theory")
_PACKAGES = ("matplotlib", "numpy")
STAMP = ".drawn.json"


def ready(folder: Path) -> dict[str, str]:
    """Return the hash of each figure file in the folder, by name; draw first where needed."""
    stamp = folder / STAMP
    inputs, files = _inputs(), hashes(folder)
    drawn = json.loads(stamp.read_text()) if stamp.exists() else None
    if not files or drawn != {"inputs": inputs, "files": files}:
        from atensi.draw import draw

        with contextlib.redirect_stdout(sys.stderr):  # the ledger may go to standard output
            if draw([]):
                raise RuntimeError("report: a figure was refused; its sentence stands above")
        files = hashes(folder)
        stamp.write_text(json.dumps({"inputs": inputs, "files": files}))
    return files


def hashes(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of the figures, by its path in the folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.*"))
        if path.is_file() and not path.name.startswith(".")
    }


def _inputs() -> str:
    """Return a hash of the code that draws, and of the versions it draws with."""
    digest = hashlib.sha256(" ".join(map(version, _PACKAGES)).encode())
    root = clone()
    for name in _READ:
        folder = root / name if (root / name).is_dir() else root.parent.parent / name
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()
