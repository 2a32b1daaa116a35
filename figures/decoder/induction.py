"""A figure of two attention layers that go on with what was repeated."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.embedding import one_hot
from impl.heads import scaled_dot_product_attention
from impl.induction import next_by_repetition
from theory.language import translated

TOKENS, SHARPNESS = "merahm", 20.0
LETTERS = sorted(set(TOKENS), key=TOKENS.index)
LEVELS = ("tokens", "the token\nbefore", "the last\ntoken asks")
NEXT, TWO, ONE = "next token", "two layers", "one layer"
LEAST = 0.01  # a thinner line would not be seen


@figure(
    "induction",
    shows=(
        "decoder.two-layers-go-on",
        "decoder.one-layer-cannot-go-on",
    ),
    height=5.0,
    caption=(
        "Two attention layers with written weights read m e r a h m. In the first, each place but "
        "the first attends to the place before it and keeps that token (grey lines). In the "
        "second, the last token, m, attends to the place before which an m stands (red), and what "
        "stands there comes next: e. One layer alone (hollow bars) finds nothing but the m "
        "itself. Lines are as strong as the weights are."
    ),
)
class Induction:
    """Look at the red line: it ends at the place after the first m, and that place holds e."""

    @staticmethod
    def compute():
        """Return the weights of both layers, and what each machine expects next."""
        tokens = np.asarray([LETTERS.index(letter) for letter in TOKENS])
        n, words = len(tokens), one_hot(tokens, len(LETTERS))
        place = np.arange(n)
        own, following = one_hot(place, n + 1), one_hot(place + 1, n + 1)
        earlier, places = place[:, None] > place, np.eye(n)
        first = scaled_dot_product_attention(own, following, places, earlier, SHARPNESS)
        last = scaled_dot_product_attention(words[-1:], first @ words, places, scale=SHARPNESS)
        return {
            "first": first,
            "second": last,
            "next": next_by_repetition(tokens, len(LETTERS), SHARPNESS),
            "single": scaled_dot_product_attention(words[-1:], words, words, scale=SHARPNESS)[0],
        }

    @staticmethod
    def examine(data, expect):
        """Each place looks one back, the last token behind its twin, and so e comes next."""
        off = 2 * len(TOKENS) * np.exp(-SHARPNESS)
        before = np.diag(data["first"], -1)
        expect.at_least("the weight of the place before", before, 1 - off, "sharp scores")
        expect.rows_sum_to_one("the weights of the last token", data["second"])
        expect.rows_sum_to_one("what comes next", data["next"][None])
        after, met = TOKENS.index("m") + 1, LETTERS.index("e")
        expect.at_least("the weight behind the twin", data["second"][0, after], 1 - off,
                        "decoder.two-layers-go-on")  # fmt: skip
        expect.at_least("the weight of e", data["next"][met], 1 - off, "decoder.two-layers-go-on")
        expect.at_most("the weight of e by one layer", data["single"][met], off,
                       "decoder.one-layer-cannot-go-on")  # fmt: skip

    @staticmethod
    def draw(canvas, data, lang):
        """Draw both layers as lines between three rows of letters, and what comes next."""
        axes, bars = canvas.subplots(1, 2, width_ratios=(2.6, 1))
        n = len(TOKENS)
        held = ["", *TOKENS[:-1]]
        for i in range(n):
            for j in np.flatnonzero(data["first"][i] > LEAST):
                axes.plot((j, i), (0.17, 0.83), color=style.GREY, lw=1.6 * data["first"][i, j])
            if data["second"][0, i] > LEAST:
                axes.plot((n - 1, i), (1.83, 1.17), color=style.RED, lw=2 * data["second"][0, i])
                axes.annotate("", (i, 0.2), (i, 0.8), arrowprops={"arrowstyle": "->",
                              "color": style.RED, "lw": 1.2})  # fmt: skip
            axes.text(i, 0, TOKENS[i], ha="center", va="center", fontsize=11)
            axes.text(i, 1, held[i] or "·", ha="center", va="center", color=style.GREY)
        axes.text(n - 1, 2, TOKENS[-1], ha="center", va="center", fontsize=11, color=style.RED)
        for level, name in enumerate(LEVELS):
            axes.text(-0.6, level, translated(name, lang), ha="right", va="center", fontsize=9,
                      linespacing=1.0)  # fmt: skip
        axes.set_xlim(-2.2, n - 0.6)
        axes.set_ylim(-0.4, 2.35)
        axes.set_axis_off()
        place = np.arange(len(LETTERS))
        bars.barh(place, data["next"], height=0.6, color=style.BLUE)
        bars.barh(place, data["single"], height=0.8, facecolor="none", edgecolor=style.GREY)
        bars.set_yticks(place, LETTERS)
        bars.invert_yaxis()
        bars.set_xlim(0, 1.05)
        bars.set_xlabel(translated(NEXT, lang))
        style.ticks(bars.xaxis, (0, 0.5, 1), lang)
        at = [LETTERS.index(letter) for letter in "em"]
        style.label(bars, 0.5, at[0], translated(TWO, lang), by=(0, 0), ha="center", color="white")
        style.label(bars, 0.5, at[1], translated(ONE, lang), by=(0, 0), ha="center")
