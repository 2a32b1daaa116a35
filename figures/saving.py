"""The one place that writes figures: whole files, and the same bytes in every run."""

import csv
import hashlib
import io
import json
import os
import tempfile

import numpy as np

from figures import captions, style
from theory.language import translated


def save(figure, data, folder, lang, width, made):
    """Render everything first, then put each file in its place at once; return the paths."""
    files = {folder / "data" / f"{figure.name}.csv": table(data)}
    for kind, content in render(figure, data, lang, width, made).items():
        files[folder / lang / f"{figure.name}.{kind}"] = content
    tex = captions.environment(figure, lang, made).encode()
    files[folder / lang / f"{figure.name}.tex"] = tex
    for path, content in files.items():
        write(path, content)
    return list(files)


def render(figure, data, lang, width, made="", kinds=("pdf", "svg", "png")):
    """Return the bytes of each format."""
    rendered, metadata = {}, _metadata(figure, lang, made)
    for kind in kinds:
        # A canvas for each: a layout that was adjusted for one format would shift in the next.
        with style.canvas(width, figure.height) as canvas:
            figure.draw(canvas, data, lang)
            buffer = io.BytesIO()
            canvas.savefig(buffer, format=kind, metadata=metadata[kind])
        rendered[kind] = buffer.getvalue()
    return rendered


def _metadata(figure, lang, made):
    """Return what a file says of itself; dates would differ from run to run."""
    claims = f"Claims: {', '.join(figure.shows)}"
    caption = captions.as_text(translated(figure.caption, lang))
    return {
        "pdf": {"CreationDate": None, "Title": figure.name, "Creator": made, "Subject": caption,
                "Keywords": claims},
        "svg": {"Date": None, "Title": figure.name, "Creator": made, "Description": caption,
                "Keywords": list(figure.shows)},
        "png": {"Title": figure.name, "Software": made, "Description": caption,
                "Comment": claims},
    }  # fmt: skip


def table(data):
    """Return the data as CSV, a value a line, with digits enough to get each float back."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["quantity", "index", "value"])
    for name, array in data.items():
        for index, value in np.ndenumerate(array):
            plain = value.item()
            shown = plain if isinstance(plain, str) else repr(plain)
            writer.writerow([name, " ".join(map(str, index)), shown])
    return text.getvalue().encode()


def write(path, content):
    """Write a file at once: under another name first, so that no reader meets a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = type(path)(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.chmod(0o644)  # mkstemp lets nobody else read
        temporary.replace(path)
    except BaseException:  # also an interruption: leave nothing behind
        temporary.unlink(missing_ok=True)
        raise


def stamp(folder, name, lang):
    """Return the path of the note of what a figure was drawn from, and of what it is made of."""
    return folder / ".drawn" / f"{name}.{lang}.json"


def is_drawn(folder, name, lang, source):
    """Say whether the figure stands there as it was drawn from that source."""
    try:
        noted = json.loads(stamp(folder, name, lang).read_text())
        return noted["source"] == source and all(
            digest(folder / path) == expected for path, expected in noted["files"].items()
        )
    except (OSError, ValueError, KeyError):
        return False


def note(folder, name, lang, source, paths):
    """Write down what a figure was drawn from, and the digests of its files."""
    files = {path.relative_to(folder).as_posix(): digest(path) for path in paths}
    content = json.dumps({"source": source, "files": files}, indent=1)
    write(stamp(folder, name, lang), content.encode())


def digest(path):
    """Return the hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
