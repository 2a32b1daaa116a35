"""A figure of what a block costs as the sequence grows."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.parameters import block_shapes
from theory.encoder import costs as theory
from theory.language import translated

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
        expect.at_most(
            "an attention layer", light, data["recurrent"] - n * d, "4 n d² being below 8 n d²"
        )
        heavy = light + data["net"]
        expect.at_least(
            "a whole block", heavy, data["recurrent"] + n * d, "12 n d² being above 8 n d²"
        )

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
