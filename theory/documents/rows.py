"""Tables as text: a row a line, its parts between broken bars."""

from collections.abc import Iterator
from pathlib import Path

BAR = "\N{BROKEN BAR}"


def rows(path: Path, *parts: int) -> Iterator[tuple[int, list[str]]]:
    """Yield each row, of one of these lengths, with its line; after # stands a comment."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        row = [part.strip() for part in line.split(BAR)]
        if len(row) not in parts or not all(row):
            wanted = " or ".join(map(str, parts))
            raise ValueError(f"{path}:{number}: {len(row)} parts; expected {wanted}, none empty")
        yield number, row
