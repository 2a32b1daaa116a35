"""A figure of LayerNorm: rows dropped onto a plane, then carried to a circle in it."""

from fractions import Fraction

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.normalization.plane import ACROSS, AXIS, bound_row, circle
from figures.pieces import cells
from impl.normalization import layer_norm
from theory.language import translated
from theory.rounding.bounds import factors

EPS = Fraction(1, 2)
TILT = np.deg2rad(22)
SPACE = "in space"
PLANE = "in the plane of mean 0"
ROW = "row $x$"
CONSTANT = "constant row"


@figure(
    "layer-norm",
    shows=(
        "normalization.mean-zero-and-mean-square-one",
        "normalization.variance-with-epsilon",
        "normalization.constant-row",
        "normalization.shift-invariance",
        "normalization.scale-invariance",
    ),
    height=5.7,
    caption=(
        "LayerNorm on rows of three numbers. Subtracting the mean drops a row (dot) along "
        "$(1,1,1)$ onto the plane of mean 0 (open circle); dividing by the deviation carries it "
        r"to the circle of radius $\sqrt3$ (blue square), where only its direction is left: rows "
        r"one above the other, or on one ray, become the same. With $\varepsilon$ inside the "
        "root (crosses) rows stay within the circle, flat ones far from it; a constant row "
        "becomes 0."
    ),
)
class LayerNorm:
    """Look at a dot on the left, follow it down and then along its ray to the circle."""

    @staticmethod
    def compute():
        """Return rows in short binary fractions, and what becomes of them without and with ε."""
        rows = np.asarray(
            [
                [4.0, 1.0, 1.0],
                [3.0, 0.0, 0.0],  # the first one, shifted
                [1.0, 0.25, 0.25],  # the first one, a quarter as long
                [-1.0, 2.0, 1.5],
                [0.5, 0.75, 0.25],  # nearly constant
                [-0.25, -1.0, 2.75],
                [1.5, 1.5, 1.5],  # constant
            ]
        )
        return {
            "rows": rows,
            "normalised": layer_norm(rows),
            "with-epsilon": layer_norm(rows, eps=float(EPS)),
        }

    @staticmethod
    def examine(data, expect):
        """Each row has the claimed mean and mean square; shifts and scales change nothing."""
        for name, eps in (("normalised", Fraction(0)), ("with-epsilon", EPS)):
            for k, row in enumerate(data["rows"]):
                _examine_row(f"row {k}, {name}", row, data[name][k], eps, expect)
        y, bound = data["normalised"], [bound_row(row, 0) for row in data["rows"]]
        expect.coincide("the rows one above the other", y[1], y[0], bound[1] + bound[0])
        expect.coincide("the rows on one ray", y[2], y[0], bound[2] + bound[0])
        expect.coincide("the constant row and 0", y[-1], 0, 0)
        by_deviation = np.argsort([float(_deviations(row)[1]) for row in data["rows"]])[[0, 1, 2]]
        inside = (data["with-epsilon"] ** 2).mean(axis=-1)[by_deviation]
        expect.rises("the mean square with epsilon of the flattest rows", inside)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the way of each row in space, and its end in the plane."""
        space, plane = canvas.subplots(1, 2)
        _draw_space(space, data, lang)
        _draw_plane(plane, data, lang)
        for axes, title in ((space, SPACE), (plane, PLANE)):
            axes.set_title(translated(title, lang), pad=4)
            axes.set_aspect("equal")
            axes.axis("off")


def _examine_row(name, row, y, eps, expect):
    """Compare a normalised row with the printed formula, and its mean square with the claim's."""
    deviations, variance = _deviations(row)
    off = bound_row(row, eps)
    root = float(variance + eps) ** 0.5 or 1.0
    printed = np.asarray([float(v) for v in deviations]) / root
    # Two conversions, a root and a quotient: the printed formula is off by four factors.
    expect.coincide(name, y, printed, off + float(factors(4, "float64")) * abs(printed))
    expect.coincide(f"{name}: the sum and 0", y.sum(), 0, 2 * off.sum())
    square = float(variance / (variance + eps)) if variance + eps else 0.0
    slack = (2 * abs(y) * off + off**2).mean() + float(factors(6, "float64")) * square
    expect.coincide(f"{name}: mean square and claim", (y**2).mean(), square, slack)


