"""A figure of the variance of scores: sampled, and by the theorem."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.scores import dot, scaled_dot
from theory.language import translated

WIDTH = "width $d$"
SQUARE = "mean square of scores"
UNDIVIDED, DIVIDED = r"$q k^{\!\top}$", r"$q k^{\!\top}/\sqrt{d}$"
THEOREM = r"variance $\sigma^4 d$"
ONE = "variance 1"
SEED = 0
PAIRS = 1024
FALSE_ALARM = 1e-3  # of a figure with sampled points, for all of them together


@figure(
    "score-variance",
    shows=(
        "scaling.variance-is-proportional-to-width",
        "scaling.unit-variance-after-division",
        "scaling.sampled-scores-have-the-proved-variance",
    ),
    height=6.6,
    caption=(
        r"Mean squares of the scores of 1024 random pairs at each width, with entries of $\pm1$ "
        r"(so $\sigma=1$, and no normality anywhere), and the theorem's lines. Undivided, the "
        r"variance grows in proportion to the width; divided by $\sqrt d$ it is 1 at every "
        "width. The shaded bands hold all the points at once with probability 99.9 % at least, "
        "by a Chernoff bound."
    ),
)
class ScoreVariance:
    """Look at the slopes: 1 above, 0 below."""

    @staticmethod
    def compute():
        """Return mean squares of sampled scores; NumPy's default generator with seed 0."""
        generator = np.random.default_rng(SEED)
        widths = 2 ** np.arange(11)
        squares = {"undivided": [], "divided": []}
        for d in widths:
            q, k = 2.0 * generator.integers(2, size=(2, PAIRS, 1, d)) - 1
            for name, score in (("undivided", dot), ("divided", scaled_dot)):
                squares[name].append((score(q, k) ** 2).mean())
        return {"width": widths} | {name: np.asarray(each) for name, each in squares.items()}

    @staticmethod
    def examine(data, expect):
        """Every point keeps to the band around its line."""
        d = data["width"]
        low, high = _band(PAIRS, FALSE_ALARM / (2 * 2 * len(d)))
        for name, line, claim in (
            ("undivided", d, "scaling.variance-is-proportional-to-width"),
            ("divided", 1, "scaling.unit-variance-after-division"),
        ):
            expect.at_least(f"the mean square, {name},", data[name], low * line, claim)
            expect.at_most(f"the mean square, {name},", data[name], high * line, claim)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw points, lines and bands on logarithmic axes."""
        axes, d = canvas.subplots(), data["width"]
        low, high = _band(PAIRS, FALSE_ALARM / (2 * 2 * len(d)))
        for line in (d, d / d):
            axes.fill_between(d, low * line, high * line, color=style.PALE, lw=0)
            axes.plot(d, line, **style.STROKES[0])
        axes.plot(d, data["undivided"], "o", color=style.RED, markersize=4)
        axes.plot(d, data["divided"], "x", color=style.BLUE, markersize=4.5, markeredgewidth=1.1)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(0.8, 1300)
        axes.set_ylim(0.3, 2500)
        axes.set_xticks(d[::2])
        style.ticks(axes.xaxis, d[::2], lang)
        axes.minorticks_off()
        style.powers(axes.yaxis, (0, 1, 2, 3))
        axes.set_xlabel(translated(WIDTH, lang))
        axes.set_ylabel(translated(SQUARE, lang))
        style.label(axes, 64, 64, UNDIVIDED, by=(-12, 13), color=style.RED)
        style.label(axes, 64, 64, translated(THEOREM, lang), by=(10, -9))
        style.label(axes, 64, 1, DIVIDED, by=(-12, 14), color=style.BLUE)
        style.label(axes, 64, 1, translated(ONE, lang), by=(10, 12))


def _band(pairs, level):
    """Return factors below and above which a mean square falls with probability `level` each.

    With S a sum of d signs, E exp(t S²/d) ≤ (1 - 2t)^(-1/2), as cosh x ≤ exp(x²/2); so the mean of
    N such squares is 1 + x or more with probability at most exp(-N (x - log(1 + x))/2). Downwards,
    E exp(-t S²/d) ≤ 1 - t + 3t²/2, so it is 1 - x or less with at most exp(-N x²/6).
    """
    wanted = -np.log(level) / pairs
    low, high = 0.0, 100.0
    for _ in range(60):
        x = (low + high) / 2
        low, high = (x, high) if (x - np.log1p(x)) / 2 < wanted else (low, x)
    return 1 - np.sqrt(6 * wanted), 1 + high
