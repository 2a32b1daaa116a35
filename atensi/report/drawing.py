"""Draw figures on all cores, in each language, once their data pass their assertions."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from atensi import __version__
from atensi.judging import ledger
from atensi.judging.registry import unknown
from atensi.work import reach
from atensi.work.files import write_whole
from atensi.work.message import message
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from figures.engine import KINDS
from theory.language import languages

MADE = f"atensi {__version__}"
SHARP = KINDS[:2]  # at any size


def draw(names, lang=None, width=10.5, folder=None, kinds=KINDS) -> int:
    """Draw the figures, by default into `build/figures/`: the named, or all not up to date.

    kinds: of files. Returns an exit code.
    """
    from figures.engine import captions
    from figures.engine.figure import all_figures

    known = {figure.name: figure for figure in all_figures()}
    for name in names:
        if name not in known:
            raise LookupError(unknown("figure", name, known))
    langs = [lang] if lang else list(languages())
    folder = folder or ledger.place().parent / "figures"
    sources = {name: _origin(figure, width) for name, figure in known.items()}
    work = [(name, each) for name in names or known for each in langs]
    due = [job for job in work if names or not is_drawn(folder, *job, sources[job[0]], kinds)]
    refused = _all(_together(due), folder, width, sources, kinds)
    for each in langs:
        write_whole(folder / each / "book.tex", captions.book(known.values(), each))
    for sentence in refused:
        print(f"atensi: {sentence}", file=sys.stderr)
    fresh = f", {len(work) - len(due)} up to date" if len(due) < len(work) else ""
    done = sum(is_drawn(folder, *job, sources[job[0]], kinds) for job in due)
    print(f"{done} of {len(due)} figures drawn in {folder}{fresh}")
    return 1 if refused else 0


def save(figure: Any, folder: Path, lang: str, data: Any = None, **how: Any) -> list[Path]:
    """Write a figure's files, once all of them are rendered; return their paths.

    data: of the figure, if it has been computed.
    """
    from figures.engine.rendering import files

    made = files(figure, lang, data, **how)
    made = {folder / path: content for path, content in made.items()}
    for path, content in made.items():
        write_whole(path, content)
    return list(made)


def is_drawn(folder: Path, name: str, lang: str, source: str, kinds=KINDS) -> bool:
    """Say whether the folder has the figure, drawn from this code, and unchanged since."""
    try:
        noted = json.loads(_note(folder, name, lang).read_text())
        files = noted["files"]
        return (
            noted["source"] == source
            and {f"{lang}/{name}.{kind}" for kind in kinds} <= files.keys()
            and all(_digest(folder / path) == expected for path, expected in files.items())
        )
    except (OSError, ValueError, KeyError):
        return False


def note(folder: Path, name: str, lang: str, source: str, paths: list[Path]) -> None:
    """Write down what a figure was drawn from, and the digests of its files."""
    files = {path.relative_to(folder).as_posix(): _digest(path) for path in paths}
    noted = {"source": source, "files": files}
    write_whole(_note(folder, name, lang), json.dumps(noted, indent=1))


def _note(folder, name, lang):
    return folder / ".drawn" / f"{name}.{lang}.json"


def _digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _origin(figure, width):
    """Return a hash of the code, the packages, the texts and the width that a figure has."""
    module = reach.module_of(figure.where)
    return reach.key([module, "figures.engine.rendering"], f"{MADE}, {width} cm")


def _together(jobs):
    """Return each figure with its languages: its data are computed once for all of them."""
    found: dict[str, list[str]] = {}
    for name, lang in jobs:
        found.setdefault(name, []).append(lang)
    return list(found.items())


def _all(jobs, folder, width, sources, kinds):
    """Draw on all cores, or in this process one figure alone; return why figures are refused."""
    longest_first = jobs[::-1]  # those of floats stand last
    work = [(job, folder, width, sources[job[0]], kinds) for job in longest_first]
    if len(jobs) == 1:
        return list(filter(None, map(_one, work)))
    progress, refused = Progress(message("figures"), len(jobs)), []
    try:
        for (job, *_), sentence in in_parallel(_one, work):
            refused += [sentence] if sentence else []
            progress.step(job[0])
    finally:
        progress.close()
    return refused


def _one(work):
    """Draw a figure in some languages; return the assertion that it fails, if it does."""
    from figures.engine.assertions import FigureError
    from figures.engine.figure import all_figures

    (name, langs), folder, width, source, kinds = work
    figure = next(each for each in all_figures() if each.name == name)
    try:
        data = figure.data()
    except FigureError as error:
        return str(error)
    for lang in langs:
        made = save(figure, folder, lang, data, width=width, made=MADE, kinds=kinds)
        for kind in {*KINDS} - {*kinds}:  # which would show an earlier figure
            (folder / lang / f"{name}.{kind}").unlink(missing_ok=True)
        note(folder, name, lang, source, made)
    return ""
