"""A figure of a query that leaves the data, where the printed ratio is 0/0."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.kernel import gaussian, kernel_regression
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.bounds import SUBNORMAL, bound_kernel_regression, factors
from theory.rounding.library_functions import within

QUERY = r"query $x_{\ast}$"
PREDICTION = r"prediction $y_{\ast}$"
SUM = r"sum $\Sigma_j\,K_\beta(x_{\ast}-x_j)$"
NOTHING = "underflow:\nthe sum is 0"
PRINTED = "printed ratio, then 0/0"
EXTREME = "log-scores:\nextreme point"
DATA = "data"


@figure(
    "far-query",
    shows=("kernel.far-query",),
    height=8.0,
    caption=(
        "A query that leaves the data. The sum of the kernels underflows to 0, and with it the "
        "printed ratio becomes $0/0$; computed from the logarithms of the kernels as scores, the "
        "prediction is the target of the extreme point."
    ),
)
class FarQuery:
    """Look where the upper curve ends: so does the printed ratio below, but not attention."""

    @staticmethod
    def compute():
        """Return data, queries, the sum of kernels, the printed ratio and the prediction."""
        x, y = np.asarray([-1.0, 0.0, 1.0, 2.0]), np.asarray([3.0, 1.0, 2.5, 1.5])
        queries, beta = np.linspace(-1, 60, 245), 1.0
        squared = (queries[:, None] - x) ** 2
        kernels = gaussian(squared, beta)
        with np.errstate(invalid="ignore"):  # 0/0 is what the figure shows
            printed = (kernels / kernels.sum(axis=-1, keepdims=True)) @ y
        return {
            "x": x,
            "y": y,
            "query": queries,
            "squared-distance": squared,
            "sum": kernels.sum(axis=-1),
            "printed": printed,
            "prediction": kernel_regression(queries[:, None], x[:, None], y, beta),
        }

    @staticmethod
    def examine(data, expect):
        """The ratio agrees while it exists; then only log-scores answer, with the right target."""
        y, total, squared = data["y"], data["sum"], data["squared-distance"]
        prediction, last = data["prediction"], int(np.argmax(data["x"]))
        alive = total > 0
        expect.rises("the queries", data["query"])
        expect.holds(
            alive.any() and not alive.all() and not alive[np.argmin(alive) :].any(),
            "the sum of the kernels does not vanish once and for all, expected to underflow",
        )
        expect.holds(
            np.isnan(data["printed"][~alive]).all(),
            "the printed ratio is a number where the sum of the kernels is 0, expected NaN",
        )
        expect.holds(np.isfinite(prediction).all(), "a prediction from log-scores is not finite")
        bound = _ratio_rounding(squared[alive], total[alive], y)
        expect.coincide("ratio and log-scores", data["printed"][alive], prediction[alive], bound)
        right = data["query"] > 2  # from here on the extreme point is the nearest
        gap = np.sort(squared[right], axis=-1)
        D, others = np.abs(y - y[last]).max(), len(y) - 1
        expect.at_most(
            "the distance to the extreme point's target",
            np.abs(prediction[right] - y[last]),
            D * others * np.exp(-(gap[:, 1] - gap[:, 0]) / 2)
            + float(factors(2 * len(y), "float64")) * np.abs(y).max(),
            "kernel.far-query",
        )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the sum of the kernels above the two predictions."""
        top, bottom = canvas.subplots(2, 1, sharex=True)
        end = int(np.argmin(data["sum"] > 0))
        where = data["query"][end]
        _draw_sum(top, data, end, lang)
        bottom.plot(data["query"][:end], data["printed"][:end], **style.BENEATH)
        bottom.plot(data["query"], data["prediction"], **style.STROKES[0])
        bottom.plot(data["x"], data["y"], "o", color=style.INK, markersize=3)
        style.label(bottom, data["x"][0], data["y"][0], translated(DATA, lang), by=(5, 0))
        for axes in (top, bottom):
            axes.axvline(where, **style.LIMIT)
        y = data["prediction"][-1]
        style.label(bottom, where, y, translated(PRINTED, lang), by=(-6, 11), color=style.RED)
        style.label(bottom, where, y, translated(EXTREME, lang), by=(6, 18))
        bottom.set_xlim(-2, 60)
        bottom.set_ylim(0.7, 3.3)
        style.ticks(bottom.xaxis, range(0, 61, 10), lang)
        style.ticks(bottom.yaxis, (1, 2, 3), lang)
        bottom.set_xlabel(translated(QUERY, lang))
        bottom.set_ylabel(translated(PREDICTION, lang))
        canvas.align_ylabels([top, bottom])


def _ratio_rounding(squared, total, y):
    """Bound the distance of the printed ratio and the prediction from log-scores.

    Kernel i is off by the factor exp(±m), m = 1.1 (3 |r²/2| + c + 1) u, and by (c + 1) η where it
    underflows: relative to the sum of n kernels, e^m - 1 + n (c + 1) η / sum. The weights, being
    ratios, are off by twice that in all; n + 2 roundings are left for the mean.
    """
    n, top, c = y.shape[0], np.abs(y).max(), within("exp", "float64")
    rows = []
    for r2, s in zip(squared, total, strict=True):
        moved = float(factors(3 * r2.max() / 2 + c + 1, "float64"))
        tiny = n * (c + 1) * float(SUBNORMAL["float64"]) / s
        ratio = (2 * (np.expm1(moved) + tiny) + float(factors(2 * n + 2, "float64"))) * top
        scores = (-r2 / 2).tolist()
        p = softmax(np.asarray(scores)).tolist()
        rows.append(
            ratio + float(bound_kernel_regression(scores, p, y.tolist(), 1.0, 1, "float64"))
        )
    return np.asarray(rows)


def _draw_sum(axes, data, end, lang):
    axes.plot(data["query"][:end], data["sum"][:end], **style.STROKES[0])
    axes.set_yscale("log")
    axes.set_ylim(1e-323, 1e20)
    style.powers(axes.yaxis, (0, -100, -200, -300))
    axes.set_ylabel(translated(SUM, lang))
    style.label(axes, data["query"][end], 1e-150, translated(NOTHING, lang), by=(6, 0))
