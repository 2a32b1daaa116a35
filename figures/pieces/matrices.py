"""Matrices as tables: crisp cells in grey, with entries, and names of rows and columns."""

import numpy as np

from figures.engine import style


def draw_table(axes, values, entries=None, rows=(), columns=(), limits=(0, 1), size=9):
    """Draw a matrix from its first row down.

    values: (n, m), from white to black between the limits; NaN stays white. entries: texts (n, m)
    for the cells. rows, columns: names, or nothing. size: of the entries' type.
    """
    n, m = values.shape
    low, high = limits
    shades = np.clip((np.nan_to_num(values, nan=low) - low) / (high - low), 0, 1)
    axes.pcolormesh(np.arange(m + 1), np.arange(n + 1), shades, vmin=0, vmax=1)
    grid = {"color": style.GREY, "linewidth": 0.4, "capstyle": "projecting", "clip_on": False}
    axes.hlines(np.arange(n + 1), 0, m, **grid)
    axes.vlines(np.arange(m + 1), 0, n, **grid)
    for (i, j), shade in np.ndenumerate(shades if entries is not None else np.empty((0, 0))):
        color = style.INK if shade < 0.55 else "white"
        text = {"ha": "center", "va": "center_baseline", "color": color, "fontsize": size}
        axes.text(j + 0.5, i + 0.5, entries[i][j], **text)
    axes.set_xticks(np.arange(m) + 0.5 if len(columns) else [], columns)
    axes.set_yticks(np.arange(n) + 0.5 if len(rows) else [], rows)
    axes.tick_params(length=0, top=False, labeltop=True, labelbottom=False, pad=2)
    axes.set_xlim(0, m)
    axes.set_ylim(n, 0)
    axes.set_aspect("equal")
    axes.spines[:].set_visible(False)


def frame(axes, row, column, rows=1, columns=1):
    """Draw a heavy frame around cells, counted from 0."""
    x, y = [column, column + columns], [row, row + rows]
    around = ([x[0], x[1], x[1], x[0], x[0]], [y[0], y[0], y[1], y[1], y[0]])
    axes.plot(*around, color=style.RED, linewidth=1.4, clip_on=False, zorder=3)
