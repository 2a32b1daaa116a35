"""Figures of BERT: its three summed embeddings, and what the printed loss rewards."""

import numpy as np

from figures import shapes, style
from figures.book import figure
from impl.bert import joined, masked_language_model_loss, segments
from impl.embedding import one_hot
from impl.encoder import embedded
from theory import bert as theory
from theory.language import translated
from theory.rounding import C, factors

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
        "if negative). The two [SEP] have the same token row and become different all the same. "
        "LayerNorm follows."
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
        sizes = {len(t), len(s), len(data["positions"]), len(data["input"])}
        expect.holds(sizes == {size}, f"the lengths are {sizes}, expected L_1 + L_2 + 3 = {size}")
        rule = np.asarray([theory.segment(i, first) for i in range(1, size + 1)])
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
        axes = shapes.sheet(canvas, 10.4, 3.6)
        cell, top = 0.38, 3.0
        s, places = data["s"], np.arange(len(data["t"]))
        summands = [data["tokens"][data["t"]], data["segments"][s], data["positions"]]
        most = max(np.abs(each).max() for each in (*summands, data["input"]))
        labels = (translated(WORDS, lang).split(), s, places, ())
        lefts = (1.1, 3.65, 6.2, 8.48)
        for k, (left, matrix) in enumerate(zip(lefts, [*summands, data["input"]], strict=True)):
            shapes.signed(axes, matrix, left, top, cell, most)
            title = translated(TITLES[k], lang)
            axes.text(left + 2.5 * cell, 3.35, title, ha="center", va="center_baseline")
            for i, text in enumerate(labels[k]):
                place = left - 0.1, top - (i + 0.5) * cell
                axes.text(*place, text, ha="right", va="center_baseline", fontsize=8.5)
        for x, sign in ((3.2, "$+$"), (5.75, "$+$"), (8.29, "$=$")):
            axes.text(x, top - 3.5 * cell, sign, ha="center", va="center")


SHARPNESS = "sharpness $c$ of the copy"
LOSS = r"loss $\mathcal{L}$"
SEEN = "as printed: the token is seen"
HIDDEN = "masked: it is hidden"
SIZE = 100  # of the vocabulary


@figure(
    "copying",
    shows=("bert.printed-loss-is-solved-by-copying", "bert.masked-language-model-loss"),
    height=5.2,
    caption=(
        "The loss of a machine that copies its input, $c$ times as one-hot scores over 100 "
        "tokens. As printed, the row of a token holds that very token, and copying brings the "
        "loss to 0. Where the token is replaced by a mask, the copy names the mask: the sharper "
        r"it is, the more it loses, and never less than $\log|V|$."
    ),
)
class Copying:
    """Look at both curves from their common start: one falls to 0, the other rises."""

    @staticmethod
    def compute():
        """Return the sharpness and the loss of one token, seen and hidden behind token 0."""
        c = np.linspace(0, 12, 49)
        token, yes = np.asarray([7]), np.asarray([True])
        loss = lambda row: [
            masked_language_model_loss(k * one_hot(np.asarray([row]), SIZE), token, yes) for k in c
        ]
        return {"sharpness": c, "seen": np.asarray(loss(7)), "hidden": np.asarray(loss(0))}

    @staticmethod
    def examine(data, expect):
        """Seen, the loss is log(1 + (|V| - 1) e^-c), which falls; hidden, c more, which rises."""
        c, seen, hidden = data["sharpness"], data["seen"], data["hidden"]
        claimed = np.log1p((SIZE - 1) * np.exp(-c))
        # Scores off by c u, the sum of |V| exponentials, its logarithm, and the same once more.
        bound = 2 * float(factors(SIZE + 2 * C + 6, "float64")) * (1 + c + claimed)
        expect.coincide("the loss of a seen token and the claimed one", seen, claimed, bound)
        expect.coincide("the loss of a hidden token and c more", hidden, claimed + c, bound)
        expect.coincide("the loss of blind scores and log |V|", seen[0], np.log(SIZE), bound[0])
        expect.rises("the loss of a seen token, backwards", seen[::-1])
        expect.rises("the loss of a hidden token", hidden)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw both losses over the sharpness."""
        axes = canvas.subplots()
        c = data["sharpness"]
        axes.axhline(np.log(SIZE), **style.LIMIT)
        axes.plot(c, data["hidden"], **style.STROKES[1])
        axes.plot(c, data["seen"], **style.STROKES[0])
        label = {"color": style.RED}
        style.label(axes, c[32], data["hidden"][32], translated(HIDDEN, lang), by=(-5, 7), **label)
        style.label(axes, c[22], data["seen"][22], translated(SEEN, lang), by=(5, 7))
        style.label(axes, c[-1], np.log(SIZE), r"$\log\,|V|$", by=(-2, 8))
        axes.set_xlim(0, 12)
        axes.set_ylim(0, 12.5)
        style.ticks(axes.xaxis, range(0, 13, 3), lang)
        style.ticks(axes.yaxis, range(0, 13, 3), lang)
        axes.set_xlabel(translated(SHARPNESS, lang))
        axes.set_ylabel(translated(LOSS, lang))
