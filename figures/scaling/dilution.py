"""A figure of the largest weight as the number of keys grows."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.bounds import factors
from theory.rounding.library_functions import within

OTHERS = "other keys $n$"
LARGEST = r"largest weight $\alpha_1$"
LOGARITHM = r"lead $\log n$"
SPACED = "equally spaced"


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
        c, c_log = (within(name, "float64") for name in ("exp", "log"))
        rounding = np.asarray([float(factors(m + 4 * c, "float64")) for m in n])
        bound = 1 / (1 + n * np.exp(-D))
        expect.coincide("the largest weight and its bound", largest, bound, rounding * bound)
        expect.at_most(
            "the weight of evenly spaced scores", data["spaced"][1:], bound[0][1:],
            "scaling.weights-dilute",
        )  # fmt: skip
        at = data["few"]
        # The logarithm is off by c roundings of itself, and its exponential by as much.
        grown = at + 4 * c + c_log * np.log(at)
        half = np.asarray([float(factors(k, "float64")) for k in grown])
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
