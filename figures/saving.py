"""The one place that writes figures: whole files, and the same bytes in every run."""

import csv
import io
import os
import tempfile
from pathlib import Path

import numpy as np

from figures import style

# Dates would differ from run to run; the rest of the metadata is the same.
METADATA = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}


def save(figure, data, folder, lang, width):
    """Render everything first, then put each file in its place at once."""
    files = {folder / "data" / f"{figure.name}.csv": table(data)}
    for kind, content in render(figure, data, lang, width).items():
        files[folder / lang / f"{figure.name}.{kind}"] = content
    for path, content in files.items():
        write(path, content)
    return list(files)


def render(figure, data, lang, width):
    """Return the bytes of each format."""
    rendered = {}
    for kind, metadata in METADATA.items():
        # A canvas for each: a layout that was adjusted for one format would shift in the next.
        with style.canvas(width, figure.height) as canvas:
            figure.draw(canvas, data, lang)
            buffer = io.BytesIO()
            canvas.savefig(buffer, format=kind, metadata=metadata)
        rendered[kind] = buffer.getvalue()
    return rendered


def table(data):
    """Return the data as CSV, a number a line, with digits enough to get each float back."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["quantity", "index", "value"])
    for name, array in data.items():
        for index, value in np.ndenumerate(array):
            writer.writerow([name, " ".join(map(str, index)), repr(value.item())])
    return text.getvalue().encode()


def write(path, content):
    """Write a file at once: under another name first, so that no reader meets a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.chmod(0o644)  # mkstemp lets nobody else read
        temporary.replace(path)
    except BaseException:  # also an interruption: leave nothing behind
        temporary.unlink(missing_ok=True)
        raise
