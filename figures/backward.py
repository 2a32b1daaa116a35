"""A figure of the backward pass: which errors equal upstream gradients hide."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.backward import softmax_gradient
from theory.language import translated

SPREAD = "spread $s$ of the upstream gradients"
OFF = "largest error of a gradient"
WRONG = {
    "twice": "twice too large",
    "turned": "sign turned",
    "even": "even mean",
    "missing": "no row sum",
}
BLIND = ("twice", "turned", "even")


@figure(
    "equal-upstream",
    shows=("backward.equal-upstream-sees-nothing",),
    height=5.6,
    caption=(
        "Four wrong backward passes of softmax, with the weights 1/2, 1/4, 1/8 and 1/8. The "
        r"upstream gradients are $1 + s\,(3, 1, 0, -2)$. Where all are equal, at $s = 0$, three "
        "of the four give the right result, zero: a test with ones sees none of them."
    ),
)
class EqualUpstream:
    """Look at the left end: three of the lines begin at zero."""

    @staticmethod
    def compute():
        """Return spreads from 0 to 1, and the largest error of each wrong backward pass."""
        p, spread = np.asarray([4, 2, 1, 1]) / 8, np.linspace(0, 1, 65)
        g = 1 + spread[:, None] * np.asarray([3, 1, 0, -2])  # (spreads, n)
        p = np.broadcast_to(p, g.shape)
        right = softmax_gradient(p, g)
        made = {
            "twice": 2 * right,
            "turned": -right,
            "even": p * (g - g.mean(axis=-1, keepdims=True)),
            "missing": p * g,
        }
        return {
            "spread": spread,
            "upstream": g,
            "weights": p,
            "right": right,
            **{name: abs(each - right).max(axis=-1) for name, each in made.items()},
        }

    @staticmethod
    def examine(data, expect):
        """At zero three errors are hidden and one is not; then all grow but that one's share."""
        claim = "backward.equal-upstream-sees-nothing"
        expect.rows_sum_to_one("the weights", data["weights"])
        expect.coincide("the gradient of equal ones", data["right"][0], np.zeros(4), np.zeros(4))
        for name in BLIND:
            expect.at_most(f"the error {name} at 0", data[name][:1], 0, claim)
            expect.rises(f"the error {name} as s grows", data[name])
        expect.at_least("the error of a missing row sum at 0", data["missing"][:1], 1 / 2, "p_1")
        along = (data["right"] * data["upstream"]).sum(axis=-1)
        expect.rises("the gradient along the upstream gradients, their variance", along)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the errors over the spread."""
        axes = canvas.subplots()
        for name, stroke in zip(WRONG, style.STROKES, strict=False):
            axes.plot(data["spread"], data[name], **stroke)
            end = data[name][-1]
            style.label(axes, 1.02, end, translated(WRONG[name], lang), va="center")
        axes.set_xlim(0, 1.5)
        style.ticks(axes.xaxis, (0, 0.25, 0.5, 0.75, 1), lang)
        style.ticks(axes.yaxis, (0, 0.5, 1, 1.5), lang)
        axes.set_xlabel(translated(SPREAD, lang))
        axes.set_ylabel(translated(OFF, lang))
