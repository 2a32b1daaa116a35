"""A figure of a line under kernel regression and under local-linear regression."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.kernel import kernel_regression
from impl.local_linear import local_linear_regression
from proofs.arrays import digits
from theory.language import translated
from theory.rounding.bounds import bound_local_linear

BETA = 1.0


@figure(
    "kernel-lines",
    shows=(
        "kernel.keeps-lines",
        "kernel.bias-at-ends-and-at-curvature",
        "kernel.local-linear-keeps-lines",
    ),
    height=5.2,
    caption=(
        "From points on a line, kernel regression (solid) keeps the line only in the middle: at "
        "the ends all points lie on one side of the query, and their mean bends away. "
        "Local-linear regression (broad and pale) keeps the line everywhere."
    ),
)
class KernelLines:
    """Look at the ends: the solid curve leaves the points, the pale one goes through them."""

    @staticmethod
    def compute():
        """Return points of a line, and what both regressions predict beyond both ends."""
        x, query = np.linspace(0, 6, 13), np.linspace(-1, 7, 65)
        return {
            "x": x,
            "y": x / 2,
            "query": query,
            "mean": kernel_regression(query[:, None], x[:, None], x / 2, BETA),
            "line": local_linear_regression(query, x, x / 2, BETA),
        }

    @staticmethod
    def examine(data, expect):
        """The mean stays between the targets; local-linear regression stays on the line."""
        query, y = data["query"], data["y"]
        expect.at_least("the mean", data["mean"], y.min(), "being a mean of targets")
        expect.at_most("the mean", data["mean"], y.max(), "being a mean of targets")
        bias, left = data["mean"] - query / 2, query < 0
        expect.at_least(
            "the bias at the left", bias[left], -query[left] / 2,
            "kernel.bias-at-ends-and-at-curvature",
        )  # fmt: skip
        middle = np.abs(bias[np.abs(query - 3) <= 1])
        expect.at_most("the bias in the middle", middle, 1 / 50, "the caption")
        expect.at_least("the bias at both ends", np.abs(bias[[8, -9]]), 1 / 4, "the caption")
        allowed = np.asarray([_bound(t, data["x"], y) for t in query])
        off = np.abs(data["line"] - query / 2)
        expect.at_most("the error of the line", off, allowed, "kernel.local-linear-keeps-lines")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw both curves over the points."""
        axes = canvas.subplots()
        axes.plot(data["query"], data["line"], **style.BENEATH)
        axes.plot(data["query"], data["mean"], **style.STROKES[0])
        axes.plot(data["x"], data["y"], "o", color=style.INK, markersize=2.6)
        axes.text(
            5.5, 3.3, translated("local-linear", lang), ha="right", va="center", color=style.RED
        )
        axes.text(6.95, 2.1, translated("weighted mean", lang), ha="right", va="center")
        axes.set_xlabel(translated(r"query $x_{\ast}$", lang))
        axes.set_ylabel(translated(r"prediction $y_{\ast}$", lang))
        axes.set_xlim(-1, 7)


def _bound(t, x, y):
    """Bound what local-linear regression predicts at t."""
    nearest = x[np.argmin(np.abs(x - t))]
    exact = lambda values: digits.array(values).flat()
    [step] = exact([t - nearest])
    scores = exact(-((BETA * (x - t)) ** 2) / 2)
    return float(bound_local_linear(scores, exact(x - nearest), step, exact(y), BETA, "float64"))
