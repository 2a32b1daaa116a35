"""Tables as text: a row a line, its parts between broken bars."""

from collections.abc import Iterator
from pathlib import Path

BAR = "\N{BROKEN BAR}"


def rows(path: Path, parts: int) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the number of its line; a line that begins with # is a comment."""
    if not path.exists():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        row = [part.strip() for part in line.split(BAR)]
        if len(row) != parts or not all(row):
            raise ValueError(f"{path}:{number}: {len(row)} parts; expected {parts}, none empty")
        yield number, row
