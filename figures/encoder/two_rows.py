"""A figure of two rows that attend to each other, layer by layer."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.heads import scaled_dot_product_attention
from theory.language import translated
from theory.rounding.block_bounds import bound_dot_attended
from theory.rounding.bounds import bound_sum

LAYERS, START = 4, 0.75
LAYER = r"layer $\ell$"
APART = "difference of the two rows"
ALONE, ADDED, CUBE = "attention alone", "with the input", "cubed in each layer"


@figure(
    "two-rows",
    shows=(
        "encoder.two-rows-keep-a-difference-of-weights",
        "encoder.two-rows-lose-their-difference",
        "encoder.a-residual-keeps-two-rows-apart",
    ),
    height=5.4,
    caption=(
        "Two rows of one number that attend to each other, with scores that are their products. "
        "Attention alone (solid) leaves at most a quarter of the cube of their difference in each "
        "layer: on this logarithmic axis, each step is about three times as long as the one "
        "before, as for a number that is cubed again and again (dashed). After three layers "
        "rounding takes the rest. With the input added (grey), the difference never falls."
    ),
)
class TwoRows:
    """Look at the steps downwards: each is about three times the one before."""

    @staticmethod
    def compute():
        """Return the difference of the rows after each layer, without and with the input."""
        found = {}
        for name, kept in (("alone", 0), ("added", 1)):
            rows = np.asarray([[START / 2], [-START / 2]])
            apart = [START]
            for _ in range(LAYERS):
                rows = kept * rows + scaled_dot_product_attention(rows, rows, rows, scale=1.0)
                apart.append(float(rows[0, 0] - rows[1, 0]))
            found[name] = np.asarray(apart)
        return found

    @staticmethod
    def examine(data, expect):
        """Attention alone keeps at most a quarter of a cube, up to rounding; the sum keeps all."""
        alone, added = data["alone"], data["added"]
        # of rows no larger than at the start: each is off, and so is their difference
        row = bound_dot_attended(START**2 / 4, 1, START / 2, 2, "float64")
        off = float(2 * row + bound_sum(START, 2, "float64"))
        expect.at_most("what is left of a difference", alone[1:], alone[:-1] ** 3 / 4 + off,
                       "encoder.two-rows-lose-their-difference")  # fmt: skip
        expect.at_least("a difference", alone, 0, "rows of opposite sign")
        steps = np.diff(np.log(alone[alone > np.finfo(float).eps]))
        expect.at_most("a step over the one before, less 3,", np.abs(steps[1:] / steps[:-1] - 3),
                       1 / 8, "the caption")  # fmt: skip
        expect.rises("the difference with the input", added)
        expect.at_most("the difference with the input", added[1:], 2 * added[:-1],
                       "encoder.a-residual-keeps-two-rows-apart")  # fmt: skip

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the differences over the layers; what is lost to rounding is not drawn."""
        axes = canvas.subplots()
        layers = np.arange(LAYERS + 1)
        seen = data["alone"] > np.finfo(float).eps
        axes.plot(layers, data["added"], color=style.GREY, marker="o", markersize=2.4)
        cubes = START ** (3.0 ** layers[seen])
        axes.plot(layers[seen], cubes, **style.STROKES[1])
        axes.plot(layers[seen], data["alone"][seen], marker="o", markersize=2.4,
                  **style.STROKES[0])  # fmt: skip
        axes.set_yscale("log")
        axes.set_xlabel(translated(LAYER, lang))
        axes.set_ylabel(translated(APART, lang))
        style.label(axes, 3, data["added"][3], translated(ADDED, lang), by=(0, 7), ha="center")
        last = int(layers[seen][-1])
        style.label(axes, last, data["alone"][last], translated(ALONE, lang), by=(6, 0))
        style.label(axes, last - 1, cubes[last - 1], translated(CUBE, lang), by=(6, 4),
                    color=style.RED)  # fmt: skip
        style.ticks(axes.xaxis, range(LAYERS + 1), lang)
        axes.set_xlim(0, LAYERS)
