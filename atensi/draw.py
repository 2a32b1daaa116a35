"""Draw figures on all cores, each in its languages; what is drawn has passed its assertions."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from atensi import ledger
from atensi.gather import unknown
from atensi.progress import Progress


def draw(names, lang=None, width=10.5, folder=None) -> int:
    """Draw the named figures (none: all), into `build/figures/` by default; return an exit code."""
    from figures.book import all_figures

    known = {figure.name: figure for figure in all_figures()}
    for name in names:
        if name not in known:
            raise LookupError(unknown("figure", name, known))
    work = [(name, each) for name in names or known for each in ([lang] if lang else ["en", "id"])]
    folder = folder or ledger.place().parent / "figures"
    progress, refused = Progress("figures", len(work)), []
    with ProcessPoolExecutor(max_workers=min(len(work), os.cpu_count() or 1)) as pool:
        try:
            futures = {pool.submit(_draw_one, *job, folder, width): job for job in work}
            for future in as_completed(futures):
                try:
                    future.result()
                except AssertionError as error:
                    refused.append(str(error))
                progress.step(futures[future][0])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            progress.close()
    for sentence in dict.fromkeys(refused):
        print(f"atensi: {sentence}", file=sys.stderr)
    print(f"{len(work) - len(refused)} of {len(work)} figures in {folder}")
    return 1 if refused else 0


def _draw_one(name, lang, folder, width):
    from figures.book import all_figures, save

    figure = next(each for each in all_figures() if each.name == name)
    save(figure, folder, lang, width)
