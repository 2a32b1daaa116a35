"""Figures of the scores of a trained model: their variance, and what long texts do to weights."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces.trained_model import record
from theory.language import translated

VARIANCE = "variance of divided scores"
STAGES = ("all hypotheses", "own variances", "and correlations", "and means", "same sentence")
NAMES = ("any-variance", "correlated", "any-pairs", "same-sentence")
MEDIAN = "median"
TOKENS = "tokens $n$"
LARGEST = "largest weight, mean"
RANGE = "range $D$ of scores, mean"
LOGARITHM = r"$\log(n-1)$"
# Points by which the number of a block is moved, so that no two cover each other.
MOVED = ((0, -2, -4, 0, 6, -3), (-6, 3, 4, 4, -5, 0))


@figure(
    "trained-variance",
    shows=("scaling.variance-in-general", "scaling.unit-variance-after-division"),
    height=6.8,
    caption=(
        r"The variance of $q k^{\!\top}/\sqrt{d_k}$ in the 72 heads of a trained encoder "
        "(all-MiniLM-L6-v2, fifty sentences), as the hypotheses are dropped one by one. Under "
        "all of them it is 1. With the coordinates' own variances, then with their "
        "correlations, the median is below 1; the means, which are not zero, "
        "raise it in every head. "
        "Queries and keys of the same sentence give almost what independent ones give."
    ),
)
class TrainedVariance:
    """Look at the fourth column: it is the means that lift the scores."""

    @staticmethod
    def compute():
        """Return the variance of each head at each stage: (stages, heads)."""
        stages = record()["variances"]["stages"]
        return {name: np.asarray(stages[name]).ravel() for name in NAMES}

    @staticmethod
    def examine(data, expect):
        """Means only add; after the first block every head has more than 1."""
        for name in NAMES:
            expect.at_least(f"the variance, {name},", data[name], 0, "squares")
        expect.at_least(
            "what the means add", data["any-pairs"] - data["correlated"], 0,
            "scaling.variance-in-general",
        )  # fmt: skip
        late = data["same-sentence"][12:]
        expect.at_least("the variance after the first block", late, 1, "the caption")
        middle = [np.median(data[name]) for name in NAMES]
        expect.at_most("the median before the means", np.asarray(middle[:2]), 1, "the caption")
        steps = np.abs(np.diff(np.log([1, *middle])))
        expect.holds(np.argmax(steps) == 2, "the means are not the largest step")
        expect.holds(np.argmin(steps) == 3, "the sentence is not the smallest step")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw a thin line for each head, and the median."""
        axes, place = canvas.subplots(), np.arange(len(STAGES))
        heads = np.stack([np.ones_like(data[NAMES[0]]), *(data[name] for name in NAMES)])
        axes.axhline(1, **style.LIMIT)
        axes.plot(place, heads, color="#C4C4C4", linewidth=0.5)
        middle = np.median(heads, axis=1)
        axes.plot(place, middle, "o-", color=style.RED)
        style.label(axes, 3, middle[3], translated(MEDIAN, lang), by=(3, -11), color=style.RED,
                    bbox=style.GROUND)  # fmt: skip
        axes.set_yscale("log")
        axes.minorticks_off()
        axes.set_ylim(0.2, 200)
        style.ticks(axes.yaxis, (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100), lang)
        axes.set_xlim(-0.3, 4.3)
        names = [translated(name, lang).replace(" ", "\n", 1) for name in STAGES]
        axes.set_xticks(place, names)
        axes.set_ylabel(translated(VARIANCE, lang))


@figure(
    "trained-dilution",
    shows=("scaling.weights-dilute", "scaling.focus-needs-a-logarithm"),
    height=6.0,
    caption=(
        "The largest weight of a query in each of the six blocks of a trained encoder "
        "(all-MiniLM-L6-v2, mean over heads and queries), as the text grows, and the range $D$ "
        "of that query's scores. The weight falls in every block. It falls slower than $1/n$, "
        r"because the range grows as well, above the $\log(n-1)$ (dotted) that one key needs to "
        r"keep half. No weight exceeds $1/(1+(n-1)e^{-D})$."
    ),
)
class TrainedDilution:
    """Look at the slopes on the left: all fall, and none as steep as the dotted line."""

    @staticmethod
    def compute():
        """Return lengths, the means (blocks, lengths), and the largest weight over its bound."""
        found = record()["dilution"]
        names = {"length": "lengths", "largest": "largest", "range": "range", "ratio": "bound"}
        return {name: np.asarray(found[key]) for name, key in names.items()}

    @staticmethod
    def examine(data, expect):
        """Weights fall, but slower than 1/n; ranges rise, and exceed the logarithm."""
        expect.at_most("a weight over its bound", data["ratio"], 1, "scaling.weights-dilute")
        n = data["length"]
        for b, (largest, spread) in enumerate(zip(data["largest"], data["range"], strict=True)):
            expect.rises(f"the loss of block {b + 1}", -largest)
            expect.rises(f"the range of block {b + 1}", spread)
        slopes = np.diff(np.log(data["largest"])) / np.diff(np.log(n))
        expect.at_least("a slope", slopes, -1, "the caption")
        because = "the caption"
        expect.at_least("the range less the logarithm", data["range"] - np.log(n - 1), 0, because)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw weights on the left and ranges on the right, a line for each block."""
        n, sides = data["length"], canvas.subplots(1, 2)
        for axes, name, moved in zip(sides, ("largest", "range"), MOVED, strict=True):
            for b, row in enumerate(data[name]):
                stroke = style.STROKES[b % 3]
                axes.plot(n, row, **stroke)
                style.label(axes, n[-1], row[-1], str(b + 1), by=(4, moved[b]), fontsize=8.5,
                            color=stroke["color"])  # fmt: skip
            axes.set_xscale("log")
            axes.minorticks_off()
            style.ticks(axes.xaxis, n[::2], lang)
            axes.set_xlim(7, 750)
            axes.set_xlabel(translated(TOKENS, lang))
        left, right = sides
        left.set_yscale("log")
        left.set_ylim(0.05, 1)
        left.minorticks_off()
        style.ticks(left.yaxis, (0.05, 0.1, 0.2, 0.5, 1), lang)
        left.plot(n[:4], 0.5 * n[0] / n[:4], **style.LIMIT)
        style.label(left, n[3], 0.5 * n[0] / n[3], "$1/n$", by=(4, 2))
        left.set_ylabel(translated(LARGEST, lang))
        right.plot(n, np.log(n - 1), **style.LIMIT)
        style.label(right, 128, np.log(127), translated(LOGARITHM, lang), by=(4, -9))
        right.set_ylim(0, 18)
        style.ticks(right.yaxis, (0, 5, 10, 15), lang)
        right.set_ylabel(translated(RANGE, lang))
