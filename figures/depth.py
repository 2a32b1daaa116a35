"""Figures of depth and length: what becomes of the rows, and what they cost."""

import numpy as np

from figures import style
from figures.book import figure
from impl.heads import scaled_dot_product_attention
from impl.parameters import block_shapes
from theory import encoder as theory
from theory.language import translated

# Each order as the drawing shows it, from below: a fork keeps the row for the next sum.


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
        r"alone draws them together, at least as fast as the smallest weight $\varepsilon$ "
        r"tells: the shaded width falls by $1-n\varepsilon$ a layer. With equal keys all rows "
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
        expect.at_least("how far a layer moves the rows", moved, 1 / 16, "the mean of the rows")

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
    """Return attention whose scores are -sharp (i - j)^2, up to what a query adds to all."""
    place = np.arange(float(n))
    q = np.stack([place, np.ones(n)], axis=-1)
    k = sharp * np.stack([2 * place, -(place**2)], axis=-1)
    return lambda values: scaled_dot_product_attention(q, k, values, scale=1.0)


LENGTH = "length $n$"
PRODUCTS = "multiplications"
RATIO = "ratio"
RECURRENT = "LSTM + attention"
MIXING = "mixing $2n^2d$"
PROJECTING = "projections $4nd^2$"
NET = "net $8nd^2$"
WHOLE = "whole block"
LAYER_ALONE = "attention layer"


@figure(
    "costs",
    shows=("encoder.costs", "encoder.attention-layer-is-lighter-than-lstm-with-attention"),
    height=6.0,
    caption=(
        "The multiplications of a block of width $d=512$ against the length of the sequence. "
        "Mixing the rows is quadratic in the length, the rest linear: it overtakes the "
        "projections at $n=2d$ and the net at $n=4d$. On the right, the same for an attention "
        "layer and a whole block, in units of an LSTM layer with attention: the layer is always "
        "lighter, the block always heavier."
    ),
)
class Costs:
    """Look where the steep line crosses the others, and on which side of 1 the curves stay."""

    @staticmethod
    def compute():
        """Return the counts; all are whole numbers below 2^53, so exact."""
        d, n = 512, 2.0 ** np.arange(4, 17)
        mixing = theory.attention_cost(n, d)
        entries = {name: np.prod(shape) for name, shape in block_shapes(d, 8, 4 * d).items()}
        return {
            "width": np.asarray(d),
            "length": n,
            "mixing": mixing,
            "projections": theory.attention_layer_cost(n, d) - mixing,
            "net": theory.net_cost(n, d),
            "recurrent": theory.lstm_cost(n, d) + mixing,
            "entries-attention": sum(v for k, v in entries.items() if k.startswith("attention")),
            "entries-net": sum(entries[f"net.w_{k}"] for k in (1, 2)),
        }

    @staticmethod
    def examine(data, expect):
        """The slopes are 2 and 1, the lines cross at 2d and 4d, and the ratios keep their side."""
        n, d = data["length"], data["width"]
        for name, power in (("mixing", 4), ("projections", 2), ("net", 2)):
            doubled = data[name][1:] / data[name][:-1]
            expect.coincide(f"{name}: a doubled length and its factor", doubled, power, 0)
        for name, entries in (("projections", "attention"), ("net", "net")):
            each = n * data[f"entries-{entries}"]
            expect.coincide(f"{name}: a product for each entry and row", data[name], each, 0)
        for name, times in (("projections", 2), ("net", 4)):
            there = n == times * d
            expect.holds(there.sum() == 1, f"no length is {times} d = {times * d}")
            apart = data["mixing"][there], data[name][there]
            expect.coincide(f"mixing and {name} at n = {times} d", *apart, 0)
        light = data["mixing"] + data["projections"]
        expect.at_most("an attention layer", light, data["recurrent"] - n * d, "4 < 8")
        heavy = light + data["net"]
        expect.at_least("a whole block", heavy, data["recurrent"] + n * d, "12 > 8")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the parts on the left, their sums against the recurrent layer on the right."""
        left, right = canvas.subplots(1, 2, width_ratios=(1.15, 1))
        _draw_parts(left, data, lang)
        n, light = data["length"], data["mixing"] + data["projections"]
        right.axhline(1, **style.LIMIT)
        for cost, stroke, name, at, by in (
            (light + data["net"], style.STROKES[0], WHOLE, 4, (6, 12)),
            (light, style.STROKES[2], LAYER_ALONE, 4, (6, -13)),
        ):
            ratio = cost / data["recurrent"]
            right.plot(n, ratio, **stroke)
            label = {"color": stroke["color"]}
            style.label(right, n[at], ratio[at], translated(name, lang), by=by, **label)
        style.label(right, n[0], 1, translated(RECURRENT, lang), by=(3, 7), color=style.GREY)
        right.set_ylim(0, 1.8)
        right.set_ylabel(translated(RATIO, lang))
        style.ticks(right.yaxis, (0, 0.5, 1, 1.5), lang)
        for axes in (left, right):
            axes.set_xscale("log")
            axes.set_xlim(n[0], n[-1])
            style.powers(axes.xaxis, (2, 3, 4))
            axes.set_xlabel(translated(LENGTH, lang))


def _draw_parts(axes, data, lang):
    n, d = data["length"], int(data["width"])
    for name, words, stroke, at in (
        ("net", NET, style.STROKES[0], (120, 2.5e9)),
        ("projections", PROJECTING, style.STROKES[2], (n[-1], 3e7)),
        ("mixing", MIXING, style.STROKES[1], (n[-1], 1e6)),
    ):
        axes.plot(n, data[name], **stroke)
        ha = "right" if at[0] == n[-1] else "center"
        style.label(axes, *at, translated(words, lang), by=(0, 0), ha=ha, color=stroke["color"])
    axes.set_yscale("log")
    for times, by in ((2, (5, -7)), (4, (-4, 8))):
        there = times * d, theory.attention_cost(times * d, d)
        axes.plot(*there, "o", color=style.INK)
        style.label(axes, *there, f"$n={times}d$", by=by)
    axes.set_ylabel(translated(PRODUCTS, lang))
    style.powers(axes.yaxis, (6, 8, 10, 12))
