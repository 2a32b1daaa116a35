"""The tables of a run, and what they say in sentences."""

import math
import os
import platform
from datetime import date
from pathlib import Path

import numpy as np
import scipy
import torch

from atensi.bench.counted import degrees
from atensi.bench.measured import Table
from atensi.bench.timing import exponent, geometric_mean

BAR = 512  # rows from which times are compared


def page(
    times: dict[str, Table],
    off: dict[str, Table],
    memory: Table,
    steps: Table,
    parts: dict[str, dict[str, float]],
    regressions: dict[str, dict[str, float]],
) -> str:
    """Return the whole page."""
    text = [
        f"Measured on {date.today()}: {_processor()}, {os.cpu_count()} cores, two threads each; "
        f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}, "
        f"torch {torch.__version__}.",
        "\n".join([*summary(times, off), *growth(times, steps)]),
    ]
    for dtype, each in times.items():
        text.append(f"## Attention, {dtype}: milliseconds, d = 64\n\n{by_size(each, 1e3)}")
    for dtype, each in off.items():
        text.append(f"## Attention, {dtype}: largest error over its bound\n\n{by_size(each)}")
    if memory:
        text.append(f"## Attention, float32: MB beyond the rows\n\n{by_size(memory)}")
    text.append(f"## A decoder's next row, d = 256: milliseconds\n\n{by_size(steps, 1e3)}")
    text.append(f"## Blocks and their parts, float64: milliseconds\n\n{_by_case(parts)}")
    text.append(f"## Kernel regression, float64: milliseconds\n\n{_by_case(regressions)}")
    return "\n\n".join(text) + "\n"


def summary(times: dict[str, Table], off: dict[str, Table]) -> list[str]:
    """Return what the tables say, in sentences."""
    lines = []
    for dtype, by_n in times.items():
        mine = _over("tiles", "torch", by_n)
        beside = geometric_mean(_over("tiles", "torch", off[dtype], least=0))
        lines.append(
            f"- Tiles, {dtype}: {geometric_mean(mine):.2f} times torch's time in the geometric "
            f"mean over n ≥ {BAR}, {max(mine):.2f} at most; error {beside:.2f} times torch's."
        )
        formula = geometric_mean(_over("formula", "plain NumPy", by_n))
        lines.append(
            f"- The formula, {dtype}: {formula:.2f} times plain NumPy's time in the geometric mean "
            f"over n ≥ {BAR}."
        )
    return lines


def growth(times: dict[str, Table], steps: Table) -> list[str]:
    """Return how times grow with the rows, beside the work that is counted in the code."""
    work = degrees()
    fitted = {
        **{
            f"tiles in {dtype}": (_grows("tiles", by_n), "attention")
            for dtype, by_n in times.items()
        },
        **{f"a decoder's next row ({name})": (_grows(name, steps), name) for name in steps[BAR]},
    }
    return [
        f"- The time of {name} grows as n to the {grows:.2f}, the work as n to the {work[of]}."
        for name, (grows, of) in fitted.items()
    ]


def _grows(name: str, by_n: Table) -> float:
    """Return the exponent of the time beyond the bar, where overheads weigh little."""
    large = {n: each[name] for n, each in by_n.items() if n >= 2 * BAR}
    return exponent(list(large), list(large.values()))


def _over(name: str, other: str, by_n: Table, least: int = BAR) -> list[float]:
    """Return one function's numbers over those of another."""
    return [each[name] / each[other] for n, each in by_n.items() if n >= least and name in each]


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table of Markdown."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def shown(value: float) -> str:
    """Return a number with three digits."""
    return "" if math.isnan(value) else f"{value:.3g}"


def by_size(found: Table, unit: float = 1.0) -> str:
    """Return a table of numbers by rows and function."""
    return _by_case({str(n): each for n, each in found.items()}, unit, "n")


def _by_case(found: dict[str, dict[str, float]], unit: float = 1e3, head: str = "") -> str:
    names = list(dict.fromkeys(name for each in found.values() for name in each))
    rows = [
        [case, *(shown(each.get(name, math.nan) * unit) for name in names)]
        for case, each in found.items()
    ]
    return table([head, *names], rows)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
