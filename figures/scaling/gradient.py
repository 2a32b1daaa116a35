"""A figure of the mean gradient as the width grows."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.scores import dot, scaled_dot
from impl.softmax import softmax
from theory.language import translated

WIDTH = "width $d$"
UNDIVIDED, DIVIDED = r"$q k^{\!\top}$", r"$q k^{\!\top}/\sqrt{d}$"
GRADIENT = r"mean gradient E$\,\alpha_1\alpha_2$"
SEED = 0
PAIRS = 4096
FALSE_ALARM = 1e-3  # of a figure with sampled points, for all of them together


@figure(
    "gradient-decay",
    shows=(
        "scaling.unscaled-weights-saturate",
        "scaling.scaled-gradient-stays",
        "scaling.sampled-gradients-keep-the-bounds",
    ),
    height=6.6,
    caption=(
        "The mean gradient of two weights, with standard normal keys and a normalised query: "
        "exact integrals (lines), the proved bounds (pale, and dotted), and means of 4096 sampled "
        "pairs (circles and crosses; their bars hold the exact means, all at once, with "
        "probability 99.9 % at least, by Bernstein's inequality). Undivided, it falls like "
        "$1/\\sqrt d$, on the line of slope $-1/2$; divided, it stays."
    ),
)
class GradientDecay:
    """Look at the right end: below, the curve lies on its bound; above, nothing has fallen."""

    @staticmethod
    def compute():
        """Return exact and sampled means; NumPy's default generator with seed 0."""
        widths, sampled = np.logspace(0, 3.5, 57), 4 ** np.arange(6)
        generator, data = np.random.default_rng(SEED), {"width": widths, "sampled": sampled}
        means = {"undivided": [], "divided": []}
        for d in sampled:
            q = 2.0 * generator.integers(2, size=(PAIRS, 1, d)) - 1  # mean square 1
            keys = generator.standard_normal((PAIRS, 2, d))
            for name, score in (("undivided", dot), ("divided", scaled_dot)):
                means[name].append(softmax(score(q, keys)).prod(axis=-1).mean())
        for name in means:
            data[f"{name}-means"] = np.asarray(means[name])
            lengths = sampled if name == "undivided" else sampled**0
            data[f"{name}-bars"] = np.asarray([_bernstein(d, 4 * len(sampled)) for d in lengths])
        data["undivided"] = np.asarray([_moment(d, 1) for d in widths])
        data["divided"] = np.asarray(_moment(1, 1))
        data["bound"] = 1 / (2 * np.sqrt(np.pi * widths))
        return data | {"least": np.asarray(np.exp(-np.sqrt(2)) / 4)}

    @staticmethod
    def examine(data, expect):
        """The exact mean keeps its bound and reaches its rate, and samples keep to the exact mean.

        The density of the difference lies between its height at 0 and 1 - x²/(4d) times that
        height. The logistic density has ∫ x² = π²/3, so the mean stays that close to the bound.
        """
        d, exact, bound = data["width"], data["undivided"], data["bound"]
        saturates = "scaling.unscaled-weights-saturate"
        expect.at_most("the mean gradient", exact, bound, saturates)
        rate = bound * (1 - np.pi**2 / (12 * d))
        expect.at_least("the mean gradient", exact, rate, f"the rate of {saturates}")
        slope = np.diff(np.log(exact)) / np.diff(np.log(d))
        expect.at_least("a slope", slope, -1 / 2, "the mean times √d rising to its limit")
        expect.at_least(
            "the divided gradient", data["divided"], data["least"], "scaling.scaled-gradient-stays"
        )
        for name in ("undivided", "divided"):
            truth = [_moment(width if name == "undivided" else 1, 1) for width in data["sampled"]]
            expect.coincide(f"a mean, {name}, and its expectation", data[f"{name}-means"],
                            np.asarray(truth), data[f"{name}-bars"])  # fmt: skip

    @staticmethod
    def draw(canvas, data, lang):
        """Draw exact curves, bounds and samples on logarithmic axes."""
        axes, d = canvas.subplots(), data["width"]
        axes.plot(d, data["bound"], **style.BENEATH)
        axes.plot(d, data["undivided"], **style.STROKES[0])
        axes.plot(d, np.full_like(d, data["divided"]), **style.STROKES[0])
        axes.plot(d, np.full_like(d, data["least"]), **style.LIMIT)
        for name, look in (("undivided", {"marker": "o", "color": style.RED, "markersize": 4}),
                           ("divided", {"marker": "x", "color": style.BLUE, "markersize": 4.5,
                                        "markeredgewidth": 1.1})):  # fmt: skip
            axes.errorbar(data["sampled"], data[f"{name}-means"], data[f"{name}-bars"],
                          linestyle="none", elinewidth=0.8, **look)  # fmt: skip
        _scale_gradients(axes, lang)
        _name_gradients(axes, data, lang)


def _moment(variance, power):
    """Return E (α_1 α_2)^power, the scores' difference being normal with twice the variance.

    The integrand is analytic for |Im x| < π, and below e^-60 beyond 60: the trapezoid rule with
    steps of 1/4 is off by about e^(-8π²) of it and no more.
    """
    x = np.arange(-240, 241) / 4
    density = np.exp(-(x**2) / (4 * variance)) / (2 * np.sqrt(np.pi * variance))
    alpha = softmax(np.stack([x, np.zeros_like(x)], axis=-1))
    return (density * alpha.prod(axis=-1) ** power).sum() / 4


def _bernstein(variance, sides):
    """Return how far a mean of numbers from 0 to 1/4 strays, at the level of one of the sides."""
    wanted, largest = np.log(sides / FALSE_ALARM) / PAIRS, 1 / 4
    linear = largest * wanted / 3
    return linear + np.sqrt(linear**2 + 2 * _moment(variance, 2) * wanted)


def _scale_gradients(axes, lang):
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(0.8, 3200)
    axes.set_ylim(0.004, 0.4)
    style.ticks(axes.xaxis, 4 ** np.arange(6), lang)
    style.ticks(axes.yaxis, (0.01, 0.03, 0.1, 0.3), lang)
    axes.minorticks_off()
    axes.set_xlabel(translated(WIDTH, lang))
    axes.set_ylabel(translated(GRADIENT, lang))


def _name_gradients(axes, data, lang):
    least = r"$\geq e^{-\sqrt{2}}/4$"
    style.label(axes, 600, data["divided"], DIVIDED, by=(0, 11), color=style.BLUE)
    style.label(axes, 600, data["least"], least, by=(0, 9), color=style.BLUE)
    style.label(axes, 30, 0.049, UNDIVIDED, by=(-4, -10), color=style.RED)
    style.label(axes, 110, 0.027, r"$\leq 1/(2\sqrt{\pi d})$", by=(8, 6), color=style.RED)
