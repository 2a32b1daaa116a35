"""A figure of one net, with and without a bend between its layers."""

import math

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.feedforward import feed_forward, gelu, relu
from theory.language import translated
from theory.rounding.bounds import bound_gelu, factors

INPUT = "input $x$"
UNITS = r"units $\varphi(h_b)\,w_b$"
OUTPUT = r"output $\mathrm{FFN}(x)$"
BARE = "no bend"
AFFINE = "one affine map"
BENDS = ("bare", "relu", "gelu")


def bare(h):
    """Return what the first layer gave, unbent."""
    return h


@figure(
    "bend",
    shows=(
        "feedforward.affine-without-a-bend",
        "feedforward.definition",
        "feedforward.an-affine-map-keeps-midpoints",
        "feedforward.gelu-is-close",
    ),
    height=7.6,
    caption=(
        "One feed-forward net of three hidden units, with the same weights in all panels: the "
        "units (above) and their sum, the output (below). Without a bend between its layers the "
        "net is one affine map (broad pale line). With ReLU each unit starts at its own place "
        "(dots), and the output turns there; GELU rounds the turns."
    ),
)
class Bend:
    """Look at the lower row: a straight line, a line that turns at the dots, a smooth one."""

    @staticmethod
    def compute():
        """Return the weights, and for each bend the units and the output; all but GELU is exact.

        Weights and inputs are short binary fractions, so nothing is rounded in sums and products.
        """
        params = {
            "w_1": np.ones((1, 3)),
            "b_1": np.asarray([2.0, 0.5, -1.0]),
            "w_2": np.asarray([[1.0], [-2.0], [1.5]]),
            "b_2": np.zeros(1),
        }
        x = np.linspace(-3, 3, 193)  # in steps of 1/32
        alone = params | {"w_2": np.diag(params["w_2"][:, 0]), "b_2": np.zeros(3)}
        data = params | {"x": x, "start": -params["b_1"] / params["w_1"][0]}
        for name, bend in zip(BENDS, (bare, relu, gelu), strict=True):
            data[f"{name}-units"] = feed_forward(x[:, None], alone, bend)
            data[f"{name}-output"] = feed_forward(x[:, None], params, bend)[:, 0]
        W = params["w_1"] @ params["w_2"]
        c = params["b_1"] @ params["w_2"] + params["b_2"]
        return data | {"affine": (x[:, None] @ W + c)[:, 0]}

    @staticmethod
    def examine(data, expect):
        """No bend: the affine map and no curvature. ReLU: curvature at the starts. GELU: close."""
        for name in BENDS[:2]:
            sums = data[f"{name}-units"].sum(axis=-1) + data["b_2"]
            expect.coincide(f"{name}: units and output", sums, data[f"{name}-output"], 0)
        expect.coincide("the net and the affine map", data["bare-output"], data["affine"], 0)
        turned = np.diff(data["bare-output"], 2)
        expect.coincide("the midpoints and the values without a bend", turned, 0, 0)
        inner, step = data["x"][1:-1], data["x"][1] - data["x"][0]
        here = inner[:, None] == data["start"]
        expect.coincide(
            "the turns with ReLU and those of the units",
            np.diff(data["relu-output"], 2), step * here @ data["w_2"][:, 0], 0,
        )  # fmt: skip
        h = data["x"][:, None] @ data["w_1"] + data["b_1"]
        w = data["w_2"][:, 0]
        normal = np.asarray([math.erf(v / math.sqrt(2)) for v in h.flat]).reshape(h.shape)
        bound = np.vectorize(lambda v: float(bound_gelu(v, "float64")))(h)
        # x Φ(x) and the sums over three units add less than a dozen factors, of sizes |h w|.
        bound = ((bound + 5e-4 + float(factors(12, "float64")) * abs(h)) * abs(w)).sum(axis=-1)
        expect.coincide(
            "the output with GELU and that with x Φ(x)",
            data["gelu-output"], (h * (1 + normal) / 2) @ w, bound,
        )  # fmt: skip

    @staticmethod
    def draw(canvas, data, lang):
        """Draw a column for each bend: its units above its output."""
        axes = canvas.subplots(2, 3, sharex=True, sharey="row")
        titles = (translated(BARE, lang), "ReLU", "GELU")
        for name, title, (top, bottom) in zip(BENDS, titles, axes.T, strict=True):
            top.set_title(title, pad=4)
            for unit, stroke in zip(data[f"{name}-units"].T, style.STROKES, strict=False):
                top.plot(data["x"], unit, **stroke)
            _draw_output(bottom, data, name)
            bottom.set_xlabel(translated(INPUT, lang))
        here = np.interp(data["start"], data["x"], data["relu-output"])
        axes[1, 1].plot(data["start"], here, "o", color=style.INK)
        for b, (at, by) in enumerate(((1.5, (-2, 7)), (1.5, (-4, -5)), (2.2, (6, -5)))):
            y = np.interp(at, data["x"], data["relu-units"][:, b])
            label = {"ha": "center", "color": style.STROKES[b]["color"]}
            style.label(axes[0, 1], at, y, f"{'$b=$' * (b == 0)}{b + 1}", by=by, **label)
        label = {"ha": "center", "color": style.RED}
        style.label(axes[1, 0], 0, 1.55, translated(AFFINE, lang), by=(0, 0), **label)
        style.ticks(axes[1, 0].xaxis, (-2, 0, 2), lang)
        style.ticks(axes[0, 0].yaxis, (-6, -3, 0, 3), lang)
        style.ticks(axes[1, 0].yaxis, (-2, -1, 0, 1), lang)
        axes[1, 0].set_xlim(-3, 3)
        axes[1, 0].set_ylim(-2.2, 2)
        axes[0, 0].set_ylabel(translated(UNITS, lang))
        axes[1, 0].set_ylabel(translated(OUTPUT, lang))
        canvas.align_ylabels(axes[:, 0])


def _draw_output(axes, data, name):
    if name == "bare":
        axes.plot(data["x"], data["affine"], **style.BENEATH)
    if name == "gelu":
        axes.plot(data["x"], data["relu-output"], **style.LIMIT)
    axes.plot(data["x"], data[f"{name}-output"], **style.STROKES[0])
