"""A figure of soft attention becoming hard as the temperature falls."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.lookup import hard_attention
from impl.softmax import hardmax, softmax
from theory.language import translated

WEIGHT = r"weight $\alpha_i$"
PAIR = "pair $i$"
HARD = "hard"
INVERSE = "inverse temperature $1/T$"
MISSING = "missing weight $1-p_{\\ast}$"
BOUND = "bound $n\\,e^{-g/T}$"
SOFT = "soft attention"


@figure(
    "soft-to-hard",
    shows=("lookup.soft-tends-to-hard", "lookup.hard-weights-are-one-hot"),
    height=8.2,
    caption=(
        r"As the temperature falls, the soft weights of five scores become the hard ones (top). "
        r"The distance of the largest weight from 1 stays below $n\,e^{-g/T}$, a straight line "
        r"on this logarithmic axis, with $n=4$ other scores at least $g=0.5$ below the largest "
        r"(bottom)."
    ),
)
class SoftToHard:
    """Look at the two lines below: parallel, the computed one under the proved one."""

    @staticmethod
    def compute():
        """Return weights at three temperatures and hard, and the missing weight with its bound."""
        x = np.asarray([0.5, 2.0, -0.5, 1.5, 0.0])
        shown = np.asarray([4.0, 1.0, 0.25])
        inverse = np.linspace(0.25, 32, 128)
        best = int(np.argmax(x))
        others = np.delete(x, best)
        weights = softmax(x * inverse[:, None])
        return {
            "scores": x,
            "shown": shown,
            "weights-shown": softmax(x / shown[:, None]),
            "hard": hardmax(x),
            "hard-attention": hard_attention(x, np.eye(x.shape[0])),
            "inverse": inverse,
            "weights": weights,
            # Summed from the others, because 1 - p would cancel down to the rounding of p.
            "missing": np.delete(weights, best, axis=1).sum(axis=1),
            "bound": others.shape[0] * np.exp(-(x[best] - others.max()) * inverse),
        }

    @staticmethod
    def examine(data, expect):
        """Soft rows sum to one, the hard row is one-hot, and the missing weight obeys its bound."""
        hard, best = data["hard"], int(np.argmax(data["scores"]))
        expect.rows_sum_to_one("the weights", data["weights"])
        expect.rows_sum_to_one("the weights shown", data["weights-shown"])
        one_hot = np.eye(hard.shape[0])[best]
        expect.coincide("the hard weights and the one-hot row", hard, one_hot, 0)
        expect.coincide("the hard weights and hard attention", hard, data["hard-attention"], 0)
        # The computed curve keeps a factor of 1.5 and more from the bound: no slack is needed.
        expect.at_most("the missing weight", data["missing"], data["bound"], "n exp(-g/T)")
        expect.at_most(
            "a soft weight's distance to the hard one",
            np.abs(data["weights"][4:] - hard), data["bound"][4:, None], "n exp(-g/T)",
        )  # fmt: skip
        expect.rises("the missing weight as T rises", data["missing"][::-1])

    @staticmethod
    def draw(canvas, data, lang):
        """Draw four rows of weights above, the missing weight below."""
        parts = canvas.subplot_mosaic([[0, 1, 2, 3], ["below"] * 4], height_ratios=(1, 1.5))
        _draw_cooling([parts[k] for k in range(4)], data, lang)
        axes = parts["below"]
        inverse, missing, bound = data["inverse"], data["missing"], data["bound"]
        axes.plot(inverse, bound, **style.BOUND)
        axes.plot(inverse, missing, **style.STROKES[0])
        axes.set_yscale("log")
        axes.set_xlim(0, 32)
        axes.set_ylim(1e-7, 10)
        style.powers(axes.yaxis, (0, -2, -4, -6))
        style.ticks(axes.xaxis, range(0, 33, 8), lang)
        axes.set_xlabel(translated(INVERSE, lang))
        axes.set_ylabel(translated(MISSING, lang))
        style.label(
            axes, inverse[56], bound[56], translated(BOUND, lang), by=(6, 7), color=style.RED
        )
        style.label(axes, inverse[60], missing[60], translated(SOFT, lang), by=(-6, -7))
        canvas.align_ylabels([parts[0], axes])


def _draw_cooling(columns, data, lang):
    rows = [*data["weights-shown"], data["hard"]]
    titles = [f"$T = {style.in_math(T, lang)}$" for T in data["shown"]]
    place = np.arange(1, len(data["scores"]) + 1)
    for axes, row, title in zip(columns, rows, [*titles, translated(HARD, lang)], strict=True):
        color = style.RED if row is rows[-1] else style.BLUE
        axes.bar(place, row, width=0.65, color=color)
        axes.set_title(title, pad=3)
        axes.set_ylim(0, 1.02)
        style.ticks(axes.xaxis, place, lang)
        axes.set_xlabel(translated(PAIR, lang))
        style.ticks(axes.yaxis, (0, 0.5, 1), lang)
        axes.tick_params(labelleft=axes is columns[0])
    columns[0].set_ylabel(translated(WEIGHT, lang))
