"""A figure of four heads over one sentence, and what each looks for."""

import numpy as np

from figures.engine.figure import figure
from figures.pieces import matrices
from impl.embedding import one_hot
from impl.heads import multi_head_attention
from theory.language import translated
from theory.rounding.bounds import bound_weights, factors

SENTENCE = "a cat sees a small cat"
NAMES = (
    "the word before",
    "the same word",
    "the first word",
    "all words alike",
)
ASKS, IS_ASKED = "query", "key"
LEAD = 3.0  # of the score of what a head looks for


@figure(
    "attention-maps",
    shows=("heads.multi-head", "heads.every-element-takes-part"),
    height=9.6,
    caption=(
        "Four heads over one sentence, with weights that are written down: a row of a map has the "
        "weights of one word's query, from 0 (white) to 1 (black), and sums to one. Three heads "
        "look for something that can be named, which leads by a score of 3, and all the other "
        "words keep a positive weight; the fourth looks for nothing, and its weights are equal. "
        "The first word, with none before it, looks at itself. An input row holds the word and "
        "its place, one-hot."
    ),
)
class AttentionMaps:
    """Look at the dark cells: below the diagonal, on equal words, in the first column, nowhere."""

    @staticmethod
    def compute():
        """Return the heads' weights: the outputs, as the values are one-hot places."""
        tokens = np.asarray([0, 1, 2, 0, 3, 1])
        n, words = len(tokens), 4
        x = np.concatenate([one_hot(tokens, words), one_hot(np.arange(n), n)], axis=-1)
        output = multi_head_attention(x, x, _params(n, words))  # (n, 4 n)
        return {"tokens": tokens, "weights": output.reshape(n, len(NAMES), n).swapaxes(0, 1)}

    @staticmethod
    def examine(data, expect):
        """Every head gives what it looks for exp(3) times the weight of the rest."""
        tokens, weights = data["tokens"], data["weights"]
        n = len(tokens)
        place = np.arange(n)
        sought = np.stack([
            place == np.maximum(place[:, None] - 1, 0), tokens == tokens[:, None],
            place == np.zeros((n, 1)), np.zeros((n, n)),
        ])  # fmt: skip
        for head, name in enumerate(NAMES):
            expect.rows_sum_to_one(f"the weights of the head for {name}", weights[head])
        odds = np.exp(LEAD * sought)
        exact = odds / odds.sum(axis=-1, keepdims=True)
        # 3 √d_k, its division, and one product: the score is off by a few factors of itself.
        moved = [factors(8, "float64") * LEAD] * n
        off = [bound_weights(row.tolist(), moved, "float64") for row in exact.reshape(-1, n)]
        bound = np.asarray(off, dtype=float).reshape(exact.shape)
        expect.coincide("the weights and those of their heads", weights, exact, 2 * bound)
        least = np.exp(-LEAD) / n
        expect.at_least("a weight", weights, least, "heads.every-element-takes-part")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the maps, two beside two."""
        words = translated(SENTENCE, lang).split()
        axes = canvas.subplots(2, 2)
        for each, weights, name in zip(axes.flat, data["weights"], NAMES, strict=True):
            left, bottom = each in axes[:, 0], each in axes[1]
            matrices.draw_table(each, weights, rows=words if left else ())
            each.set_title(translated(name, lang), pad=4)
            if left:
                each.set_ylabel(translated(ASKS, lang))
            if bottom:
                each.set_xlabel(translated(IS_ASKED, lang))
                each.set_xticks(np.arange(len(words)) + 0.5, words, rotation=90)
                each.tick_params(labeltop=False, labelbottom=True)


def _params(n, words):
    """Return the four heads; rows are a one-hot word and then a one-hot place."""
    w_q, w_k, w_v = (np.zeros((len(NAMES), words + n, n)) for _ in range(3))
    lead = LEAD * np.sqrt(n)  # the scores will be divided by the root of the width, here n
    for place in range(n):
        w_q[0, words + place, max(place - 1, 0)] = lead
        w_q[2, words + place, 0] = lead
    w_k[0, words:] = np.eye(n)
    w_q[1, :words, :words], w_k[1, :words, :words] = lead * np.eye(words), np.eye(words)
    w_k[2, words, 0] = 1
    w_v[:, words:] = np.eye(n)
    return {"w_q": w_q, "w_k": w_k, "w_v": w_v, "w_o": np.eye(len(NAMES) * n)}
