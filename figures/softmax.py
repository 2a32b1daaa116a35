"""Figures of softmax: what the temperature does to the weights."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.softmax import log_softmax, softmax
from theory.language import translated

TEMPERATURE = "temperature $T$"
WEIGHT = "weight $p_i$"
ENTROPY = "entropy $H(p)$"
BAND = "band"


@figure(
    "temperature",
    shows=("softmax.hot-limit", "softmax.entropy-falls-as-it-cools", "softmax.keeps-order"),
    height=6.4,
    caption=(
        r"The weights $\operatorname{softmax}(x/T)$ of four scores. Hot, they are squeezed "
        "into the band between $e^{-R/T}/n$ and $e^{R/T}/n$ around $1/n$; cold, the largest "
        r"score takes all. The entropy rises with the temperature from 0 to $\log n$."
    ),
)
class Temperature:
    """Look at the right end of the left panel, where the band closes upon 1/n."""

    @staticmethod
    def compute():
        """Return scores, temperatures, weights, entropies and both edges of the band."""
        x = np.asarray([3.0, 2.0, 1.0, 0.0])
        T = np.logspace(-1, 2, 121)
        p = softmax(x / T[:, None])  # (temperatures, n)
        R, n = x.max() - x.min(), x.shape[0]
        return {
            "scores": x,
            "temperature": T,
            "weights": p,
            "entropy": -(p * log_softmax(x / T[:, None])).sum(axis=-1),
            "lower": np.exp(-R / T) / n,
            "upper": np.exp(R / T) / n,
        }

    @staticmethod
    def examine(data, expect):
        """The band holds all weights, larger scores weigh more, and the entropy rises with T."""
        p, H, n = data["weights"], data["entropy"], data["scores"].shape[0]
        expect.rows_sum_to_one("the weights", p)
        # Softmax reaches neither edge: at T = 100 it stays off by 1%, at lower T by more.
        expect.at_least("a weight", p, data["lower"][:, None], "softmax.hot-limit")
        expect.at_most("a weight", p, data["upper"][:, None], "softmax.hot-limit")
        expect.at_most("the next weight", p[:, 1:], p[:, :-1], "softmax.keeps-order")
        expect.rises("the entropy as T rises", H)
        expect.at_least("the entropy", H, 0, "p log p being nowhere positive")
        expect.at_most("the entropy", H, np.log(n), "the uniform weights having the largest")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the weights on the left and the entropy on the right."""
        left, right = canvas.subplots(1, 2, width_ratios=(1.25, 1))
        _draw_weights(left, data, lang)
        _draw_entropy(right, data, lang)
        for axes in (left, right):
            axes.set_xscale("log")
            axes.set_xlim(0.1, 100)
            axes.set_xlabel(translated(TEMPERATURE, lang))
            style.ticks(axes.xaxis, (0.1, 1, 10, 100), lang)


def _draw_weights(axes, data, lang):
    T, p, n = data["temperature"], data["weights"], data["scores"].shape[0]
    axes.fill_between(T, data["lower"], np.minimum(data["upper"], 1.1), color=style.PALE, lw=0)
    axes.axhline(1 / n, **style.LIMIT)
    for k, stroke in enumerate(style.STROKES):
        axes.plot(T, p[:, k], **stroke)
    axes.set_ylim(0, 1.02)
    axes.set_ylabel(translated(WEIGHT, lang))
    style.ticks(axes.yaxis, (0, 0.25, 0.5, 0.75, 1), lang)
    style.label(axes, 0.1, 1 / n, "$1/n$", by=(3, 7))
    # The curves run too close for labels beside them: the scores stand in their lines.
    for k, at in enumerate((36, 30, 40, 56)):
        score = f"${'x_i = ' * (k == 0)}{data['scores'][k]:g}$"
        axes.text(T[at], p[at, k], score, ha="center", va="center", bbox=style.PATCH)
    axes.text(100, 0.72, translated(BAND, lang), ha="right", va="bottom")
    axes.text(100, 0.70, r"$e^{\pm R/T}/n$", ha="right", va="top")


def _draw_entropy(axes, data, lang):
    n = data["scores"].shape[0]
    axes.axhline(np.log(n), **style.LIMIT)
    axes.plot(data["temperature"], data["entropy"], **style.STROKES[0])
    style.label(axes, 0.1, np.log(n), r"$\log n$", by=(3, -7))
    axes.set_ylim(0, 1.5)
    axes.set_ylabel(translated(ENTROPY, lang))
    style.ticks(axes.yaxis, (0, 0.5, 1, 1.5), lang)
