"""Figures of contrastive learning: the loss and its bounds, and the information it certifies."""

import math

import numpy as np

from figures import style
from figures.book import figure
from impl.contrastive import contrastive_loss, dot_contrastive_loss
from theory.language import translated
from theory.rounding import C, factors

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
                bound = _rounding(n, m, claimed)
                expect.coincide(f"{name}, n = {n}: loss and claim", values, claimed, bound)
                expect.holds((values > 0).all(), f"{name}, n = {n}: not positive")
            blind = lead == 0
            expect.holds(blind.sum() == 1, "no lead is 0")
            bound = _rounding(n, 0, np.log(n + 1))
            expect.coincide(f"blind, n = {n}", data["loss"][k][blind], np.log(n + 1), bound)
            expect.rises(f"the loss, backwards, n = {n}", data["loss"][k][::-1])
            expect.rises(f"the least loss with T, n = {n}", data["least"][k])

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


def _rounding(n, lead, loss):
    """Bound the distance of a computed loss from the claimed one: both carry these factors.

    The lead and its difference from the maximum, n + 1 exponentials and their sum, a logarithm,
    and a difference, all of sizes up to 1 + |lead| + loss.
    """
    return 2 * float(factors(n + 2 * C + 8, "float64")) * (1 + np.abs(lead) + loss)


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
        off = _rounding(len(f), np.ptp(f), 1 + np.ptp(f))  # of a loss, and so of its exponential
        expect.coincide("the weights' sum and 1", weights.sum(), 1, len(f) * off)
        expect.coincide("the derivatives' sum and 0", slope.sum(), 0, len(f) * off)
        # The third derivative, p (1 - p) (1 - 2p), is below 1/9: a sixth of it times h² at most.
        expect.coincide("derivatives and quotients", slope, data["quotient"],
                        h**2 / 54 + off + off / h)  # fmt: skip
        expect.holds(slope[0] < 0 < slope[1:].min(), "a derivative has the wrong sign")
        expect.rises("the push, by score", slope[1:][::-1])

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


COUNT = "candidates $n+1$"
CERTIFIED = r"certified $\log(n+1) - \mathrm{E}\,\mathcal{L}$"


@figure(
    "certified-information",
    shows=(
        "contrastive.bounds-mutual-information",
        "contrastive.positive",
    ),
    height=6.4,
    caption=(
        "The information that the contrastive loss certifies with the best scores, where the "
        "positive equals the anchor and both are uniform over $K$ symbols, so that there is "
        r"exactly $\log K$ to know (dotted). The mean over negatives is exact, not sampled. Few "
        r"negatives certify at most $\log(n+1)$, however much there is (dashed); many certify "
        "nearly all, and never more."
    ),
)
class CertifiedInformation:
    """Look at each curve: first it follows the dashed line, then it nears its dotted one."""

    @staticmethod
    def compute():
        """Return K, n and the certified information.

        The best score is log ratio of densities: log K for a symbol equal to the anchor, and -∞
        for another. Of n fair negatives b equal the anchor with binomial probability.
        """
        K, n = np.asarray([8, 64, 512]), 2 ** np.arange(11)
        return {"symbols": K, "negatives": n, "information": np.log(K), "certified": np.asarray(
            [[math.log(m + 1) - _mean_loss(int(k), int(m)) for m in n] for k in K]
        )}  # fmt: skip

    @staticmethod
    def examine(data, expect):
        """What is certified stays below both bounds, and rises with the number of negatives."""
        n, certified = data["negatives"], data["certified"]
        expect.holds((certified > 0).all(), "something is certified to be nothing")
        # Both gaps are many orders above the rounding of these sums: no slack is needed.
        expect.at_most("the certified information", certified, np.log(n + 1),
                       "contrastive.positive")  # fmt: skip
        expect.at_most("the certified information", certified, data["information"][:, None],
                       "contrastive.bounds-mutual-information")  # fmt: skip
        for k, row in zip(data["symbols"], certified, strict=True):
            expect.rises(f"the certified information for K = {k}", row)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw what is certified, under the bound of n and the bounds of what there is."""
        axes = canvas.subplots()
        n = data["negatives"]
        axes.plot(n + 1, np.log(n + 1), **style.BOUND)
        for K, limit, row in zip(
            data["symbols"], data["information"], data["certified"], strict=True
        ):
            axes.axhline(limit, **style.LIMIT)
            axes.plot(n + 1, row, color=style.INK, marker="o", markersize=2.4)
            style.label(axes, 2, limit, rf"$\log {K}$", by=(3, -8))
        axes.set_xscale("log")
        axes.set_xlim(2, 1.06 * n[-1])
        axes.set_ylim(0, 7.2)
        style.label(axes, n[9] + 1, np.log(n[9] + 1), r"$\log(n+1)$", by=(-5, 8), color=style.RED)
        axes.set_xticks([2, 10, 100, 1000], ["2", "10", "100", "1000"])
        axes.minorticks_off()
        style.ticks(axes.yaxis, (0, 2, 4, 6), lang)
        axes.set_xlabel(translated(COUNT, lang))
        axes.set_ylabel(translated(CERTIFIED, lang))


def _mean_loss(K, n):
    """Return the mean of the loss over n negatives, uniform over K symbols, by its exact odds."""
    score, hits = math.log(K), np.arange(n + 1)
    negatives = np.where(np.arange(n) < hits[:, None], score, -np.inf)
    losses = contrastive_loss(np.full(n + 1, score), negatives)
    ways, total = (K - 1) ** n, K**n  # of n negatives: none equal to the anchor, any
    mean = []
    for b, loss in enumerate(losses):
        mean.append(ways / total * loss)
        ways = ways * (n - b) // ((b + 1) * (K - 1))  # divides without rest: binomial terms
    return math.fsum(mean)
