"""A figure of order: lost without positions, found with them."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces import matrices
from impl.embedding import embed
from impl.heads import scaled_dot_product_attention
from impl.position import add_positions, sinusoidal
from impl.scores import scaled_dot
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.bounds import bound_attention, bound_dot

SENTENCE = "dog bites man"
WITHOUT = "without positions"
WITH = "with positions"
F64 = "float64"


@figure(
    "equivariance",
    shows=("position.equivariant", "position.order-cannot-be-learned"),
    height=6.0,
    caption=(
        "The outputs of self-attention for one sentence in two orders, each row beside its word. "
        "Without positions (top) the outputs change places as the words do, and the lines connect "
        "equal rows; their sum does not know the order. With positions added (bottom) the row of "
        "every word is another (dashed), even where the word keeps its place."
    ),
)
class Equivariance:
    """Follow a line from left to right: it ends at the same numbers above, at others below."""

    @staticmethod
    def compute():
        """Return the outputs for both orders, with and without positions.

        Entries are small integers and the width is 4: without positions all scores are exact.
        """
        table = np.asarray([[2.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 1.0], [1.0, 1.0, 0.0, 2.0]])
        order, pe = np.asarray([2, 1, 0]), sinusoidal(3, 4)
        data = {"order": order, "table": table}
        for name, places in (("first", np.arange(3)), ("second", order)):
            x = embed(places, table)
            data[f"without-{name}"] = scaled_dot_product_attention(x, x, x)
            x = add_positions(x, pe)
            data[f"with-{name}"] = scaled_dot_product_attention(x, x, x)
        return data

    @staticmethod
    def examine(data, expect):
        """Without positions rows are permuted, and sum to the same; with them each differs."""
        order, table = data["order"], data["table"]
        scores = scaled_dot(table, table)
        bound = np.asarray([
            [float(2 * bound_attention(s.tolist(), p.tolist(), column.tolist(), F64))
             for column in table.T]
            for s, p in zip(scores, softmax(scores), strict=True)
        ])  # fmt: skip
        first, second = data["without-first"], data["without-second"]
        expect.coincide(
            "without positions, the outputs of both orders", second, first[order], bound[order]
        )
        total = bound.sum(axis=0) + float(bound_dot(6, 3, F64))
        expect.coincide("their sums over the words", second.sum(axis=0), first.sum(axis=0), total)
        moved = np.abs(data["with-second"] - data["with-first"][order]).max(axis=-1)
        expect.at_least(
            "the change of a row, with positions,", moved, 0.1, "one decimal being printed"
        )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw two tables above two, and a line from each word's row to its row in the other."""
        axes = canvas.subplots(2, 3, width_ratios=(4, 1.8, 4))
        words = np.asarray(translated(SENTENCE, lang).split())
        order = data["order"]
        for (left, between, right), name, said in zip(
            axes, ("without", "with"), (WITHOUT, WITH), strict=True
        ):
            for each, which, names in ((left, "first", words), (right, "second", words[order])):
                values = data[f"{name}-{which}"]
                texts = [[style.number(value, lang, 1) for value in row] for row in values]
                matrices.draw_table(each, values, texts, names, limits=(0, 5.5))
            right.yaxis.tick_right()
            right.tick_params(length=0, labelright=True, labelleft=False)
            added = "" if name == "without" else " + PE"
            left.set_title(f"$\\mathrm{{Attention}}(X{added})$", pad=4)
            right.set_title(f"$\\mathrm{{Attention}}(PX{added})$", pad=4)
            left.set_ylabel(translated(said, lang))
            _connect(between, order, style.STROKES[0 if name == "without" else 1])


def _connect(axes, order, stroke):
    """Connect each row on the left with the row of the same word on the right."""
    for row, other in enumerate(np.argsort(order)):
        axes.plot((0, 1.8), (row + 0.5, other + 0.5), clip_on=False, **stroke)
    axes.set_xlim(0, 1.8)
    axes.set_ylim(len(order), 0)
    axes.set_aspect("equal")
    axes.axis("off")
