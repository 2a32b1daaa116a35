"""A figure of the exact laws of scores and weights, before and after the division."""

from math import comb

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.scores import scaled_dot
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.bounds import factors

UNDIVIDED, DIVIDED = r"$q k^{\!\top}$", r"$q k^{\!\top}/\sqrt{d}$"
SCORE = "score $s$"
DENSITY = "density"
FIRST = r"weight $\alpha_1$"
SHARE = "probability"


@figure(
    "score-laws",
    shows=(
        "scaling.unit-variance-after-division",
        "scaling.variance-is-proportional-to-width",
        "scaling.scaled-gradient-stays",
    ),
    height=7.6,
    caption=(
        "Exact laws of a score (top) and of the first of two weights, gathered in fifths "
        r"(bottom), for independent entries of $\pm1$: binomial laws, without any sample. "
        "Undivided scores (dashed lines, white bars) spread as the width grows, and drive the "
        r"weights to 0 and 1. Divided by $\sqrt d$ (solid lines, blue bars) they have variance 1 "
        "at every width, and weights in between remain."
    ),
)
class ScoreLaws:
    """Look from left to right: dashes and white bars change with the width, all else hardly."""

    @staticmethod
    def compute():
        """Return for each width the scores that occur, and the weights, with their probabilities.

        Given the query, the score of a key of signs is d minus twice the entries that disagree; the
        difference of two keys' scores is a sum of 2d signs.
        """
        data = {"width": np.asarray([4, 64, 512]), "edges": np.linspace(0, 1, 6)}
        for d in data["width"].tolist():
            keys = 1 - 2.0 * np.tri(d + 1, d, -1)  # 0, 1, ... d entries disagree
            wide = 1 - 2.0 * np.tri(2 * d + 1, 2 * d, -1)
            law, of_differences = _binomial(d), _binomial(2 * d)
            data |= {f"{d}/law": law, f"{d}/law-of-differences": of_differences}
            for name, scale in (("before", 1.0), ("after", 1 / np.sqrt(d))):
                difference = scaled_dot(np.ones(2 * d), wide, scale)
                pairs = softmax(np.stack([difference, np.zeros(2 * d + 1)], axis=-1))
                shares = np.histogram(pairs[:, 0], data["edges"], weights=of_differences)[0]
                data[f"{d}/scores-{name}"] = scaled_dot(np.ones(d), keys, scale)
                data |= {f"{d}/weights-{name}": pairs, f"{d}/shares-{name}": shares}
        return data

    @staticmethod
    def examine(data, expect):
        """Laws sum to 1, variances are d and 1, and the scaled mean gradient keeps its bound."""
        for d in data["width"]:
            for name, tosses in (
                ("law", d), ("law-of-differences", 2 * d),
                ("shares-before", 2 * d), ("shares-after", 2 * d),
            ):  # fmt: skip
                total, rounding = data[f"{d}/{name}"].sum(), float(factors(tosses + 8, "float64"))
                expect.coincide(f"the sum of the {name} for d = {d} and 1", total, 1, rounding)
            for name, variance in (("before", d), ("after", 1)):
                square = (data[f"{d}/law"] * data[f"{d}/scores-{name}"] ** 2).sum()
                said = f"the variance {name} division for d = {d} and {variance}"
                expect.coincide(said, square, variance, _variance_rounding(d, variance))
                expect.rows_sum_to_one(f"the weights {name}", data[f"{d}/weights-{name}"])
            product = data[f"{d}/weights-after"].prod(axis=-1)
            gradient = (data[f"{d}/law-of-differences"] * product).sum()
            least = np.exp(-np.sqrt(2)) / 4
            expect.at_least("the mean gradient", gradient, least, "scaling.scaled-gradient-stays")
        outer = [data[f"{d}/shares-before"][[0, -1]].sum() for d in data["width"]]
        expect.rises("the share of the outer fifths before division, as d grows,", outer)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the laws of scores above the shares of weights, a column a width."""
        axes = canvas.subplots(2, 3, sharey="row", height_ratios=(1, 1))
        for (top, bottom), d in zip(axes.T, data["width"], strict=True):
            top.set_title(f"$d = {d}$", pad=4)
            _draw_law(top, data, d, "before", style.STROKES[1])
            _draw_law(top, data, d, "after", {"color": style.BLUE})
            _draw_shares(bottom, data, d, lang)
            top.set_xlim(-9, 9)
            style.ticks(top.xaxis, (-8, -4, 0, 4, 8), lang)
            top.set_xlabel(translated(SCORE, lang))
            bottom.set_xlabel(translated(FIRST, lang))
        top, bottom = axes[:, 0]
        top.set_ylim(0, 0.45)
        style.ticks(top.yaxis, (0, 0.2, 0.4), lang)
        top.set_ylabel(translated(DENSITY, lang))
        bottom.set_ylim(0, 0.55)
        style.ticks(bottom.yaxis, (0, 0.25, 0.5), lang)
        bottom.set_ylabel(translated(SHARE, lang))
        canvas.align_ylabels(axes[:, 0])
        style.label(axes[0, 2], 1, 0.3, DIVIDED, by=(4, 4), color=style.BLUE)
        flat = data["512/law"][256] / 2
        style.label(axes[0, 2], 5, flat, UNDIVIDED, by=(0, 8), color=style.RED)


def _binomial(n):
    """Return the probabilities of 0, 1, ... n heads in n tosses of a fair coin, rounded once."""
    return np.asarray([comb(n, k) / 2**n for k in range(n + 1)])


def _variance_rounding(d, variance):
    """Bound Σ p s²: d + 4 factors of its own, and scores that are off by d + 3 of their size.

    The absolute values of a score's products sum to √d times its deviation, and so each score is
    off by e = √d times as many factors, and the mean of 2 |s| e + e² by two deviations' worth.
    """
    grown = float(factors(d + 4, "float64"))
    off = np.sqrt(d * variance) * grown
    return variance * grown + 2 * np.sqrt(variance) * off + off**2


def _draw_law(axes, data, d, name, stroke):
    """Draw the probabilities as areas: each score's, over the distance to the next."""
    scores = data[f"{d}/scores-{name}"][::-1]
    apart = scores[1] - scores[0]
    edges = np.append(scores, scores[-1] + apart) - apart / 2
    axes.stairs(data[f"{d}/law"] / apart, edges, lw=1.1, **stroke)


def _draw_shares(axes, data, d, lang):
    middle = (data["edges"][1:] + data["edges"][:-1]) / 2
    outline = {"facecolor": "none", "edgecolor": style.RED, "linewidth": 1.0}
    axes.bar(middle - 0.042, data[f"{d}/shares-before"], width=0.07, **outline)
    axes.bar(middle + 0.042, data[f"{d}/shares-after"], width=0.08, color=style.BLUE)
    axes.set_xlim(0, 1)
    style.ticks(axes.xaxis, (0, 0.4, 0.6, 1), lang)
