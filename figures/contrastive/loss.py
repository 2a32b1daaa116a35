"""A figure of the contrastive loss and its bounds."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.contrastive import contrastive_loss, dot_contrastive_loss
from theory.language import translated
from theory.rounding.bounds import factors
from theory.rounding.library_functions import within

NEGATIVES = (1, 8, 64, 512)
LEAD = r"lead $\,{f^+}-\,{f^-}$"
LOSS = r"loss $\mathcal{L}$"
TEMPERATURE = "temperature $T$"
LEAST = "least loss of cosines"
BLIND = "blind scores"


@figure(
    "contrastive-loss",
    shows=(
        "contrastive.cross-entropy",
        "contrastive.positive",
        "contrastive.blind-scores",
        "contrastive.bounded-scores",
    ),
    height=6.2,
    caption=(
        "The contrastive loss with $n$ equal negatives. It falls with the lead of the positive "
        r"and never reaches 0; scores that tell nothing apart lose $\log(n+1)$ (dots). Cosines "
        "lead by 2 at most: undivided ($T=1$) the loss stays far above 0 for many negatives, "
        "and only a low temperature lets it fall (right)."
    ),
)
class ContrastiveLoss:
    """Look at the dots, log(n + 1) high, and at the right edge of the right panel."""

    @staticmethod
    def compute():
        """Return the loss over the lead, and the loss of the best cosines over the temperature."""
        lead, T = np.linspace(-4, 12, 65), np.logspace(np.log10(0.1), 0, 41)
        e = np.asarray([1.0, 0.0])
        return {
            "negatives": np.asarray(NEGATIVES),
            "lead": lead,
            "loss": np.stack([contrastive_loss(lead, np.zeros((65, n))) for n in NEGATIVES]),
            "temperature": T,
            "least": np.asarray(
                [
                    [dot_contrastive_loss(e, e, -np.tile(e, (n, 1)), float(t)) for t in T]
                    for n in NEGATIVES
                ]
            ),
        }

    @staticmethod
    def examine(data, expect):
        """Both are log(1 + n exp(-lead)), positive and falling; blind, it is log(n + 1)."""
        lead, T = data["lead"], data["temperature"]
        for k, n in enumerate(data["negatives"]):
            for name, values, m in (
                ("loss", data["loss"][k], lead),
                ("least", data["least"][k], 2 / T),
            ):
                claimed = np.log1p(n * np.exp(-m))
                bound = rounding(n, m, claimed)
                expect.coincide(f"{name}, n = {n}: loss and claim", values, claimed, bound)
                expect.holds((values > 0).all(), f"{name}, n = {n}: a loss is not positive")
            blind = lead == 0
            expect.holds(blind.sum() == 1, f"{blind.sum()} leads are 0, expected 1")
            bound = rounding(n, 0, np.log(n + 1))
            expect.coincide(
                f"blind scores, n = {n}: loss and log(n + 1)",
                data["loss"][k][blind],
                np.log(n + 1),
                bound,
            )
            expect.rises(f"the loss as the lead falls, n = {n},", data["loss"][k][::-1])
            expect.rises(f"the least loss as T rises, n = {n},", data["least"][k])

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the loss over the lead, and its least value over the temperature."""
        left, right = canvas.subplots(1, 2, width_ratios=(1.15, 1))
        for k, (n, stroke) in enumerate(zip(data["negatives"], style.STROKES, strict=True)):
            left.plot(data["lead"], data["loss"][k], **stroke)
            left.plot(0, np.log(n + 1), "o", color=stroke["color"], markersize=3)
            right.plot(data["temperature"], data["least"][k], **stroke)
            name = f"$n={n}$" if k == 0 else f"${n}$"
            style.label(right, 1, data["least"][k][-1], name, by=(4, 0), color=stroke["color"])
        left.set_xlim(-4, 12)
        left.set_ylim(0, 10.5)
        right.set_xlim(0.1, 1)
        right.set_ylim(0, 5)
        style.label(left, 0, np.log(513), translated(BLIND, lang), by=(6, 4))
        style.ticks(left.xaxis, (-4, 0, 4, 8, 12), lang)
        style.ticks(left.yaxis, (0, 2, 4, 6, 8, 10), lang)
        style.ticks(right.xaxis, (0.1, 0.5, 1), lang)
        style.ticks(right.yaxis, range(5), lang)
        left.set_xlabel(translated(LEAD, lang))
        left.set_ylabel(translated(LOSS, lang))
        right.set_xlabel(translated(TEMPERATURE, lang))
        right.set_ylabel(translated(LEAST, lang))


def rounding(n, lead, loss):
    """Bound the distance of a computed loss from the claimed one: both carry these factors.

    The lead and its difference from the maximum, n + 1 exponentials and their sum, a logarithm,
    and a difference, all of sizes up to 1 + |lead| + loss.
    """
    c = within("exp", "float64") + within("log", "float64")
    return 2 * float(factors(n + c + 8, "float64")) * (1 + np.abs(lead) + loss)
