"""A figure of the worked table before and after the causal mask."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces import matrices
from impl.heads import causal_mask
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.bounds import bound_softmax

TITLES = (
    "weights before",
    "masked scores",
    "weights after",
)
ASKING = ("⟨SOS⟩", "query 1", "query 2")
ASKED = ("⟨SOS⟩", "key 1", "key 2")


@figure(
    "causal-mask",
    shows=("decoder.worked-table", "heads.causal-mask", "softmax.masking-renormalises"),
    height=4.3,
    caption=(
        r"The worked table before and after the mask. The scores of later places become "
        r"$-\infty$ (middle), and softmax shares their weight among the rest of the row (right): "
        r"0.60 and 0.20 become 0.75 and 0.25, in the same proportion as before (left)."
    ),
)
class CausalMask:
    """Look along a row: what is masked goes, the rest grows in proportion."""

    @staticmethod
    def compute():
        """Return the printed weights, scores that have them, and the weights before and after."""
        from theory.decoder.words import (  # here, as SymPy takes longer than the drawing
            AFTER,
            BEFORE,
        )

        printed = np.asarray(BEFORE, dtype=float)
        scores, visible = np.log(printed), causal_mask(3, 3)
        return {
            "printed-before": printed,
            "printed-after": np.asarray(AFTER, dtype=float),
            "masked-scores": np.where(visible, scores, -np.inf),
            "before": softmax(scores),
            "after": softmax(scores, where=visible),
        }

    @staticmethod
    def examine(data, expect):
        """Both tables are as printed; the mask is causal; what is kept keeps its proportions."""
        rounding = [[float(2 * b) for b in bound_softmax(np.log(row), row, "float64")]
                    for row in data["printed-before"]]  # fmt: skip
        later = np.triu(np.ones((3, 3), dtype=bool), 1)
        for name in ("before", "after"):
            expect.rows_sum_to_one(f"the weights {name}", data[name])
            # The logarithm of a printed number adds its own rounding: four times that of softmax.
            grown = 4 * np.asarray(rounding) / data["printed-before"]
            said = f"the weights {name} and those printed"
            expect.coincide(said, data[name], data[f"printed-{name}"], grown)
        expect.holds((data["after"][later] == 0).all(), "a later key has a weight after the mask")
        expect.holds(
            (np.isneginf(data["masked-scores"]) == later).all(),
            "another score than the later ones is masked, by heads.causal-mask",
        )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw three tables in a row."""
        axes = canvas.subplots(1, 3)
        shown = ("before", "masked-scores", "after")
        rows, columns = ([translated(each, lang) for each in names] for names in (ASKING, ASKED))
        for each, name, title in zip(axes, shown, TITLES, strict=True):
            texts = [[_entry(value, lang) for value in row] for row in data[name]]
            # Weights never get so dark that ink is lost on them; of the scores, -∞ alone is grey.
            shades = data[name] / 2 if name != "masked-scores" else np.isneginf(data[name]) / 5
            matrices.draw_table(each, shades, texts, rows if each is axes[0] else (), columns)
            each.tick_params(axis="x", labelsize=8)
            each.set_title(translated(title, lang), pad=7)


def _entry(value, lang):
    if np.isneginf(value):
        return "$-\\infty$"
    return style.number(value, lang, 2) if value else "0"
