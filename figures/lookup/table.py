"""A figure of a soft look-up in a table of keys and values."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.lookup import attention
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.bounds import bound_mean

KEY = "key $k_i$"
VALUE = "value $v_i$"
WEIGHT = r"weight $\alpha_i$"
PAIR = "pair $i$"
QUERY = "query $q$"
OUTPUT = r"output $\Sigma_i\,\alpha_i v_i$"


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
