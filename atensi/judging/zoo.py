"""Which claim rejects which wrong implementation, by the ledger."""

import importlib
import sys
from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np

from atensi.work.places import clone
from theory.language import translated


def of_tests(name):
    """Return a module of `tests`. These are not installed; they belong to the clone."""
    if str(clone()) not in sys.path:
        sys.path.insert(0, str(clone()))
    return importlib.import_module(f"tests.{name}")


@cache
def own_functions() -> dict[str, Any]:
    """Return the functions of `impl` by their names."""
    return of_tests("helpers.subject").load("impl").functions


def specimens():
    """Return all specimens, chapter by chapter."""
    for path in sorted((clone() / "tests" / "zoo").glob("[a-z]*.py")):
        of_tests(f"zoo.{path.stem}")
    return of_tests("zoo").SPECIMENS


def rejections(ledger) -> dict[str, set[str]]:
    """Return for each claim the specimens that its properties and statistics reject."""
    rejected_by: dict[str, set[str]] = defaultdict(set)
    for entry in ledger["claims"]:
        for record in entry["evidence"]:
            if record.get("rejects"):
                rejected_by[entry["id"]] |= set(record["rejects"])
    return dict(rejected_by)


def smallest_cover(rejected_by: dict[str, set[str]], names: list[str]) -> list[str]:
    """Return as few claims as reject all the specimens together, by integer programming."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    claims = sorted(rejected_by)
    hits = np.asarray(
        [[name in rejected_by[claim] for claim in claims] for name in names], dtype=float
    )
    hits = hits[hits.any(axis=1)]
    solved = milp(
        c=np.ones(len(claims)),
        constraints=LinearConstraint(hits, lb=1),
        integrality=np.ones(len(claims)),
        bounds=Bounds(0, 1),
    )
    if not solved.success:
        raise RuntimeError(f"zoo: the smallest set was not found: {solved.message}")
    return [claim for claim, taken in zip(claims, solved.x, strict=True) if taken > 1 / 2]


def by_function():
    """Return the specimens, by the function that they replace."""
    animals = specimens()
    return {
        function: [each for each in animals if each.replaces == function]
        for function in dict.fromkeys(each.replaces for each in animals)
    }


def described(specimen, lang="en") -> str:
    """Return a line on a specimen: its name, its bug, the thread that reports it, and its year."""
    year = f", {specimen.year}" if specimen.year else ""
    thread = f" ({specimen.thread}{year})" if specimen.thread else ""
    return f"{specimen.name}: {translated(specimen.bug, lang)}{thread}"


def matrix(ledger, lang="en"):
    """Return the lines of the matrix, the smallest set of claims, and the unrejected specimens.

    For each function a row a claim and a column a specimen: claims are many, specimens few.
    """
    rejected_by, lines = rejections(ledger), []
    for function, own in by_function().items():
        caged = {each.name for each in own}
        rows = sorted(claim for claim, rejected in rejected_by.items() if rejected & caged)
        lines.append(f"{function}:")
        lines += [f"  {k:>3}  {described(each, lang)}" for k, each in enumerate(own, 1)]
        lines.append(_row(f"{k:>2}" for k in range(1, len(own) + 1)))
        for claim in rows:
            marks = (" x" if each.name in rejected_by[claim] else " ." for each in own)
            lines.append(f"{_row(marks)}  {claim}")
        lines.append("")
    return lines, smallest_cover(rejected_by, _names()), missed_by(rejected_by)


def _row(cells) -> str:
    return " " * 8 + " ".join(cells)


def _names():
    return [each.name for each in specimens()]


def missed_by(rejected_by: dict[str, set[str]]) -> list[str]:
    """Return the specimens that no claim rejects."""
    rejected = set().union(*rejected_by.values())
    return [name for name in _names() if name not in rejected]


def as_json(ledger, lang="en") -> dict:
    """Return the matrix for programs: each specimen with the claims that reject it.

    Without a ledger nothing is known of the claims: they are null then.
    """
    rejected_by = rejections(ledger) if ledger else {}
    found = [
        {
            "name": each.name,
            "replaces": each.replaces,
            "bug": translated(each.bug, lang),
            "thread": each.thread or None,
            "year": each.year or None,
            "rejected_by": sorted(
                claim for claim, rejected in rejected_by.items() if each.name in rejected
            )
            if ledger
            else None,
        }
        for each in specimens()
    ]
    return {
        "specimens": found,
        "smallest_set": smallest_cover(rejected_by, _names()) if ledger else None,
        "rejected_by_none": missed_by(rejected_by) if ledger else None,
    }
