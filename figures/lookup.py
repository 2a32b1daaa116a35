"""Figures of the lookup table: a soft look-up, and soft attention becoming hard."""

import numpy as np

from figures import style
from figures.book import figure
from impl.lookup import attention, hard_attention
from impl.softmax import hardmax, softmax
from theory.language import translated
from theory.rounding import bound_mean

KEY = "key $k_i$"
VALUE = "value $v_i$"
WEIGHT = r"weight $\alpha_i$"
PAIR = "pair $i$"
QUERY = "query $q$"
OUTPUT = r"output $\Sigma_i\,\alpha_i v_i$"
HARD = "hard"
INVERSE = "inverse temperature $1/T$"
MISSING = "missing weight $1-p_{\\ast}$"
BOUND = "bound $n\\,e^{-g/T}$"
SOFT = "soft attention"


@figure(
    "lookup-table",
    shows=("lookup.attention", "lookup.output-is-between-the-values"),
    height=5.6,
    caption=(
        "A soft look-up. The nearer a key is to the query, the larger the weight of its pair, "
        "here with the score $-(q-k)^2$; the output is the weighted mean of the values and cannot "
        "leave their range (shaded)."
    ),
)
class LookupTable:
    """Look along the rows: key, weight and value of one pair; the output stands on the right."""

    @staticmethod
    def compute():
        """Return the table, the query, scores, weights and output."""
        q = np.asarray(1.25)
        keys = np.asarray([-1.0, 1.0, 0.25, 2.0, 3.0, -0.5])
        values = np.asarray([2.0, 6.0, 4.5, 8.0, 3.0, 5.0])
        scores = -((q - keys) ** 2)
        return {
            "query": q,
            "keys": keys,
            "values": values,
            "scores": scores,
            "weights": softmax(scores),
            "output": attention(scores, values[:, None])[0],
        }

    @staticmethod
    def examine(data, expect):
        """The weights follow the distances, and the output is their mean within the range."""
        p, v, output = data["weights"], data["values"], data["output"]
        expect.rows_sum_to_one("the weights", p[None, :])
        nearest_first = np.argsort(np.abs(data["query"] - data["keys"]), kind="stable")
        expect.at_most(
            "the weight of the next farther key",
            p[nearest_first][1:], p[nearest_first][:-1], "softmax.keeps-order",
        )  # fmt: skip
        expect.at_least("the output", output, v.min(), "lookup.output-is-between-the-values")
        expect.at_most("the output", output, v.max(), "lookup.output-is-between-the-values")
        # Both sums start from the same computed weights, so each is off by its own sum alone.
        one_sum = float(bound_mean(p.tolist(), [0] * len(p), v.tolist(), "float64"))
        expect.coincide("the output and the sum of the bars", output, (p * v).sum(), 2 * one_sum)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw keys, weights and values as three columns over the same rows."""
        columns = canvas.subplots(1, 3, sharey=True, width_ratios=(1, 1, 1.1))
        rows = np.arange(1, data["keys"].shape[0] + 1)
        _draw_keys(columns[0], rows, data, lang)
        _draw_bars(columns[1], rows, data, lang)
        _draw_values(columns[2], rows, data, lang)
        for axes in columns[1:]:
            axes.tick_params(left=False)
        columns[0].set_ylim(rows[-1] + 0.6, -0.15)
        columns[0].set_yticks(rows)
        columns[0].set_ylabel(translated(PAIR, lang))


def _draw_keys(axes, rows, data, lang):
    q = float(data["query"])
    axes.vlines(q, 0.45, rows[-1] + 0.6, **style.BOUND)
    axes.hlines(rows, q, data["keys"], color=style.GREY, lw=0.6)
    axes.plot(data["keys"], rows, "o", color=style.INK)
    axes.text(q, 0.3, translated(QUERY, lang), ha="center", va="bottom", color=style.RED)
    axes.set_xlim(-1.5, 3.5)
    style.ticks(axes.xaxis, (-1, 0, 1, 2, 3), lang)
    axes.set_xlabel(translated(KEY, lang))


def _draw_bars(axes, rows, data, lang):
    axes.barh(rows, data["weights"], height=0.6, color=style.BLUE)
    for row, weight in zip(rows, data["weights"], strict=True):
        style.label(axes, weight, row, style.number(weight, lang, 3), by=(2, 0), fontsize=8.5)
    axes.set_xlim(0, 0.66)
    style.ticks(axes.xaxis, (0, 0.25, 0.5), lang)
    axes.set_xlabel(translated(WEIGHT, lang))


def _draw_values(axes, rows, data, lang):
    v, output = data["values"], float(data["output"])
    axes.fill_betweenx([0.45, rows[-1] + 0.6], v.min(), v.max(), color=style.PALE, lw=0)
    axes.vlines(output, 0.45, rows[-1] + 0.6, **style.BOUND)
    axes.plot(v, rows, "o", color=style.INK)
    axes.text(output, 0.3, translated(OUTPUT, lang), ha="center", va="bottom", color=style.RED)
    axes.set_xlim(1.5, 8.5)
    style.ticks(axes.xaxis, (2, 4, 6, 8), lang)
    axes.set_xlabel(translated(VALUE, lang))


@figure(
    "soft-to-hard",
    shows=("lookup.soft-tends-to-hard", "lookup.hard-weights-are-one-hot"),
    height=8.2,
    caption=(
        "As the temperature falls, the soft weights of five scores become the hard ones (top). "
        r"What the largest weight lacks to 1 stays below $n\,e^{-g/T}$, a straight line on "
        "this logarithmic axis, with $n=4$ other scores at least $g=0.5$ below the "
        "largest (bottom)."
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
