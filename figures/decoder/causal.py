"""A figure of causality: which output rows depend on which input rows."""

import numpy as np

from figures.engine.figure import figure
from figures.pieces import cells
from impl.encoder import encoder
from impl.heads import (
    causal_mask,
)
from impl.parameters import block_shapes
from theory.language import translated

WITHOUT = "without a mask"
WITH = "with the mask"
CHANGED = "changed input row $j$"
MOVED = "output row $i$"


@figure(
    "causality",
    shows=("decoder.causal",),
    height=5.8,
    caption=(
        "Which output rows change when one input row does, in two blocks of attention and nets "
        "with residuals and norms; a square is the larger, the more row $i$ moves. Without a "
        "mask every row depends on every other. With the causal mask a change is seen by its "
        "own row and by later ones alone: above the diagonal there is nothing, exactly."
    ),
)
class Causality:
    """Look above the diagonal: full on the left, empty on the right."""

    @staticmethod
    def compute():
        """Return how far each output row moves for each changed input row, in both cases."""
        draw = np.random.default_rng(2017)
        shapes = {
            f"encoder.{k}.{name}": shape
            for k in range(2)
            for name, shape in block_shapes(8, 2, 16).items()
        }
        params = {
            name: np.full(shape, float(name.endswith("gain")))
            if ".norm" in name
            else draw.integers(-8, 9, shape) / 16
            for name, shape in shapes.items()
        }
        x = draw.integers(-8, 9, (6, 8)) / 8
        new = draw.integers(-8, 9, (6, 8)) / 8
        changed = np.where(np.eye(6, dtype=bool)[..., None], new, x)  # (j, row, column)
        data = {}
        for name, causal in (("free", False), ("causal", True)):
            # One batch, so that equal rows meet the same operations.
            y, *moved = encoder(np.stack([x, *changed]), params, is_causal=causal)
            data[name] = np.abs(np.stack(moved) - y).max(axis=-1).T  # (row i, changed j)
        return data

    @staticmethod
    def examine(data, expect):
        """Without a mask all entries are positive; with it, those on and below the diagonal."""
        later = ~causal_mask(6, 6)
        expect.coincide("with the mask: rows before the change and 0", data["causal"][later], 0, 0)
        for name, entries in (("no mask", data["free"]), ("mask", data["causal"][~later])):
            expect.holds((entries > 0).all(), f"{name}: a row does not move, expected every one to")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw both matrices of dependence."""
        axes = cells.sheet(canvas, 10.3, 5.6)
        cell, top = 0.66, 4.95
        most = max(each.max() for each in data.values())
        for left, name, title in ((1.2, "free", WITHOUT), (6.1, "causal", WITH)):
            cells.signed(axes, data[name], left, top, cell, most)
            places = [str(k) for k in range(1, 7)]
            cells.written(axes, [places], left, top - 6 * cell, cell, 0.5, fontsize=8.5)
            cells.written(axes, [[k] for k in places], left - 0.4, top, 0.4, cell, fontsize=8.5)
            middle = left + 3 * cell
            axes.text(middle, 5.3, translated(title, lang), ha="center", va="center_baseline")
            axes.text(middle, 0.22, translated(CHANGED, lang), ha="center", va="center_baseline")
        axes.text(
            0.3, top - 3 * cell, translated(MOVED, lang), rotation=90, ha="center", va="center"
        )
