"""Draw how tight the bound is, by the number of keys: python -m tests.bounds.tightness.

Look at the left panel for the part of the bound that honest errors use up, and at the right one for
where a fixed tolerance stands between honest errors and the results themselves.
"""

import io
from pathlib import Path

import numpy as np
from atensi_bounds.formats import named
from atensi_bounds.problem import Problem
from atensi_bounds.refusals import multiples
from atensi_bounds.roundings import roundings

from figures.engine import style
from tests.bounds import kernels
from tests.bounds.inputs import drawn

PLOT = Path(__file__).parent.parent.parent / "bounds" / "tightness.svg"
KEYS = tuple(2**e for e in range(4, 13))
FORMATS = {"float32": "float32", "float16": "float32", "bfloat16": "float32"}
M, D, D_V = 16, 64, 8


def judged(given, dtype, height=None):
    """Return the reference and the bound."""
    held = named(dtype)
    problem = Problem.read(*given, None, None, False, held, "zero", enable_gqa=False)
    return problem.judged(roundings(held, None, "fused", height))


def compute():
    """Return the largest error over bound by format, and sizes of errors and bounds in float32."""
    used = {dtype: [] for dtype in FORMATS}
    sizes = {name: [] for name in ("result", "any order", "by halves", "error")}
    for n in KEYS:
        for dtype, sums in FORMATS.items():
            given = drawn("gaussian", 0, dtype, M, n, D, D_V)
            found = judged(given, dtype)
            off = np.abs(kernels.fused(*given, dtype, sums) - found.exact)
            used[dtype].append(multiples(off, found.bound + found.reference).max())
            if dtype == "float32":
                halves = judged(given, dtype, height=int(np.log2(n)) + 11)
                for name, values in (
                    ("result", np.abs(found.exact)),
                    ("any order", found.bound),
                    ("by halves", halves.bound),
                    ("error", off),
                ):
                    sizes[name].append(np.median(values) if name == "result" else values.max())
    return used, sizes


def draw(canvas, used, sizes):
    """Draw both panels."""
    left, right = canvas.subplots(1, 2)
    for (dtype, values), stroke in zip(used.items(), style.STROKES, strict=False):
        left.plot(KEYS, values, **stroke)
        style.label(left, KEYS[-1], values[-1], dtype)
    left.set_ylabel("largest error / bound")
    tolerances = {"1e-2": 1e-2, "PyTorch's default": 1e-5}
    for name, value in tolerances.items():
        right.axhline(value, **style.LIMIT)
        style.label(right, KEYS[0], value, name, by=(2, 5), color=style.GREY)
    names = {"result": "|result|, median", "any order": "bound, any order",
             "by halves": "bound, height known", "error": "largest error"}  # fmt: skip
    strokes = (style.STROKES[3], style.STROKES[1], style.STROKES[2], style.STROKES[0])
    for (name, shown), stroke in zip(names.items(), strokes, strict=True):
        right.plot(KEYS, sizes[name], **stroke)
        style.label(right, KEYS[-1], sizes[name][-1], shown)
    right.set_ylabel("entries in float32")
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel("number of keys $n$")
        axes.set_xticks(KEYS[::2])
        axes.minorticks_off()
    style.powers(left.yaxis, range(-5, 1))
    style.powers(right.yaxis, range(-8, 1))
    left.set_ylim(1e-5, 1)
    right.set_ylim(1e-8, 1)


def main():
    """Write the plot."""
    used, sizes = compute()
    assert all(value <= 1 for values in used.values() for value in values)
    with style.canvas(style.LINE + 3, 7) as canvas:
        draw(canvas, used, sizes)
        buffer = io.BytesIO()
        canvas.savefig(buffer, format="svg", metadata={"Date": None, "Title": "tightness"})
    PLOT.write_bytes(buffer.getvalue())


if __name__ == "__main__":
    main()
