"""A figure of the information that the contrastive loss certifies."""

import math

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.contrastive import contrastive_loss
from theory.language import translated

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
        expect.holds((certified > 0).all(), "some number of negatives certifies no information")
        # Both gaps are many orders above the rounding of these sums: no slack is needed.
        expect.at_most("the certified information", certified, np.log(n + 1),
                       "contrastive.positive")  # fmt: skip
        expect.at_most("the certified information", certified, data["information"][:, None],
                       "contrastive.bounds-mutual-information")  # fmt: skip
        for k, row in zip(data["symbols"], certified, strict=True):
            expect.rises(f"the certified information for K = {k}, as n grows,", row)

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
