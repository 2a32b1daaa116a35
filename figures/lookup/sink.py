"""A figure of a row that may abstain, and of one that cannot."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.sinks import softmax_one
from impl.softmax import softmax
from theory.language import translated

WEIGHT, KEY, SINK = "weight", "key $i$", "sink"
FALLEN, TOGETHER = "how far all scores fell, $t$", "all weights together"
PLAIN, ONE_MORE, BOUND = "softmax", r"softmax$_1$", "bound $n\\,e^{C-t}$"


@figure(
    "attention-sink",
    shows=("lookup.one-more-lets-a-row-abstain", "softmax.one-more-is-an-extra-score"),
    height=8.2,
    caption=(
        r"Five scores fall together by $t$ (top): their softmax stays what it is, but the extra "
        r"score $0$ of $\mathrm{softmax}_1$, the sink (hatched), takes what they lose. So the "
        r"weights of softmax sum to one for ever, and those of $\mathrm{softmax}_1$ vanish under "
        r"the bound "
        r"$n\,e^{C-t}$, with $n=5$ scores up to $C=2$ (bottom)."
    ),
)
class AttentionSink:
    """Look at the hatched bars: with low scores the sink holds nearly all the weight."""

    @staticmethod
    def compute():
        """Return the weights at three shifts, and what all weigh together over many."""
        x = np.asarray([0.5, 2.0, -0.5, 1.5, 0.0])
        shown, fallen = np.asarray([0.0, 3.0, 6.0]), np.linspace(0, 10, 101)
        rows = softmax_one(x - shown[:, None])
        return {
            "shown": shown,
            "weights": rows,
            # the sink as a key of its own, and not as what is left to one
            "beside": softmax(np.concatenate([x - shown[:, None], np.zeros((3, 1))], axis=1)),
            "plain": softmax(x - shown[:, None]),
            "fallen": fallen,
            "together": softmax_one(x - fallen[:, None]).sum(axis=1),
            "plain-together": softmax(x - fallen[:, None]).sum(axis=1),
            "bound": x.shape[0] * np.exp(x.max() - fallen),
        }

    @staticmethod
    def examine(data, expect):
        """The weights are those beside a sink, sum to less than one, and vanish."""
        expect.rows_sum_to_one("the weights beside the sink", data["beside"])
        expect.rows_sum_to_one("softmax", data["plain"])
        expect.coincide("softmax at two shifts", data["plain"], data["plain"][0], 0)
        expect.at_most("the weights together", data["together"], 1, "less than one")
        expect.at_most("the weights together", data["together"], data["bound"], "n exp(C - t)")
        expect.rises("what the sink keeps as scores fall", 1 - data["together"])
        expect.rises("the sink's own weight as scores fall", data["beside"][:, -1])

    @staticmethod
    def draw(canvas, data, lang):
        """Draw three rows of weights with their sink above, and all together below."""
        parts = canvas.subplot_mosaic([[0, 1, 2], ["below"] * 3], height_ratios=(1, 1.2))
        place = np.arange(1, 7)
        for k, (axes, row) in enumerate(zip(map(parts.get, range(3)), data["beside"], strict=True)):
            axes.bar(place[:-1], data["weights"][k], width=0.65, color=style.BLUE)
            axes.bar(place[-1:], row[-1:], width=0.65, facecolor="white", edgecolor=style.RED,
                     hatch="/////")  # fmt: skip
            axes.plot(place[:-1], data["plain"][k], "_", color=style.INK, ms=9)
            axes.set_title(f"$t = {style.in_math(data['shown'][k], lang)}$", pad=3)
            axes.set_ylim(0, 1.02)
            axes.set_xticks(place, [*map(str, place[:-1]), translated(SINK, lang)])
            axes.set_xlabel(translated(KEY, lang))
            style.ticks(axes.yaxis, (0, 0.5, 1), lang)
            axes.tick_params(labelleft=k == 0)
        style.label(parts[2], 2.2, data["plain"][2][1], translated(PLAIN, lang), by=(6, 0))
        parts[0].set_ylabel(translated(WEIGHT, lang))
        axes = parts["below"]
        axes.plot(data["fallen"], data["bound"], **style.BOUND)
        axes.plot(data["fallen"], data["plain-together"], **style.STROKES[3])
        axes.plot(data["fallen"], data["together"], **style.STROKES[0])
        axes.set_xlim(0, 10)
        axes.set_ylim(0, 1.2)
        style.ticks(axes.xaxis, range(0, 11, 2), lang)
        style.ticks(axes.yaxis, (0, 0.5, 1), lang)
        axes.set_xlabel(translated(FALLEN, lang))
        axes.set_ylabel(translated(TOGETHER, lang))
        style.label(axes, 8, 1, translated(PLAIN, lang), by=(0, 8), color=style.GREY)
        style.label(axes, 2, data["together"][20], translated(ONE_MORE, lang), by=(-6, -8))
        style.label(
            axes, 4.6, data["bound"][46], translated(BOUND, lang), by=(6, 6), color=style.RED
        )
        canvas.align_ylabels([parts[0], axes])
