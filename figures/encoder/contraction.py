"""A figure of what depth does to rows: attention alone draws them together."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.heads import scaled_dot_product_attention
from theory.language import translated

LAYER = r"layer $\ell$"
ROWS = "rows $x_i$"
STACKS = {
    "unequal": "attention alone",
    "equal": "equal keys",
    "residual": "with the input",
}
BAND = "bound"


@figure(
    "rows-in-depth",
    shows=("encoder.attention-contracts", "encoder.residual-keeps-differences"),
    height=5.6,
    caption=(
        "Eight rows of one number through layers of attention without net or norm. Attention "
        "alone draws them together, at least as fast as the smallest weight $\\varepsilon$ tells: "
        "the shaded width falls by the factor $1-n\\varepsilon$ a layer. With equal keys all rows "
        "are equal after one layer. Where the input is added, the same attention moves all rows "
        "alike and keeps every difference."
    ),
)
class RowsInDepth:
    """Look at the distance between the outer lines: it falls, vanishes at once, or stays."""

    @staticmethod
    def compute():
        """Return the rows after each layer for the three stacks, and the bound on their spread."""
        x = np.asarray([-1.75, -1.25, -0.75, -0.25, 0.25, 0.75, 1.25, 2.25])
        data = {}
        for name, sharp in (("unequal", 1 / 32), ("equal", 0.0), ("residual", 0.0)):
            attend = _near_places(len(x), sharp)
            rows = [x]
            for _ in range(5):
                made = attend(rows[-1][:, None])[:, 0]
                rows.append(rows[-1] * (name == "residual") + made)
            data |= {name: np.asarray(rows), f"{name}-weights": attend(np.eye(len(x)))}
        step = 1 - len(x) * data["unequal-weights"].min()
        return data | {"bound": np.ptp(x) * step ** np.arange(6)}

    @staticmethod
    def examine(data, expect):
        """The spread obeys its bound, vanishes with equal keys, and stays with the residual."""
        for name in STACKS:
            expect.rows_sum_to_one(f"the weights, {name}", data[f"{name}-weights"])
        spread, equal = np.ptp(data["unequal"], axis=1), data["equal"]
        step = 1 - len(data["unequal-weights"]) * data["unequal-weights"].min()
        # The spread falls faster than the bound: no slack is needed.
        for name, values in (("the spread", data["bound"][:-1]), ("the next spread", spread[:-1])):
            expect.at_most(name, spread[1:], step * values, "encoder.attention-contracts")
        # Weights 1/8 and sums of short binary fractions are exact.
        expect.coincide("equal keys: the rows and their mean", equal[1:], equal[0].mean(), 0)
        residual = np.diff(data["residual"], axis=1)
        expect.coincide("with the residual: differences, before and after", residual,
                        residual[0], 0)  # fmt: skip
        moved = np.abs(np.diff(data["residual"].mean(axis=1))).min()
        expect.at_least("how far a layer moves the rows", moved, 1 / 16, "their mean being 1/16")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the rows over the layers, a panel for each stack."""
        panels = canvas.subplots(1, 3, sharey=True)
        layers = np.arange(len(data["bound"]))
        middle = (data["unequal"].max(axis=1) + data["unequal"].min(axis=1)) / 2
        half = data["bound"] / 2
        panels[0].fill_between(layers, middle - half, middle + half, color=style.PALE, lw=0)
        style.label(panels[0], 1, middle[1] - half[1], translated(BAND, lang), by=(2, -7))
        for axes, (name, title) in zip(panels, STACKS.items(), strict=True):
            axes.plot(layers, data[name], color=style.INK, lw=0.8)
            axes.set_title(translated(title, lang), pad=4)
            axes.set_xlim(0, layers[-1])
            style.ticks(axes.xaxis, layers, lang)
            axes.set_xlabel(translated(LAYER, lang))
        panels[0].set_ylabel(translated(ROWS, lang))
        style.ticks(panels[0].yaxis, (-2, 0, 2, 4), lang)


def _near_places(n, sharp):
    """Return attention whose scores are -sharp (i - j)^2 plus a number for each query."""
    place = np.arange(float(n))
    q = np.stack([place, np.ones(n)], axis=-1)
    k = sharp * np.stack([2 * place, -(place**2)], axis=-1)
    return lambda values: scaled_dot_product_attention(q, k, values, scale=1.0)
