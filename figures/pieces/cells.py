"""The parts that several drawings share: a sheet in centimetres, arrows, sums, cells."""

import numpy as np
from matplotlib.patches import Circle, Rectangle

from figures.engine import style

HEAD = "-|>,head_width=0.13,head_length=0.3"
RADIUS = 0.15  # cm, of a sum


def sheet(canvas, width, height):
    """Return axes that form a plain sheet of `width` by `height` cm, without frame or ticks."""
    axes = canvas.subplots()
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    axes.set_aspect("equal")
    axes.axis("off")
    return axes


def plus(axes, x, y):
    """Draw the sum of two lines: a circle with a cross."""
    axes.add_patch(Circle((x, y), RADIUS, lw=0.6, ec=style.INK, fc="white", zorder=3))
    r = 0.6 * RADIUS
    for dx, dy in ((r, 0), (0, r)):
        axes.plot((x - dx, x + dx), (y - dy, y + dy), color=style.INK, lw=0.6, zorder=4)


def arrow(axes, start, end, color=style.INK, zorder=3):
    """Draw an arrow from start to end, without a gap."""
    drawn = {"arrowstyle": HEAD, "color": color, "lw": 0.7, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", end, start, arrowprops=drawn, zorder=zorder)


def path(axes, points):
    """Draw an arrow along several points, behind the boxes that it joins."""
    if len(points) > 2:
        axes.plot(*np.asarray(points[:-1]).T, color=style.INK, lw=0.7, solid_joinstyle="miter",
                  zorder=1)  # fmt: skip
    arrow(axes, points[-2], points[-1], zorder=1)


def signed(axes, matrix, left, top, cell, most):
    """Draw numbers as squares of their size, in cells from `left` and `top` on.

    Positive ones are full, negative ones hollow; a number of size `most` fills its cell.
    """
    rows, columns = matrix.shape
    frame = {"facecolor": "white", "edgecolor": style.GREY, "lw": 0.4}
    size = (columns * cell, rows * cell)
    axes.add_patch(Rectangle((left, top - size[1]), *size, **frame))
    for (i, j), value in np.ndenumerate(matrix):
        side = 0.86 * cell * np.sqrt(abs(value) / most)
        if side:
            x, y = left + (j + 0.5) * cell - side / 2, top - (i + 0.5) * cell - side / 2
            fill = style.INK if value > 0 else "white"
            axes.add_patch(Rectangle((x, y), side, side, facecolor=fill, edgecolor="k", lw=0.5))


def grey(axes, matrix, left, top, width, height, most=1.0):
    """Draw numbers from 0 (white) to `most` (black) as cells from `left` and `top` on."""
    for (i, j), value in np.ndenumerate(matrix):
        place = (left + j * width, top - (i + 1) * height)
        tone = f"{1 - value / most:.4f}"
        axes.add_patch(Rectangle(place, width, height, facecolor=tone, edgecolor="none"))
    for (i, j), _ in np.ndenumerate(matrix):
        place = (left + j * width, top - (i + 1) * height)
        axes.add_patch(Rectangle(place, width, height, fill=False, edgecolor=style.GREY, lw=0.4))


def written(axes, texts, left, top, width, height, **more):
    """Write a matrix of texts, each in the middle of its cell."""
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            place = (left + (j + 0.5) * width, top - (i + 0.5) * height)
            axes.text(*place, text, ha="center", va="center_baseline", **more)
