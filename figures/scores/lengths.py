"""A figure of what the length of a query does to dot products and to cosines."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.scores import cosine, dot
from impl.softmax import log_softmax, softmax
from theory.language import translated
from theory.rounding.bounds import bound_cosine, bound_dot, bound_log_softmax, bound_weights

WEIGHT = r"weight $\alpha_i$"
LENGTH = r"length $\Vert q\Vert$"
DOT = "dot product"
COSINE = "cosine"


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
        last = data["dot"][-1].max()
        free = "dot products having no such bound"
        expect.at_least(
            "the largest weight of dot products, at the end,", last, data["bound"], free
        )

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
