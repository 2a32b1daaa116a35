"""Compute the data of the figures that show a claim, and run the assertions on it."""

import time

from atensi.judging.findings import Drawn
from atensi.judging.records import Outcome, Record


def run_figures(wanted: set[str]) -> list[Record]:
    """Return a record for each figure and each wanted claim that it shows."""
    from figures.engine.figure import all_figures, check

    records = []
    for figure in all_figures():
        shown = [claim for claim in figure.shows if claim in wanted]
        if not shown:
            continue
        began, message, finding = time.perf_counter(), "", Drawn(figure.name)
        try:
            finding = Drawn(figure.name, **check(figure))
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
        seconds = (time.perf_counter() - began) / len(shown)
        outcome: Outcome = "fails" if message else "holds"
        records += [
            Record(claim, "figure", figure.where, outcome, seconds, message, finding=finding)
            for claim in shown
        ]
    return records
