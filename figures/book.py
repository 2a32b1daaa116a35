"""All figures: what each shows, what its data must satisfy, and how it is saved."""

import csv
import importlib
import io
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from theory.claim import Words, here

CHAPTERS = ("softmax", "lookup", "kernel")
SUFFIXES = ("pdf", "svg", "png")


class FigureError(AssertionError):
    """Data that a figure refuses to draw."""


@dataclass(frozen=True)
class Figure:
    """A picture of claims: its data, what they must satisfy, and the drawing."""

    name: str
    shows: tuple[str, ...]
    caption: Words
    compute: Callable[[], dict[str, Any]]
    demands: Callable[[dict[str, Any]], Iterator[tuple[str, bool]]]
    draw: Callable[[Any, dict[str, Any], str], None]
    height: float = 6.0  # cm
    where: str = field(default_factory=lambda: here(3))


def all_figures() -> tuple[Figure, ...]:
    """Return the figures, chapter by chapter."""
    modules = (importlib.import_module(f"figures.{chapter}") for chapter in CHAPTERS)
    return tuple(figure for module in modules for figure in module.FIGURES)


def accept(figure: Figure, data: dict[str, Any]) -> int:
    """Return how many demands the data satisfy; refuse data that break one."""
    count = 0
    for sentence, satisfied in figure.demands(data):
        count += 1
        if not satisfied:
            raise FigureError(f"figure {figure.name}: not so: {sentence}")
    if not count:
        raise FigureError(f"figure {figure.name}: it demands nothing of its data")
    return count


def check(figure: Figure) -> dict[str, Any]:
    """Compute the data and count what they satisfy, without drawing."""
    return {"assertions": accept(figure, figure.compute())}


def save(figure: Figure, folder: Path, lang: str, width: float) -> None:
    """Write the figure in all formats, and its data; each file whole or not at all."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Canvas

    from figures.style import CM, style

    data = figure.compute()
    accept(figure, data)
    with style():
        canvas = Canvas(figsize=(width * CM, figure.height * CM))
        FigureCanvasAgg(canvas)
        figure.draw(canvas, data, lang)
        for suffix in SUFFIXES:
            buffer = io.BytesIO()
            canvas.savefig(buffer, format=suffix, dpi=300, metadata=_metadata(figure, suffix))
            _write(folder / lang / f"{figure.name}.{suffix}", buffer.getvalue())
    _write(folder / "data" / f"{figure.name}.csv", _table(data))


def _metadata(figure, suffix):
    """Name the claims; leave the date out, so that the same data make the same bytes."""
    title = f"atensi: {figure.name} ({', '.join(figure.shows)})"
    if suffix == "pdf":
        return {"Title": title, "CreationDate": None}
    return {"Title": title, "Date": None} if suffix == "svg" else {"Title": title}


def _table(data):
    """Return the arrays and numbers of the data as rows: name, place, value."""
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\n")
    rows.writerow(["name", "place", "value"])
    for name, value in data.items():
        if not hasattr(value, "shape"):
            rows.writerow([name, "", repr(value)])
            continue
        for place in _places(value.shape):
            rows.writerow([name, " ".join(map(str, place)), repr(float(value[place]))])
    return stream.getvalue().encode()


def _places(shape):
    from numpy import ndindex

    return ndindex(*shape)


def _write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
