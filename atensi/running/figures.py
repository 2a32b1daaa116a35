"""Compute the data of the figures that show a claim, and run the assertions on it."""

import time

from atensi.judging.outcomes import Drawn
from atensi.judging.records import Outcome, Record
from atensi.running.kept import Kept
from atensi.work import reach
from atensi.work.pool import in_parallel


def run_figures(wanted: set[str], kept: Kept | None = None) -> list[Record]:
    """Return a record for each figure and each wanted claim that it shows."""
    from figures.engine.figure import all_figures

    shown = [each for each in all_figures() if wanted.intersection(each.shows)]
    places = {each.name: place for place, each in enumerate(shown)}
    checked = lambda due: (  # the last, of floats, take longest, and begin
        (places[name], records)
        for name, records in in_parallel(_checked, [shown[place].name for place in due[::-1]])
    )
    found = (kept or Kept()).complete(
        [f"figure {each.name}" for each in shown],
        [
            reach.key([reach.module_of(each.where), "figures.engine.figure", __name__])
            for each in shown
        ],
        checked,
    )
    return [each for records in found for each in records if each.claim in wanted]


def _checked(name: str) -> list[Record]:
    from figures.engine.figure import all_figures, check

    figure = next(each for each in all_figures() if each.name == name)
    began, message, finding = time.perf_counter(), "", Drawn(figure.name)
    try:
        finding = Drawn(figure.name, **check(figure))
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
    seconds = (time.perf_counter() - began) / len(figure.shows)
    outcome: Outcome = "fails" if message else "holds"
    return [
        Record(claim, "figure", figure.where, outcome, seconds, message, finding=finding)
        for claim in figure.shows
    ]
