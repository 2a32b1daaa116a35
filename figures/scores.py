"""Figures of scores: the additive score without and with its tanh, and what lengths do."""

import numpy as np

from figures import style
from figures.book import figure
from impl.scores import additive, additive_tanh, cosine, dot
from impl.softmax import log_softmax, softmax
from theory.language import translated
from theory.rounding import (
    bound_cosine,
    bound_dot,
    bound_log_softmax,
    bound_softmax,
    bound_weights,
)

QUERY = "query $q$"
WEIGHT = r"weight $\alpha_i$"
AS_PRINTED = "as printed: $q+k_i$"
ORIGINAL = r"the original: $\tanh(q+k_i)$"
LENGTH = r"length $\Vert q\Vert$"
DOT = "dot product"
COSINE = "cosine"


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


@figure(
    "lengths",
    shows=("scores.dot-log-odds", "scores.cosine-forgets-lengths", "scores.cosine-cannot-focus"),
    height=4.9,
    caption=(
        "A query of fixed direction grows (left: its ray, and the keys). With dot products the "
        "log-odds grow in proportion to its length, and at last the key that reaches farthest "
        "along the ray takes all, here the long one. The cosine sees no lengths: the key of the "
        "best direction leads, and never passes the bound $e^2/(e^2+n)$, with $n=3$ others."
    ),
)
class Lengths:
    """Look at the panels on the right: in one the length decides, in the other nothing moves."""

    @staticmethod
    def compute():
        """Return keys, the query's direction and lengths, and the weights of both scores."""
        u = np.asarray([0.8, 0.6])
        keys = np.asarray([[0.8, 0.6], [2.5, -0.25], [-0.75, 1.0], [-2.0, -0.5]])
        lengths = np.logspace(-1.5, 1.5, 121)
        q = lengths[:, None] * u
        n = len(keys) - 1
        return {
            "keys": keys,
            "direction": u,
            "length": lengths,
            "dot": softmax(dot(q, keys)),
            "log-dot": log_softmax(dot(q, keys)),
            "cosines": cosine(u, keys),
            "cosine": softmax(cosine(q, keys)),
            "bound": np.asarray(np.exp(2) / (np.exp(2) + n)),
        }

    @staticmethod
    def examine(data, expect):
        """Log-odds of dot scores are linear in the length; cosine weights do not move."""
        expect.rows_sum_to_one("the weights of dot products", data["dot"])
        expect.rows_sum_to_one("the weights of cosines", data["cosine"])
        along = data["keys"] @ data["direction"]
        odds = data["log-dot"] - data["log-dot"][:, -1:]
        exact = data["length"][:, None] * (along - along[-1])
        expect.coincide("log-odds and length", odds, exact, _log_odds_rounding(data))
        # Both rows have cosines, and so scores, that are off by the bound of a cosine each.
        off, row = float(bound_cosine(2, "float64")), data["cosine"][0]
        moved = [3 * off] * len(row)  # of the score, and of the maximum, and of their difference
        one = np.asarray(bound_weights(row.tolist(), moved, "float64"), dtype=float)
        expect.coincide("the weights of cosines at two lengths", data["cosine"], row, 2 * one)
        expect.at_most(
            "a weight of cosines", data["cosine"], data["bound"], "scores.cosine-cannot-focus"
        )
        expect.at_least("the weight of dot products at last", data["dot"][-1].max(), data["bound"],
                        "the length being without limit")  # fmt: skip

    @staticmethod
    def draw(canvas, data, lang):
        """Draw keys and ray, then the weights of both scores over the query's length."""
        plane, left, right = canvas.subplots(1, 3, width_ratios=(0.9, 1, 1))
        _draw_plane(plane, data)
        for axes, name, title in ((left, "dot", DOT), (right, "cosine", COSINE)):
            for k, stroke in enumerate(style.STROKES):
                axes.plot(data["length"], data[name][:, k], **stroke)
            axes.set_xscale("log")
            axes.set_xlim(data["length"][0], data["length"][-1])
            axes.set_ylim(0, 1.02)
            axes.set_title(translated(title, lang), pad=5)
            style.ticks(axes.xaxis, (0.1, 1, 10), lang)
            axes.minorticks_off()
            axes.set_xlabel(translated(LENGTH, lang))
            style.ticks(axes.yaxis, (0, 0.5, 1), lang)
        right.tick_params(labelleft=False)
        left.set_ylabel(translated(WEIGHT, lang))
        right.axhline(data["bound"], **style.LIMIT)
        style.label(right, 0.05, data["bound"], r"$e^2/(e^2+n)$", by=(0, 6))
        _name_curves(left, right, data)


def _log_odds_rounding(data):
    """Bound log-odds of dot products: two log-softmaxes, their scores, and the product beside."""
    keys, u, rows = np.abs(data["keys"]), np.abs(data["direction"]), []
    for length, p, log_p in zip(data["length"], data["dot"], data["log-dot"], strict=True):
        size = float(length * (keys @ u).max())
        score = float(bound_dot(size, 2, "float64", more=3))
        x = (length * (data["keys"] @ data["direction"])).tolist()
        bounds = bound_log_softmax(x, p.tolist(), log_p.tolist(), "float64")
        rows.append([2 * float(max(bounds)) + 4 * score] * len(x))
    return np.asarray(rows)


def _draw_plane(axes, data):
    u, keys = data["direction"], data["keys"]
    axes.plot(*np.outer(u, (0, 2.9)), **style.LIMIT)
    arrow = {"arrowstyle": "-|>,head_width=0.15,head_length=0.35", "shrinkA": 0, "shrinkB": 0}
    for k, (key, stroke) in enumerate(zip(keys, style.STROKES, strict=True)):
        axes.annotate("", key, (0, 0), arrowprops=arrow | {"color": stroke["color"], "lw": 1.1})
        away = 7 * key / np.hypot(*key) if k else np.asarray([-7, 3])
        axes.annotate(f"$k_{k + 1}$", key, away, textcoords="offset points", ha="center",
                      va="center", color=stroke["color"])  # fmt: skip
    style.label(axes, *(2.9 * u), "$q$", by=(2, 5), ha="center")
    axes.set_aspect("equal")
    axes.set_xlim(-2.5, 3.1)
    axes.set_ylim(-0.8, 2.2)
    axes.axis("off")


def _name_curves(left, right, data):
    beside = ((76, (9, 6)), (66, (-9, 5)), (53, (0, 0)), (30, (-4, -7)))
    for k, (at, by) in enumerate(beside):
        look = {"ha": "center", "color": style.STROKES[k]["color"]}
        length, name = data["length"], f"$k_{k + 1}$"
        ground = {} if any(by) else {"bbox": style.GROUND}
        style.label(left, length[at], data["dot"][at, k], name, by=by, **look, **ground)
        level = data["cosine"][0, k]
        style.label(right, length[16], level, name, by=(0, 0), bbox=style.GROUND, **look)
