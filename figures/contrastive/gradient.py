"""A figure of what the contrastive loss does to the scores."""

import numpy as np

from figures.contrastive.loss import rounding
from figures.engine import style
from figures.engine.figure import figure
from impl.contrastive import contrastive_loss
from theory.language import translated

CANDIDATE = "candidate"
SCORE = "score $f$"
SLOPE = r"derivative $\partial\mathcal{L}/\partial f$"


@figure(
    "contrastive-forces",
    shows=("contrastive.gradient",),
    height=5.0,
    caption=(
        "What the contrastive loss does to the scores of a positive (+) and five negatives. The "
        "derivative by a negative's score is its weight, so that the hardest negative is pushed "
        "down most; the positive is pulled up by what its own weight lacks to 1, as strongly as "
        "all negatives together are pushed: the derivatives sum to 0."
    ),
)
class ContrastiveForces:
    """Look at the bars on the right: those above add up to the one below."""

    @staticmethod
    def compute():
        """Return the scores, and the derivatives: a weight is exp(-loss) with it as positive."""
        f = np.asarray([1.5, 1.0, 0.25, -0.25, -0.75, -1.5])
        one, step = np.eye(len(f)), 2.0**-17
        others = np.stack([np.delete(f, k) for k in range(len(f))])
        weights = np.exp(-contrastive_loss(f, others))
        up, down = (contrastive_loss(m[:, 0], m[:, 1:]) for m in (f + step * one, f - step * one))
        return {
            "scores": f,
            "weights": weights,
            "derivative": weights - one[0],
            "step": np.asarray(step),
            "quotient": (up - down) / (2 * step),
        }

    @staticmethod
    def examine(data, expect):
        """The derivatives are the loss's difference quotients, and sum to zero."""
        f, weights, slope, h = (data[k] for k in ("scores", "weights", "derivative", "step"))
        off = rounding(len(f), np.ptp(f), 1 + np.ptp(f))  # of a loss, and so of its exponential
        expect.coincide("the weights' sum and 1", weights.sum(), 1, len(f) * off)
        expect.coincide("the derivatives' sum and 0", slope.sum(), 0, len(f) * off)
        # The third derivative, p (1 - p) (1 - 2p), is below 1/9: a sixth of it times h² at most.
        expect.coincide("derivatives and quotients", slope, data["quotient"],
                        h**2 / 54 + off + off / h)  # fmt: skip
        expect.holds(slope[0] < 0 < slope[1:].min(), "a derivative has the wrong sign")
        expect.rises("the derivative as a negative's score rises", slope[1:][::-1])

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the scores on the left and the derivatives on the right."""
        left, right = canvas.subplots(1, 2)
        place = np.arange(len(data["scores"]))
        for axes, name, words in ((left, "scores", SCORE), (right, "derivative", SLOPE)):
            axes.bar(place[:1], data[name][:1], width=0.65, color=style.BLUE)
            axes.bar(place[1:], data[name][1:], width=0.65, color="white", edgecolor=style.RED)
            axes.axhline(0, color=style.INK, lw=0.5)
            axes.set_xticks(place, ["$+$", *(f"$-_{k}$" for k in place[1:])])
            axes.set_xlabel(translated(CANDIDATE, lang))
            axes.set_ylabel(translated(words, lang))
            axes.spines["bottom"].set_visible(False)
            axes.tick_params(bottom=False)
        style.ticks(left.yaxis, (-1, 0, 1), lang)
        style.ticks(right.yaxis, (-0.4, -0.2, 0, 0.2), lang)
