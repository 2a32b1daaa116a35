"""Write files and folders whole, or not at all if something interrupts."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path


def must_be_writable(path: Path) -> None:
    """Raise what writing a file would raise, before there is anything to write."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _named(path):
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let an error name what was to be written, and not the name that it had meanwhile."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file at once: under another name first, so that no reader meets a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _named(path):
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    scratch = Path(name)
    try:
        with _named(path), os.fdopen(handle, "wb") as file:
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
    with _named(folder):
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
