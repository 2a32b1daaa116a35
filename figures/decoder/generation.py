"""A figure of generation: a sentence reversed, a token a step."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces import cells
from impl.decoder import decoder, decoder_block, generate, next_token_probabilities
from impl.encoder import embedded, encode, residual
from impl.heads import (
    multi_head_attention,
    project,
    scaled_dot_product_attention,
)
from impl.normalization import layer_norm
from impl.parameters import blocks, part
from impl.reversal import END, reversing_parameters
from theory.language import translated
from theory.rounding.bounds import UNIT

TOKENS = "# I like tea"
HEADERS = (
    "fed",
    "where it looks",
    "next token",
    "out",
)


@figure(
    "generation",
    shows=(
        "decoder.generation",
        "decoder.reverses-short-sequences",
        "decoder.cache-equals-full-pass",
    ),
    height=4.1,
    caption=(
        "An encoder-decoder with explicit weights reverses a sentence, a token a step; # marks "
        "start and end. At each step it is fed the token that it gave before, looks at one place "
        "of the source, one further left than before (black), and gives the likeliest token of "
        "the distribution on the right. With keys and values kept from earlier steps, or all "
        "computed again, the tokens are the same."
    ),
)
class Generation:
    """Look at the black cells, which move to the left, and at the tokens out and fed."""

    @staticmethod
    def compute():
        """Return the tokens with and without cache, and of each step the weights and the odds."""
        params = reversing_parameters(tokens=3, longest=3)
        source = np.asarray([END, 1, 2, 3, END])
        made = [
            generate(source, params, END, END, 4, cached=cached, order="pre")
            for cached in (True, False)
        ]
        fed = np.asarray([END, *made[0]])
        memory = encode(source, params, order="pre")
        rows = embedded(fed, params)
        return {
            "source": source,
            "fed": fed,
            "cached": np.asarray(made[0]),
            "full": np.asarray(made[1]),
            "weights": _asked(rows, memory, params),
            "next": next_token_probabilities(decoder(rows, memory, params, order="pre"), params),
        }

    @staticmethod
    def examine(data, expect):
        """The tokens are the source's, reversed; each is the likeliest, and the one looked at."""
        words, weights, p = data["source"][1:-1], data["weights"], data["next"]
        for name in ("cached", "full"):
            same = np.array_equal(data[name], words[::-1])
            expect.holds(same, f"{name}: the tokens are {data[name]}, not the source reversed")
        expect.rows_sum_to_one("the weights", weights)
        expect.rows_sum_to_one("the next token's probabilities", p)
        out = np.asarray([*data["cached"], END])
        expect.holds(np.array_equal(p.argmax(axis=-1), out), "a token out is not the likeliest")
        expect.holds(np.array_equal(data["fed"][1:], out[:-1]), "a token out is not fed back")
        left = len(words) - np.arange(len(out))
        looked = weights[np.arange(len(out)), left]
        # The other weights sum to less than a rounding of 1.
        certain = 1 - float(UNIT["float64"])
        expect.at_least("the weight of the place looked at", looked, certain, "sharp scores")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw a row a step: the token fed, the weights, the distribution, the token out."""
        axes = cells.sheet(canvas, 10.3, 3.9)
        said, out = translated(TOKENS, lang).split(), [*data["cached"], END]
        width, height, top = 0.86, 0.68, 2.8
        names = [said[token] for token in data["source"]]
        for left, matrix, columns in ((1.05, data["weights"], names), (5.75, data["next"], said)):
            cells.grey(axes, matrix, left, top, width, height)
            cells.written(axes, [columns], left, top + 0.5, width, 0.5)
        odds = [[style.number(v, lang, 3) for v in row] for row in data["next"]]
        cells.written(axes, odds, 5.75, top, width, height, fontsize=8.5)
        for left, tokens in ((0.05, data["fed"]), (9.3, out)):
            cells.written(axes, [[said[token]] for token in tokens], left, top, 0.9, height)
        for x, header in zip((0.5, 3.2, 7.47, 9.75), HEADERS, strict=True):
            axes.text(x, 3.62, translated(header, lang), ha="center", va="center_baseline")


def _asked(rows, memory, params):
    """Return the weights that the last layer gives to the places of the source, step by step."""
    first, last = blocks(params, "decoder")
    y = decoder_block(rows, memory, first, order="pre")
    self_attention = part(last, "attention")
    attend = lambda x: multi_head_attention(x, x, self_attention, is_causal=True)
    asking = layer_norm(residual(y, attend, part(last, "norm_1"), "pre"), **part(last, "norm_2"))
    q, k = project(asking, last["crossed.w_q"]), project(memory, last["crossed.w_k"])
    return scaled_dot_product_attention(q, k, np.eye(len(memory))[None])[0]
