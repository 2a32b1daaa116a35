"""A figure of how far random features are off, over the distance of query and key."""

from fractions import Fraction

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from theory.language import translated


@figure(
    "random-features",
    shows=(
        "kernel.positive-features-are-unbiased",
        "kernel.trigonometric-features-fail-where-the-kernel-is-small",
    ),
    height=5.2,
    caption=(
        "The standard deviation of one product of random features over the kernel "
        r"$\exp(x \cdot y)$, for $x$ and $y$ of length 1. Trigonometric features are exact where "
        "$x = y$ and worst where the kernel is smallest; positive ones are exact where $x = -y$."
    ),
)
class RandomFeatures:
    """Look at both ends: each kind is exact where the other is worst."""

    @staticmethod
    def compute():
        """Return distances from 0 to 2, and the roots of both variances over the squared kernel."""
        # here, as SymPy takes longer than the drawing
        from theory.kernel.random_features import VARIES, WAVERS, kernel, x, y
        from theory.stating.exact import Case

        found = {"distance": [], "positive": [], "trigonometric": []}
        for t in (Fraction(k, 64) for k in range(65)):
            half, other = 2 * t / (1 + t**2), (1 - t**2) / (1 + t**2)  # their squares sum to 1
            case = Case({x: (other, half), y: (other, -half)})
            found["distance"].append(float(2 * half))
            for name, variance in (("positive", VARIES), ("trigonometric", WAVERS)):
                found[name].append(float(case.value(variance / kernel**2)) ** 0.5)
        return {name: np.asarray(each) for name, each in found.items()}

    @staticmethod
    def examine(data, expect):
        """One falls and the other rises; both start or end at zero."""
        expect.rises("the trigonometric deviation", data["trigonometric"])
        expect.rises("the positive deviation, from its end", data["positive"][::-1])
        ends = np.asarray([data["trigonometric"][0], data["positive"][-1]])
        expect.at_most("a deviation at its exact end", ends, 0, "being exact there")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw both curves."""
        axes = canvas.subplots()
        axes.plot(data["distance"], data["positive"], **style.STROKES[0])
        axes.plot(data["distance"], data["trigonometric"], **style.STROKES[1])
        axes.text(0.6, 6.6, translated("positive features", lang))
        axes.text(1.9, 5.2, translated("trigonometric features", lang), ha="right")
        axes.set_ylim(0, 8.6)
        axes.set_xlim(0, 2)
        style.ticks(axes.xaxis, (0, 0.5, 1, 1.5, 2), lang)
        axes.set_xlabel(translated(r"distance $\Vert x - y \Vert$", lang))
        axes.set_ylabel(translated("deviation / kernel", lang))
