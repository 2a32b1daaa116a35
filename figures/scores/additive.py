"""A figure of the additive score, without and with its tanh."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.scores import additive, additive_tanh
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.bounds import bound_softmax

QUERY = "query $q$"
WEIGHT = r"weight $\alpha_i$"
AS_PRINTED = "as printed: $q+k_i$"
ORIGINAL = r"the original: $\tanh(q+k_i)$"


@figure(
    "additive-scores",
    shows=("scores.linear-additive-forgets-the-query", "scores.tanh-keeps-the-query"),
    height=6.0,
    caption=(
        "The weights of four keys as the query moves, with additive scores. Without the "
        "non-linearity, as it is printed, the query adds the same number to every score and "
        "softmax removes it: the lines are level. With the tanh of the original each score "
        "climbs where the query passes the negated key, and the weights move; far away all "
        "scores are alike."
    ),
)
class AdditiveScores:
    """Look at the left panel, where nothing happens: the printed score cannot see its query."""

    @staticmethod
    def compute():
        """Return keys, queries, and the weights of both scores, with one hidden unit of weight 1.

        Queries and keys are short binary fractions, so that the printed scores are exact.
        """
        k, q = np.asarray([-1.5, -0.25, 0.5, 1.25]), np.linspace(-5, 5, 161)
        one = np.ones((1, 1))
        weigh = lambda score: softmax(score(q[:, None], k[:, None], one, one, one[0]))
        return {
            "keys": k,
            "query": q,
            "of-the-keys": softmax(k),
            "printed": weigh(additive),
            "tanh": weigh(additive_tanh),
        }

    @staticmethod
    def examine(data, expect):
        """Printed rows are softmax of the keys; with tanh, log-odds have the proved slope."""
        k, q, alpha = data["keys"], data["query"], data["of-the-keys"]
        expect.rows_sum_to_one("the weights as printed", data["printed"])
        expect.rows_sum_to_one("the weights with tanh", data["tanh"])
        # Both rows have exact scores with the same differences: each is off by softmax alone.
        one = np.asarray(bound_softmax(k.tolist(), alpha.tolist(), "float64"), dtype=float)
        expect.coincide(
            "the weights as printed and softmax of the keys", data["printed"], alpha, 2 * one
        )
        odds = np.log(data["tanh"][:, :, None] / data["tanh"][:, None, :])  # (queries, i, j)
        rise = np.diff(odds, axis=0) / np.diff(q)[:, None, None]
        low, high = _squared_tanh(q[:-1, None] + k, q[1:, None] + k)
        first, second = np.triu_indices(len(k), 1)
        because = "scores.tanh-keeps-the-query, the slope being tanh² - tanh² in between"
        slope = rise[:, first, second]
        expect.at_least("a slope", slope, low[:, second] - high[:, first], because)
        expect.at_most("a slope", slope, high[:, second] - low[:, first], because)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the level lines on the left, the moving ones on the right."""
        axes = canvas.subplots(1, 2, sharey=True)
        for panel, name, title in zip(
            axes, ("printed", "tanh"), (AS_PRINTED, ORIGINAL), strict=True
        ):
            for k, stroke in enumerate(style.STROKES):
                panel.plot(data["query"], data[name][:, k], **stroke)
            panel.set_title(translated(title, lang), pad=5)
            panel.set_xlim(-5, 5)
            panel.set_ylim(0, 0.68)
            style.ticks(panel.xaxis, (-4, -2, 0, 2, 4), lang)
            panel.set_xlabel(translated(QUERY, lang))
        style.ticks(axes[0].yaxis, (0, 0.25, 0.5), lang)
        axes[0].set_ylabel(translated(WEIGHT, lang))
        _name_keys(axes, data, lang)


def _squared_tanh(left, right):
    """Return the least and the largest tanh² between two ends."""
    ends = np.stack([np.tanh(left) ** 2, np.tanh(right) ** 2])
    return np.where(left * right <= 0, 0, ends.min(axis=0)), ends.max(axis=0)


def _name_keys(axes, data, lang):
    """Name each key on its level line, and where its weight moves."""
    left, right = axes
    beside = ((88, (-3, -7)), (96, (5, -3)), (99, (3, 7)), (75, (5, 5)))
    for k, (at, by) in enumerate(beside):
        color, name = style.STROKES[k]["color"], f"k_{k + 1}"
        level = f"${name} = {style.in_math(data['keys'][k], lang)}$"
        style.label(left, -4.8, data["printed"][0, k], level, by=(0, 2), va="bottom", color=color)
        style.label(right, data["query"][at], data["tanh"][at, k], f"${name}$", by=by, color=color)
