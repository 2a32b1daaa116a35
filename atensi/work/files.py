"""Write files and folders whole, or not at all if something interrupts."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file at once: under another name first, so that no reader meets a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    scratch = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        scratch.chmod(0o644)  # mkstemp lets nobody else read
        scratch.replace(path)
    except BaseException:  # also an interruption: leave nothing behind
        scratch.unlink(missing_ok=True)
        raise


@contextmanager
def folder_whole(folder: Path) -> Iterator[Path]:
    """Give a scratch folder to fill, and put it in place of the old one once it is whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    old = scratch.with_name(f"{scratch.name}.old")
    try:
        yield scratch
        scratch.chmod(0o755)  # mkdtemp lets nobody else read
        if folder.exists():
            folder.replace(old)
        scratch.replace(folder)
    except BaseException:
        if old.exists():
            old.replace(folder)
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)
