"""A figure of what a net adds to attention on a single row."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces import cells
from impl.feedforward import feed_forward, relu
from impl.heads import scaled_dot_product_attention
from theory.language import translated

INPUT = "input $x$"
ALONE = "attention on one row"
NET = "net of two units"
RESULT = "output"


@figure(
    "one-row",
    shows=(
        "feedforward.attention-alone-is-linear-for-one-row",
        "feedforward.absolute-value",
        "feedforward.an-affine-map-keeps-midpoints",
    ),
    height=5.4,
    caption=(
        "Why there is a feed-forward net. On a sequence of one row (left) every weight is 1, "
        "and attention is the linear map $xW^V$, whatever its other parameters: three of them, "
        "and each midpoint of two outputs is the output at the midpoint. Two hidden units "
        "(right, broad pale lines) add up to $|x|$, where the midpoint lies above: no attention "
        "alone gives this."
    ),
)
class OneRow:
    """Look at the open circles, midpoints of two outputs: on their lines, then off the curve."""

    @staticmethod
    def compute():
        """Return three maps of attention and the net's, all exact in short binary fractions."""
        x = np.linspace(-2, 2, 129)
        w = np.asarray([[0.5, 2.0, 1.0], [-1.0, 1.0, 0.25], [3.0, -0.5, -0.75]])  # q, k, v
        row = x[:, None, None]  # sequences of one row of one number
        params = {
            "w_1": np.asarray([[1.0, -1.0]]),
            "b_1": np.zeros(2),
            "w_2": np.ones((2, 1)),
            "b_2": np.zeros(1),
        }
        return {
            "x": x,
            "w_v": w[:, 2],
            "attention": np.stack(
                [scaled_dot_product_attention(*(row * v for v in each))[:, 0, 0] for each in w]
            ),
            "units": relu(x[:, None] @ params["w_1"]) * params["w_2"][:, 0],
            "net": feed_forward(x[:, None], params)[:, 0],
        }

    @staticmethod
    def examine(data, expect):
        """Attention is x W^V and keeps midpoints; the net is |x|, the sum of its units."""
        x, maps, net = data["x"], data["attention"], data["net"]
        expect.coincide("attention and x W^V", maps, data["w_v"][:, None] * x, 0)
        middle = (maps + maps[:, ::-1]) / 2
        expect.coincide("attention: midpoints and the value at 0", middle, maps[:, x == 0], 0)
        expect.coincide("the net and |x|", net, abs(x), 0)
        expect.coincide("the units' sum and the net", data["units"].sum(axis=-1), net, 0)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw attention's maps on the left, the net's on the right, with midpoints."""
        left, right = canvas.subplots(1, 2, sharex=True, sharey=True)
        x, ends = data["x"], [16, 112]  # -3/2 and 3/2
        for w, line, stroke in zip(data["w_v"], data["attention"], style.STROKES, strict=False):
            left.plot(x, line, **stroke)
            left.plot(x[ends], line[ends], "o", color=stroke["color"])
            name = f"${'W^V=' if w == 1 else ''}{style.in_math(w, lang)}$"
            by = (-9, 3) if w == 1 else (0, 11)
            style.label(left, x[104], line[104], name, by=by, color=stroke["color"])
        left.plot(0, 0, "o", color=style.INK, mfc="white", markersize=4.5)
        right.plot(x, data["units"], **style.BENEATH)
        right.plot(x, data["net"], **style.STROKES[0])
        right.plot(x[ends], data["net"][ends], "o-", color=style.INK, lw=0.6)
        top = data["net"][ends].mean()
        cells.arrow(right, (0, top), (0, 0), style.RED)
        right.plot(0, top, "o", color=style.INK, mfc="white", markersize=4.5)
        style.label(right, x[120], data["net"][120], "$|x|$", by=(-6, 3))
        for axes, title in ((left, ALONE), (right, NET)):
            axes.set_title(translated(title, lang), pad=4)
            axes.set_xlabel(translated(INPUT, lang))
        left.set_ylabel(translated(RESULT, lang))
        left.set_xlim(-2, 2)
        left.set_ylim(-2.1, 2.1)
        for axis in (left.xaxis, left.yaxis):
            style.ticks(axis, (-2, -1, 0, 1, 2), lang)
