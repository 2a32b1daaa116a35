"""A figure of which documents products of vectors never rank first."""

import itertools

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.feedforward import feed_forward
from impl.retrieval import cat_score, dot_score, ranking
from theory.language import translated

QUERY = "query $q$"
SCORES = (
    "BERT-DOT: product $q\\,d_j$",
    "BERT-CAT: probability",
)
FIRST = "first"


@figure(
    "who-is-first",
    shows=(
        "retrieval.dot-never-ranks-a-mixture-first",
        "retrieval.joint-score-of-two-numbers-ranks-any-first",
        "retrieval.logistic-keeps-order",
    ),
    height=6.4,
    caption=(
        "Three documents, the numbers $-1$, $1/4$ and 1, and the scores they get from every "
        "query; the strip below names the first. Of products (left) the middle document, a "
        "mixture of the others, is never the largest. A score that sees query and document at "
        "once, here with two hidden units that compute $|q-d|$, ranks each of them first for "
        "some query."
    ),
)
class WhoIsFirst:
    """Look for the red line on top: it is never there on the left."""

    @staticmethod
    def compute():
        """Return documents, queries, both scores and who is first; products and |q - d| exact."""
        d = np.asarray([-1.0, 0.25, 1.0])
        q = np.linspace(-2, 2, 256, endpoint=False) + 1 / 128  # in steps of 1/64, no tie
        pairs = np.stack(np.broadcast_arrays(q[:, None], d), axis=-1)  # (queries, documents, 2)
        net = {
            "w_1": np.asarray([[1.0, -1.0], [-1.0, 1.0]]),
            "b_1": np.zeros(2),
            "w_2": -np.ones((2, 1)),
            "b_2": np.zeros(1),
        }
        rows = feed_forward(pairs, net)[..., None, :]  # the row of [CLS] and no other
        dot = dot_score(q[:, None, None], d[:, None, None])
        cat = cat_score(rows, np.asarray([2.0]))
        return {
            "documents": d,
            "query": q,
            "number": rows[..., 0, 0],
            "dot": dot,
            "cat": cat,
            "first-dot": ranking(dot)[..., 0],
            "first-cat": ranking(cat)[..., 0],
        }

    @staticmethod
    def examine(data, expect):
        """The middle one is below the better of the others; with CAT the nearest is first."""
        d, q, dot = data["documents"], data["query"], data["dot"]
        expect.coincide("the products and q d", dot, q[:, None] * d, 0)
        expect.coincide("the numbers and -|q - d|", data["number"], -abs(q[:, None] - d), 0)
        expect.at_most("the middle product", dot[:, 1], dot[:, [0, 2]].max(axis=-1),
                       "retrieval.dot-never-ranks-a-mixture-first")  # fmt: skip
        expect.holds(1 not in data["first-dot"], "the middle document is first among products")
        nearest = np.argmin(abs(q[:, None] - d), axis=-1)
        expect.coincide("who is first with CAT and who is nearest", data["first-cat"], nearest, 0)
        expect.holds(set(data["first-cat"]) == {0, 1, 2}, "some document is never first with CAT")
        expect.at_most("a probability", data["cat"], 0.5, "-|q - d| being at most 0")
        order = np.argsort(data["number"], axis=-1)
        sorted_ = np.take_along_axis(data["cat"], order, axis=-1)
        expect.at_least("a larger number's probability", np.diff(sorted_, axis=-1), 0,
                        "retrieval.logistic-keeps-order")  # fmt: skip

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the scores of all documents, and beneath them a strip with the first."""
        axes = canvas.subplots(2, 2, sharex=True, height_ratios=(1, 0.11))
        for (top, strip), name, title in zip(axes.T, ("dot", "cat"), SCORES, strict=True):
            for k, stroke in enumerate(style.STROKES[:3]):
                top.plot(data["query"], data[name][:, k], **stroke)
            top.set_title(translated(title, lang), pad=4)
            _draw_first(strip, data["query"], data[f"first-{name}"])
            strip.set_xlabel(translated(QUERY, lang))
        left, right = axes[0]
        left.set_ylim(-2.1, 2.1)
        right.set_ylim(0, 0.6)
        for k, (x, by) in enumerate(((-1.6, (3, 6)), (1.75, (0, 7)), (1.3, (-6, 5)))):
            label = {"ha": "center", "color": style.STROKES[k]["color"]}
            style.label(left, x, x * data["documents"][k], f"$d_{k + 1}$", by=by, **label)
            place = data["documents"][k], 0.5
            style.label(right, *place, f"$d_{k + 1}$", by=(0, 7), **label)
        style.ticks(left.yaxis, (-2, -1, 0, 1, 2), lang)
        style.ticks(right.yaxis, (0, 0.25, 0.5), lang)
        style.ticks(axes[1, 0].xaxis, (-2, -1, 0, 1, 2), lang)
        style.label(axes[1, 0], -2, 0.5, translated(FIRST, lang), by=(-5, 0))
        axes[1, 0].set_xlim(-2, 2)


def _draw_first(axes, q, first):
    """Draw who is first as bars of one tone each, with the name in the middle."""
    edges = [0, *(np.flatnonzero(np.diff(first)) + 1), len(q)]
    step = q[1] - q[0]
    for start, stop in itertools.pairwise(edges):
        k = int(first[start])
        left, width = q[start] - step / 2, (stop - start) * step
        tone = ("#FFFFFF", style.BENEATH["color"], style.PALE)[k]
        axes.barh(0.5, width, 1, left, color=tone, edgecolor=style.INK, linewidth=0.5)
        axes.text(left + width / 2, 0.5, f"$d_{k + 1}$", ha="center", va="center")
    axes.set_ylim(0, 1)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
