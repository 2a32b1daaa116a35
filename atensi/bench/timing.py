"""Time functions side by side: interleaved, so that what slows the machine slows all of them."""

import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

SECONDS, LEAST, MOST = 4.0, 5, 60  # for all functions of a case together, and rounds


def medians(functions: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median seconds of each function, called in turn."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for function in functions.values():  # the first call pays for what later ones find ready
        function()
    start = time.perf_counter()
    for done in range(MOST):
        if done >= LEAST and time.perf_counter() - start > SECONDS:
            break
        for name, function in functions.items():
            before = time.perf_counter()
            function()
            times[name].append(time.perf_counter() - before)
    return {name: statistics.median(each) for name, each in times.items()}


def geometric_mean(ratios: list[float]) -> float:
    """Return the mean of ratios."""
    return math.exp(statistics.fmean(map(math.log, ratios)))


def exponent(sizes: list[int], values: list[float]) -> float:
    """Return the slope of a line through the points on logarithmic axes, by least squares."""
    x, y = ([math.log(each) for each in side] for side in (sizes, values))
    return statistics.linear_regression(x, y).slope


def peak(case: str) -> float:
    """Return how many MB more a process holds at most, once it has run a case of `memory.py`."""
    command = [sys.executable, "-m", "atensi.bench.memory", case]
    root = Path(__file__).parent.parent.parent
    return float(
        subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=True).stdout
    )
