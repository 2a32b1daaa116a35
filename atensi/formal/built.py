"""What an earlier build made of files that have not changed since, so that it is not made again.

A file is taken if it, all that it needs and the checker are the same. The checker still reads what
is taken: it is asked what the theorems say and assume, and each compiled file names the compiled
files that it rests on. `atensi formal` and a certificate take nothing.
"""

import shutil
from pathlib import Path

from atensi.formal import proof_texts as texts
from atensi.formal.checker import installed
from atensi.work import places
from atensi.work.files import folder_whole

CHECKER = "checker.txt"


def place() -> Path:
    """Return the folder that builds are kept in."""
    return places.build() / "rocq"


def take(fresh: Path, kept: Path) -> set[str]:
    """Copy the compiled files that are still good to a folder of sources; return their names."""
    checker = kept / CHECKER
    if not checker.exists() or checker.read_text(encoding="utf-8") != installed():
        return set()
    sources = {path.stem: path.read_bytes() for path in fresh.glob("*.v")}
    same = {file for file, text in sources.items() if _is(kept / f"{file}.v", text)}
    good = {
        file
        for file in same
        if (kept / f"{file}.vo").exists() and texts.needed({file}, fresh) <= same
    }
    for file in good:
        shutil.copy(kept / f"{file}.vo", fresh)
    return good


def _is(path: Path, text: bytes) -> bool:
    return path.exists() and path.read_bytes() == text


def keep(fresh: Path, kept: Path) -> None:
    """Keep the compiled files of a folder, with their sources."""
    with folder_whole(kept) as scratch:
        for path in (*fresh.glob("*.vo"), *fresh.glob("*.v")):
            shutil.copy(path, scratch)
        (scratch / CHECKER).write_text(installed(), encoding="utf-8")
