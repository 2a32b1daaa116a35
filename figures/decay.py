"""Figures of decay: of the gradient with the width, of the weights with the length."""

import numpy as np

from figures import style
from figures.book import figure
from impl.scores import dot, scaled_dot
from impl.softmax import softmax
from theory.language import translated
from theory.rounding import C, factors

WIDTH = "width $d$"
UNDIVIDED, DIVIDED = r"$q k^{\!\top}$", r"$q k^{\!\top}/\sqrt{d}$"
GRADIENT = r"mean gradient E$\,\alpha_1\alpha_2$"
OTHERS = "other keys $n$"
LARGEST = r"largest weight $\alpha_1$"
LOGARITHM = r"lead $\log n$"
SPACED = "equally spaced"
SEED = 0
PAIRS = 4096
FALSE_ALARM = 1e-3  # of a figure with sampled points, for all of them together


@figure(
    "gradient-decay",
    shows=(
        "scaling.unscaled-weights-saturate",
        "scaling.scaled-gradient-stays",
        "scaling.sampled-gradients-keep-the-proved-bounds",
    ),
    height=6.6,
    caption=(
        "The mean gradient of two weights, with standard normal keys and a normalised query: "
        "exact integrals (lines), the proved bounds (pale, and dotted), and means of 4096 "
        "sampled pairs (circles and crosses, with bars that hold all of them at once with "
        "probability 99.9 % at least, by Bernstein's inequality). Undivided, it falls like "
        r"$1/\sqrt d$, on the line of slope $-1/2$; divided, it stays."
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
        """The exact mean keeps its bound and reaches its rate, and the samples keep to the exact.

        The density of the difference is at most its height at 0, and at least 1 - x²/(4d) of it;
        the logistic density has ∫ x² = π²/3: so much can the mean stay below the bound.
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


@figure(
    "dilution",
    shows=(
        "scaling.weights-dilute",
        "scaling.focus-needs-a-logarithm",
        "scores.cosine-cannot-focus",
    ),
    height=6.4,
    caption=(
        "The largest weight among $n+1$ keys, on logarithmic axes. A lead of $D$ over every "
        "other score is the most that scores in a range $D$ allow; it keeps half of the "
        "attention up to $n=e^D$ and then falls like $1/n$. Cosines, with $D=2$, lose it to "
        "more than seven others. Scores spread evenly over the same range (grey) fall sooner. "
        r"Only a lead that grows like $\log n$ (circles) keeps its half."
    ),
)
class Dilution:
    """Look where each curve crosses the level 1/2, at n = exp(D): from there on it is a line."""

    @staticmethod
    def compute():
        """Return the largest weights for leads of 2, 5 and 8, for even spacing, and for log n."""
        others = np.unique(np.round(np.logspace(0, 5, 51)).astype(int))
        leads = np.asarray([2.0, 5.0, 8.0])
        few = 10 ** np.arange(6)
        led = lambda lead, n: softmax(np.append(lead, np.zeros(n)))[0]
        return {
            "others": others,
            "leads": leads,
            "largest": np.asarray([[led(lead, n) for n in others] for lead in leads]),
            "spaced": np.asarray([softmax(np.linspace(leads[0], 0, n + 1))[0] for n in others]),
            "few": few,
            "logarithmic": np.asarray([led(np.log(n), n) for n in few]),
        }

    @staticmethod
    def examine(data, expect):
        """A lead over all others attains its bound, even spacing stays below, log n keeps half."""
        n, D, largest = data["others"], data["leads"][:, None], data["largest"]
        # n + 1 additions and exponentials of exact differences; the formula beside, a few more.
        rounding = np.asarray([float(factors(m + 4 * C, "float64")) for m in n])
        bound = 1 / (1 + n * np.exp(-D))
        expect.coincide("the largest weight and its bound", largest, bound, rounding * bound)
        expect.at_most(
            "the weight of evenly spaced scores", data["spaced"][1:], bound[0][1:],
            "scaling.weights-dilute",
        )  # fmt: skip
        at = data["few"]
        # The logarithm is off by c roundings of itself, and its exponential by as much.
        half = np.asarray([float(factors(m + 4 * C + C * np.log(m), "float64")) for m in at])
        expect.coincide("the weight with the lead log n and 1/2", data["logarithmic"], 1 / 2, half)
        slope = np.diff(np.log(largest)) / np.diff(np.log(n))
        because = "1/(1 + n exp(-D)) falling no faster than 1/n"
        expect.at_least("a slope", slope, -1, because)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the largest weights against the number of other keys."""
        axes, n = canvas.subplots(), data["others"]
        axes.axhline(1 / 2, **style.LIMIT)
        for D, row, stroke in zip(data["leads"], data["largest"], style.STROKES, strict=False):
            axes.plot(n, row, **stroke)
            axes.plot([np.exp(D)] * 2, [1e-5, 1 / 2], **style.LIMIT)
            style.label(axes, np.exp(D), 1e-5, f"$e^{D:g}$", by=(3, 7))
            name = f"$D = {D:g}$"
            style.label(axes, 5e4, 1 / (1 + 5e4 * np.exp(-D)), name, by=(2, 10), ha="center",
                        color=stroke["color"])  # fmt: skip
        axes.plot(n, data["spaced"], **style.STROKES[3])
        axes.plot(data["few"], data["logarithmic"], "o", color=style.INK, markerfacecolor="white")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(0.8, 1.3e5)
        axes.set_ylim(1e-5, 2)
        style.powers(axes.xaxis, range(6))
        style.powers(axes.yaxis, (0, -1, -2, -3, -4, -5))
        axes.set_xlabel(translated(OTHERS, lang))
        axes.set_ylabel(translated(LARGEST, lang))
        style.label(axes, 3e4, 1 / 2, translated(LOGARITHM, lang), by=(0, 9), ha="center")
        axes.text(660, 5e-4, translated(SPACED, lang), ha="center", va="center", color=style.GREY)
