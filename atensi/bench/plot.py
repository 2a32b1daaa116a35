"""Draw time, memory and error over the number of rows, on logarithmic axes."""

import io
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

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
            panel.plot(sizes, values, label=name, **stroke)
        panel.set(xscale="log", yscale="log", xlabel="rows n", title=title)
        panel.xaxis.set_minor_locator(NullLocator())
    panels[0].legend(frameon=False)
    text = io.StringIO()
    figure.savefig(text, format="svg")
    return text.getvalue()


def _times(each, unit):
    return {name: value * unit for name, value in each.items()}
