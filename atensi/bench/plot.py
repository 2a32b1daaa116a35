"""Draw time, memory and error over the number of rows, on logarithmic axes, with exponents."""

import io
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from atensi.bench.counted import degrees
from atensi.bench.timing import exponent
from figures.engine import style


def drawn(times: dict, memory: dict, errors: dict) -> str:
    """Return the plot as SVG: float32 on all three panels."""
    figure = Figure(figsize=(9, 3), layout="constrained")
    contents = [
        ("milliseconds", {n: _times(each, 1e3) for n, each in times["float32"].items()}),
        ("MB beyond the rows", memory),
        ("largest error over its bound", errors["float32"]),
    ]
    contents = [each for each in contents if each[1]]
    panels = figure.subplots(1, len(contents))
    for panel, (title, by_n) in zip(panels, contents, strict=True):
        names = dict.fromkeys(name for each in by_n.values() for name in each)
        strokes: Any = style.STROKES  # for matplotlib, whose types know the name of each setting
        for name, stroke in zip(names, strokes, strict=False):
            points = [(n, each[name]) for n, each in by_n.items() if each.get(name, 0) > 0]
            sizes, values = zip(*points, strict=True)
            grows = f", n^{exponent(list(sizes), list(values)):.2f}" if len(sizes) > 1 else ""
            panel.plot(sizes, values, label=f"{name}{grows}", **stroke)
        panel.set(xscale="log", yscale="log", xlabel="rows n", title=title)
        panel.xaxis.set_minor_locator(NullLocator())
        panel.legend(frameon=False, fontsize="small")
    _beside_work(panels[0], contents[0][1])
    text = io.StringIO()
    figure.savefig(text, format="svg")
    return text.getvalue()


def _beside_work(panel, by_n):
    """Draw how the work grows that is counted in the code, below the times."""
    ends = min(by_n), max(by_n)
    power = degrees()["attention"]
    low = min(min(each.values()) for each in by_n.values()) / 2
    values = [low * (n / ends[0]) ** power for n in ends]
    panel.plot(ends, values, color="0.6", linestyle=":", linewidth=1, label=f"work, n^{power}")
    panel.legend(frameon=False, fontsize="small")


def _times(each, unit):
    return {name: value * unit for name, value in each.items()}
