"""A figure of the fold: what attention remembers from tile to tile."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.fold import mean, merge, summary
from impl.lookup import attention
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.fold_bounds import bound_folded_attention

TILES, TILE = 8, 3
MARKS = {"shift": (1, 1.5, 2), "mass": (2, 3, 4, 5), "mean": (0, 0.5, 1)}
ROWS = {"shift": "shift $m$", "mass": "mass $s$", "mean": "output $o/s$"}


@figure(
    "running-summary",
    shows=("fold.attention-is-a-merge", "fold.any-shift"),
    height=8.0,
    caption=(
        "What a fold remembers after each of eight tiles of three pairs: the largest score so far, "
        "the sum of exponentials at that shift, and the mean of the values so far. Where the shift "
        "rises, the older mass is scaled down. At the end the mean is attention over all pairs, "
        "the dashed line."
    ),
)
class RunningSummary:
    """Look at the tiles where the shift rises: the whole mass falls, or hardly grows."""

    @staticmethod
    def compute():
        """Return scores, values, and shift, mass and mean after each tile."""
        j = np.arange(TILES * TILE)
        scores, values = np.sin(j) + (j == 7) + 2.5 * (j == 16), np.cos(j / 2)
        parts = [
            summary(scores[a : a + TILE], values[a : a + TILE, None])
            for a in range(0, j.size, TILE)
        ]
        seen = [parts[0]]
        for part in parts[1:]:
            seen.append(merge(seen[-1], part))
        return {
            "scores": scores,
            "values": values,
            "shift": np.concatenate([each.shift for each in seen]),
            "mass": np.concatenate([each.mass for each in seen]),
            "mean": np.concatenate([mean(each) for each in seen]),
            "whole": attention(scores, values[:, None]),
        }

    @staticmethod
    def examine(data, expect):
        """The shift never falls, no mass is below 1, and the last mean is attention over all."""
        expect.at_least("the shift", data["shift"][1:], data["shift"][:-1], "a maximum so far")
        expect.at_least("the mass", data["mass"], 1, "the largest score counts 1")
        older = data["mass"][:-1] * np.exp(data["shift"][:-1] - data["shift"][1:])
        expect.at_least("the mass", data["mass"][1:], older, "the older one, scaled down, is in it")
        expect.at_most("the mass", data["mass"][1:], older + TILE, "no score counts more than 1")
        x, v = data["scores"].tolist(), data["values"].tolist()
        p, exact = softmax(data["scores"]).tolist(), [0] * len(x)
        bound = 2 * float(bound_folded_attention(x, exact, p, v, TILES, "float64"))
        expect.coincide("the last mean and attention", data["mean"][-1:], data["whole"], bound)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw shift, mass and mean over the tiles, one above the other."""
        tile = np.arange(1, TILES + 1)
        for axes, name in zip(canvas.subplots(3, 1, sharex=True), ROWS, strict=True):
            axes.plot(tile, data[name], marker="o", **style.STROKES[0])
            axes.set_ylabel(translated(ROWS[name], lang))
            style.ticks(axes.yaxis, MARKS[name], lang)
        axes.axhline(data["whole"][0], **style.STROKES[1])
        style.ticks(axes.xaxis, tile, lang)
        axes.set_xlabel(translated("tile", lang))
