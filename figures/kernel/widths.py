"""A figure of kernel regression with three widths of the kernel."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.kernel import kernel_regression
from theory.language import translated
from theory.rounding.bounds import factors

QUERY = r"query $x_{\ast}$"
PREDICTION = r"prediction $y_{\ast}$"
POINT = "point $x_i$"
MEAN = "mean of all"
NEAREST = "nearest point"


@figure(
    "kernel-widths",
    shows=("kernel.regression-is-attention", "kernel.wide-limit", "kernel.narrow-limit"),
    height=7.4,
    caption=(
        "Kernel regression with three widths, and its attention maps: a row of a map has the "
        "weights of one query, from 0 (white) to 1 (black). The wide kernel (left) tends to the "
        "mean of all targets, the narrow one (right) to the target of the nearest point (broad "
        "pale lines)."
    ),
)
class KernelWidths:
    """Look from left to right: the map sharpens and the curve leaves the mean for the data."""

    @staticmethod
    def compute():
        """Return data, queries, and for each width the weights and the predictions."""
        x = np.asarray([0.1, 0.7, 1.2, 2.1, 2.6, 3.5, 4.2, 4.7, 5.8])
        y = np.asarray([0.4, 1.1, 1.6, 1.3, 0.5, -0.6, -1.2, -0.9, 0.2])
        betas = np.asarray([0.25, 2.0, 12.0])
        queries = np.linspace(0, 6, 241)
        points = (queries[:, None], x[:, None])
        squared = (queries[:, None] - x) ** 2
        return {
            "x": x,
            "y": y,
            "beta": betas,
            "query": queries,
            # Targets that are one-hot get the weights themselves back.
            "weights": np.stack([kernel_regression(*points, np.eye(len(x)), b) for b in betas]),
            "prediction": np.stack([kernel_regression(*points, y, b) for b in betas]),
            "mean": y.mean(),
            "nearest": y[np.argmin(squared, axis=-1)],
        }

    @staticmethod
    def examine(data, expect):
        """Each row is a mean of the targets, and both limits keep their bounds at every width."""
        y, alpha = data["y"], data["weights"]
        r2 = (data["query"][:, None] - data["x"]) ** 2
        n, spread = y.shape[0], r2.max(axis=-1) - r2.min(axis=-1)
        ordered = np.sort(r2, axis=-1)
        D = np.abs(y - data["nearest"][:, None]).max(axis=-1)
        expect.at_least("a prediction", data["prediction"], y.min(), "being a mean of targets")
        expect.at_most("a prediction", data["prediction"], y.max(), "being a mean of targets")
        for k, beta in enumerate(data["beta"]):
            half = beta**2 / 2
            name = f"a weight for beta = {beta:g}"
            expect.rows_sum_to_one(f"the weights for beta = {beta:g}", alpha[k])
            low = np.exp(-half * spread) / n
            # The exponent is cut where the bound is already n, which says nothing of weights.
            high = np.exp(np.minimum(half * spread, 2 * np.log(n))) / n
            expect.at_least(name, alpha[k], low[:, None], "kernel.wide-limit")
            expect.at_most(name, alpha[k], high[:, None], "kernel.wide-limit")
            lacks = (n - 1) * np.exp(-half * (ordered[:, 1] - ordered[:, 0]))
            missing = np.sort(alpha[k], axis=-1)[:, :-1].sum(axis=-1)
            expect.at_most("the missing weight", missing, lacks, "kernel.narrow-limit")
            # Where the bound itself underflows, the prediction is a target up to one rounding.
            expect.at_most(
                "the distance to the nearest point's target",
                np.abs(data["prediction"][k] - data["nearest"]),
                D * lacks + float(factors(2 * n, "float64")) * np.abs(y).max(),
                "kernel.narrow-limit",
            )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the predictions above their maps."""
        axes = canvas.subplots(2, 3, sharex="row", sharey="row")
        limits = (np.full_like(data["query"], data["mean"]), None, data["nearest"])
        names = (translated(MEAN, lang), "", translated(NEAREST, lang))
        for k, (top, bottom) in enumerate(axes.T):
            _draw_prediction(top, data, k, limits[k], names[k])
            top.set_title(rf"$\beta = {style.in_math(data['beta'][k], lang)}$", pad=4)
            _draw_map(bottom, data, k)
            style.ticks(top.xaxis, (0, 2, 4, 6), lang)
            top.set_xlabel(translated(QUERY, lang))
            bottom.set_xlabel(translated(POINT, lang))
        style.ticks(axes[0, 0].yaxis, (-1, 0, 1, 2), lang)
        axes[0, 0].set_ylabel(translated(PREDICTION, lang))
        axes[1, 0].set_ylabel(translated(QUERY, lang))
        canvas.align_ylabels(axes[:, 0])


def _draw_prediction(axes, data, k, limit, name):
    if limit is not None:
        axes.plot(data["query"], limit, **style.BENEATH)
        axes.text(6, 1.95, name, ha="right", va="center", color=style.RED)
    axes.plot(data["query"], data["prediction"][k], **style.STROKES[0])
    axes.plot(data["x"], data["y"], "o", color=style.INK, markersize=2.6)
    axes.set_xlim(0, 6)
    axes.set_ylim(-1.6, 2.3)


def _draw_map(axes, data, k):
    n = data["x"].shape[0]
    axes.imshow(
        data["weights"][k], vmin=0, vmax=1, aspect="auto", origin="lower",
        extent=(0.5, n + 0.5, 0, 6), interpolation="nearest",
    )  # fmt: skip
    axes.set_xticks(range(1, n + 1, 2), [f"$x_{i}$" for i in range(1, n + 1, 2)])
    axes.set_yticks((0, 2, 4, 6))
