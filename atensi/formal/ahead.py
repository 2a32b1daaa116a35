"""Let the checker read files while the environment is set up, which keeps one core busy.

It needs nothing but Python's own library, and reads all that does not rest on a statement that is
generated. `make` starts it beside the installer; it ends with the shell that both run in. What is
compiled by then is kept, and the first run takes it as it takes what any earlier one compiled.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from atensi.formal import built
from atensi.formal import proof_texts as texts
from atensi.formal.checker import build, coqc
from atensi.formal.proof_tables import ROCQ


class _EnoughError(Exception):
    """Nobody waits any more."""


def ahead(goes_on: Callable[[], bool], folder: Path = ROCQ, kept: Path | None = None) -> None:
    """Compile what needs no statement of a claim, as long as one waits, and keep it."""
    kept = kept or built.place()

    def step(_: str) -> None:
        if not goes_on():
            raise _EnoughError

    with tempfile.TemporaryDirectory(prefix="atensi-rocq-") as name:
        fresh = Path(name)
        for path in folder.glob("*.v"):
            shutil.copy(path, fresh)
        left = {path.stem for path in fresh.glob("*.v")} - built.take(fresh, kept)
        if files := {file for file in left if not _is_generated(file, fresh)}:
            with suppress(_EnoughError):
                build(fresh, files, step)
            built.keep(fresh, kept)


def _is_generated(file: str, folder: Path) -> bool:
    return any(each.startswith("said_") for each in texts.needed({file}, folder))


def main(shell: int) -> None:
    """Compile until the shell that started this process has ended."""
    if coqc() is not None:
        ahead(lambda: os.getppid() == shell)


if __name__ == "__main__":
    main(int(sys.argv[1]))
