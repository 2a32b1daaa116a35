"""A figure of how the score of a turned query and an equal turned key goes with their offset."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.rotary import rotary
from theory.language import translated
from theory.rounding.block_bounds import bound_turned
from theory.rounding.bounds import bound_sinusoid, factors

WIDTH, LAST = 64, 160
OFFSET = "offset of positions"
SCORE = "score, as a share of that at 0"


@figure(
    "rotary-scores",
    shows=(
        "position.rotary-scores-fall-with-distance",
        "position.rotary-score-is-a-sum-of-waves",
        "position.rotary-score-knows-the-offset",
    ),
    height=5.4,
    caption=(
        "A query turned by its position, and an equal key farther and farther away. Where all 32 "
        "pairs of columns weigh the same (solid), the score falls at first, since the fast waves "
        "part from each other, and then rises and falls again. Where only the first pair is not "
        "zero (dashed), it is a single wave, and is back at its largest every $2\\pi$ positions."
    ),
)
class RotaryScores:
    """Look at the right: no curve settles, and the dashed one comes back."""

    @staticmethod
    def compute():
        """Return the scores over the offset, of an even row and of one with a single pair."""
        even = np.full(WIDTH, WIDTH**-0.5)
        single = np.zeros(WIDTH)
        single[0] = 1.0
        scores = lambda row: rotary(np.tile(row, (LAST + 1, 1))) @ row
        return {"offset": np.arange(LAST + 1), "even": scores(even), "single": scores(single)}

    @staticmethod
    def examine(data, expect):
        """At offset 0 the score is the squared length, and the largest; it does not only fall."""
        allowed = 1 + _bound()
        for name in ("even", "single"):
            expect.at_most(f"the size of a score, {name}", np.abs(data[name]), allowed,
                           "position.rotary-keeps-lengths")  # fmt: skip
            expect.coincide(f"the score at offset 0, {name}", data[name][0], 1, allowed - 1)
            expect.holds((np.diff(data[name]) > 0).any(), f"the score only falls, {name}")
        wave = np.cos(data["offset"])
        expect.coincide("the single wave and a cosine", data["single"], wave, 2 * _bound())

    @staticmethod
    def draw(canvas, data, lang):
        """Draw both scores over the offset."""
        axes = canvas.subplots()
        axes.axhline(0, **style.LIMIT)
        axes.plot(data["offset"], data["single"], **style.STROKES[1], lw=0.7)
        axes.plot(data["offset"], data["even"], **style.STROKES[0])
        axes.set_xlabel(translated(OFFSET, lang))
        axes.set_ylabel(translated(SCORE, lang))
        axes.set_xlim(0, LAST)
        style.ticks(axes.yaxis, (-1, -0.5, 0, 0.5, 1), lang)


def _bound():
    """Bound the error of a score of rows of length 1: entries, products and their sum."""
    worst = max(
        bound_turned(1, 1, bound_sinusoid(LAST, k / (WIDTH / 2), 10000, "float64"), "float64")
        for k in range(WIDTH // 2)
    )
    return float(WIDTH * (worst + factors(WIDTH + 1, "float64")))
