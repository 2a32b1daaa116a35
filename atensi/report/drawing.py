"""Draw figures on all cores, each in its languages; what is drawn has passed its assertions."""

import sys
from importlib.metadata import version

from atensi import __version__
from atensi.judging import ledger
from atensi.judging.registry import unknown
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from theory.language import languages

READ = ("figures", "impl", "theory", "proofs/arrays")
MADE = f"atensi {__version__}"


def draw(names, lang=None, width=10.5, folder=None) -> int:
    """Draw the figures, by default into `build/figures/`: the named, or all not up to date.

    Returns an exit code.
    """
    from figures import captions, saving
    from figures.book import all_figures

    known = {figure.name: figure for figure in all_figures()}
    for name in names:
        if name not in known:
            raise LookupError(unknown("figure", name, known))
    langs = [lang] if lang else list(languages())
    folder = folder or ledger.place().parent / "figures"
    source = _source(width)
    work = [(name, each) for name in names or known for each in langs]
    due = [job for job in work if names or not saving.is_drawn(folder, *job, source)]
    refused = _all(due, folder, width, source)
    for each in langs:
        saving.write(folder / each / "book.tex", captions.book(known.values(), each).encode())
    for sentence in refused:
        print(f"atensi: {sentence}", file=sys.stderr)
    fresh = f", {len(work) - len(due)} up to date" if len(due) < len(work) else ""
    print(f"{len(due) - len(refused)} of {len(due)} figures drawn in {folder}{fresh}")
    return 1 if refused else 0


def _source(width):
    """Return a hash of all that a figure is drawn from: code, packages, width."""
    packages = [f"{name} {version(name)}" for name in ("matplotlib", "numpy", "sympy")]
    return ledger.fingerprint(READ, f"{MADE}, {width} cm, {', '.join(packages)}")


def _all(jobs, folder, width, source):
    """Draw on all cores, one alone in this process; return the sentences of what is refused."""
    work = [(job, folder, width, source) for job in jobs]
    if len(jobs) <= 2:
        return list(filter(None, map(_one, work)))
    progress, refused = Progress("figures", len(jobs)), []
    try:
        for (job, *_), sentence in in_parallel(_one, work):
            refused += [sentence] if sentence else []
            progress.step(job[0])
    finally:
        progress.close()
    return list(dict.fromkeys(refused))


def _one(work):
    """Draw a figure in a language; return the assertion that it fails, if it does."""
    from figures import saving
    from figures.book import FigureError, all_figures, save

    (name, lang), folder, width, source = work
    figure = next(each for each in all_figures() if each.name == name)
    try:
        paths = save(figure, folder, lang, width, MADE)
    except FigureError as error:
        return str(error)
    saving.note(folder, name, lang, source, paths)
    return ""
