"""Compute the data of the figures that show a claim, and run the assertions on it."""

import time


def run_figures(wanted):
    """Return a record for each figure and each wanted claim that it shows."""
    from figures.engine.figure import all_figures, check

    records = []
    for figure in all_figures():
        shown = [claim for claim in figure.shows if claim in wanted]
        if not shown:
            continue
        began, message, outcome, found = time.perf_counter(), "", "holds", {}
        try:
            found = check(figure)
        except Exception as error:
            outcome, message = "fails", f"{type(error).__name__}: {error}"
        seconds = (time.perf_counter() - began) / len(shown)
        for claim in shown:
            records.append({"claim": claim, "kind": "figure", "where": figure.where,
                            "outcome": outcome, "seconds": seconds, "message": message,
                            "figure": figure.name, **found})  # fmt: skip
    return records