def _deviations(row):
    x = [Fraction(v) for v in row]
    mean = sum(x) / len(x)
    return [v - mean for v in x], sum((v - mean) ** 2 for v in x) / len(x)


def _oblique(points):
    """Look at space from the side and a little from above, (1, 1, 1) upright."""
    across = points @ ACROSS.T
    up = points @ AXIS * np.cos(TILT) + across[..., 1] * np.sin(TILT)
    return np.stack([across[..., 0], up], axis=-1)


def _draw_space(axes, data, lang):
    axes.fill(*_oblique(circle(3.1)).T, color=style.PALE, lw=0)
    axes.plot(*_oblique(circle(np.sqrt(3))).T, color=style.BLUE, lw=0.9)
    top = _oblique(AXIS * 4.6)
    cells.arrow(axes, (0, 0), top, style.GREY)
    style.label(axes, *top, r"$(1\;1\;1)$", by=(0, 6), ha="center", color=style.GREY)
    rows = data["rows"]
    feet = rows - rows.mean(axis=-1, keepdims=True)
    for row, foot, end in zip(rows, feet, data["normalised"], strict=True):
        axes.plot(*_oblique(np.stack([row, foot])).T, **style.LIMIT)
        axes.plot(*_oblique(np.stack([foot, end])).T, color=style.BLUE, lw=0.7)
    axes.plot(*_oblique(feet).T, "o", color=style.INK, mfc="white", mew=0.7)
    axes.plot(*_oblique(data["normalised"]).T, "s", color=style.BLUE, markersize=3)
    axes.plot(*_oblique(rows).T, "o", color=style.INK)
    style.label(axes, *_oblique(rows[0]), translated(ROW, lang), by=(5, 2))
    style.label(axes, *_oblique(rows[-1]), translated(CONSTANT, lang), by=(-5, 0))
    axes.set_xlim(-3.2, 3.3)
    axes.set_ylim(-1.5, 5.0)


def _draw_plane(axes, data, lang):
    axes.fill(*(circle(3.1) @ ACROSS.T).T, color=style.PALE, lw=0)
    axes.plot(*(circle(np.sqrt(3)) @ ACROSS.T).T, color=style.BLUE, lw=0.9)
    feet, ends, inside = (
        each @ ACROSS.T for each in (data["rows"], data["normalised"], data["with-epsilon"])
    )
    for foot, end in zip(feet, ends, strict=True):
        axes.plot(*np.stack([foot, end]).T, color=style.BLUE, lw=0.7)
    axes.plot(*feet.T, "o", color=style.INK, mfc="white", mew=0.7)
    axes.plot(*ends.T, "s", color=style.BLUE, markersize=3)
    axes.plot(*inside.T, "x", color=style.RED, markersize=4.5, mew=1.1)
    style.label(axes, *feet[0], r"$x-\mu$", by=(0, 8), ha="center")
    style.label(axes, *ends[3], r"$\varepsilon=0$", by=(-4, 6), color=style.BLUE)
    with_eps = rf"$\varepsilon={style.in_math(float(EPS), lang)}$"
    style.label(axes, *inside[3], with_eps, by=(6, -1), color=style.RED)
    cells.arrow(axes, (0, 0), (1.5, -np.sqrt(0.75)), style.BLUE)
    style.label(axes, 0.75, -np.sqrt(0.75) / 2, r"$\sqrt{3}$", by=(3, 9), color=style.BLUE)
    axes.set_xlim(-3.2, 3.3)
    axes.set_ylim(-3.25, 3.25)
