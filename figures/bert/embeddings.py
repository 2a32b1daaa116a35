"""A figure of BERT's input, the sum of three embeddings."""

import numpy as np

from figures.engine.figure import figure
from figures.pieces import cells
from impl.bert import joined, segments
from impl.encoder import embedded
from theory.language import translated

CLS, SEP = 0, 1
WORDS = "[CLS] I like [SEP] hot tea [SEP]"
TITLES = (
    "token",
    "segment",
    "position",
    "input",
)


@figure(
    "bert-embeddings",
    shows=("bert.segments", "bert.sizes", "bert.segments-shift-rows"),
    height=3.8,
    caption=(
        "BERT's input for two sentences: each row is the sum of a row for its token, one of two "
        "for its segment, and one for its place (a square is an entry, full if positive, hollow "
        "if negative). The two [SEP] have the same token row, but their sums differ. LayerNorm "
        "follows."
    ),
)
class BertEmbeddings:
    """Look along a row: three rows of squares, and their sum on the right."""

    @staticmethod
    def compute():
        """Return tokens, segments and the three tables in eighths, whose sums are exact."""
        first, second = np.asarray([2, 3]), np.asarray([4, 5])
        draw = np.random.default_rng(2018)
        params = {
            name: draw.integers(-8, 9, (rows, 5)) / 8
            for name, rows in (("tokens", 6), ("segments", 2), ("positions", 7))
        }
        t, s = joined(first, second, CLS, SEP), segments(first, second)
        return params | {
            "t": t,
            "s": s,
            "lengths": np.asarray([len(first), len(second)]),
            "input": embedded(t, params, s),
            "other-segment": embedded(t, params, 1 - s),
        }

    @staticmethod
    def examine(data, expect):
        """Sizes and segments are the claimed ones, and the sums are exact."""
        t, s, (first, second) = data["t"], data["s"], data["lengths"]
        size = first + second + 3
        lengths = {len(t), len(s), len(data["positions"]), len(data["input"])}
        expect.holds(
            lengths == {size}, f"the lengths are {lengths}, expected L_1 + L_2 + 3 = {size}"
        )
        rule = np.asarray([int(i > first + 2) for i in range(1, size + 1)])
        expect.coincide("the segments and their rule", s, rule, 0)
        parts = data["tokens"][t] + data["segments"][s] + data["positions"]
        expect.coincide("the input and the sum of the three rows", data["input"], parts, 0)
        shift = data["segments"][1] - data["segments"][0]
        turned = (1 - 2 * s[:, None]) * (data["other-segment"] - data["input"])
        expect.coincide("the shift by the other segment and S_1 - S_0", turned, shift, 0)
        same = np.flatnonzero(t == SEP)
        apart = np.abs(np.diff(data["input"][same], axis=0)).max()
        expect.holds(apart > 0, "the two [SEP] have the same input row")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the three summands and the sum, with the words on the left."""
        axes = cells.sheet(canvas, 10.4, 3.6)
        cell, top = 0.38, 3.0
        s, places = data["s"], np.arange(len(data["t"]))
        summands = [data["tokens"][data["t"]], data["segments"][s], data["positions"]]
        most = max(np.abs(each).max() for each in (*summands, data["input"]))
        labels = (translated(WORDS, lang).split(), s, places, ())
        lefts = (1.1, 3.65, 6.2, 8.48)
        for k, (left, matrix) in enumerate(zip(lefts, [*summands, data["input"]], strict=True)):
            cells.signed(axes, matrix, left, top, cell, most)
            title = translated(TITLES[k], lang)
            axes.text(left + 2.5 * cell, 3.35, title, ha="center", va="center_baseline")
            for i, text in enumerate(labels[k]):
                place = left - 0.1, top - (i + 0.5) * cell
                axes.text(*place, text, ha="right", va="center_baseline", fontsize=8.5)
        for x, sign in ((3.2, "$+$"), (5.75, "$+$"), (8.29, "$=$")):
            axes.text(x, top - 3.5 * cell, sign, ha="center", va="center")
