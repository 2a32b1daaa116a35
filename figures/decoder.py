"""Figures of the decoder: its mask's worked table, what depends on what, and generation."""

import numpy as np

from figures import shapes, style
from figures.book import figure
from impl.decoder import decoder, decoder_block, generate, next_token_probabilities
from impl.encoder import embedded, encode, encoder, residual
from impl.heads import (
    causal_mask,
    multi_head_attention,
    project,
    scaled_dot_product_attention,
)
from impl.normalization import layer_norm
from impl.parameters import block_shapes, blocks, part
from impl.reversal import END, reversing_parameters
from theory.language import translated
from theory.rounding import UNIT

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
        sizes = {
            f"encoder.{k}.{name}": shape
            for k in range(2)
            for name, shape in block_shapes(8, 2, 16).items()
        }
        params = {
            name: np.full(shape, float(name.endswith("gain")))
            if ".norm" in name
            else draw.integers(-8, 9, shape) / 16
            for name, shape in sizes.items()
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
            expect.holds((entries > 0).all(), f"{name}: a row does not move, expected all to")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw both matrices of dependence."""
        axes = shapes.sheet(canvas, 10.3, 5.6)
        cell, top = 0.66, 4.95
        most = max(each.max() for each in data.values())
        for left, name, title in ((1.2, "free", WITHOUT), (6.1, "causal", WITH)):
            shapes.signed(axes, data[name], left, top, cell, most)
            places = [str(k) for k in range(1, 7)]
            shapes.written(axes, [places], left, top - 6 * cell, cell, 0.5, fontsize=8.5)
            shapes.written(axes, [[k] for k in places], left - 0.4, top, 0.4, cell, fontsize=8.5)
            middle = left + 3 * cell
            axes.text(middle, 5.3, translated(title, lang), ha="center", va="center_baseline")
            axes.text(middle, 0.22, translated(CHANGED, lang), ha="center", va="center_baseline")
        axes.text(
            0.3, top - 3 * cell, translated(MOVED, lang), rotation=90, ha="center", va="center"
        )


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
        axes = shapes.sheet(canvas, 10.3, 3.9)
        said, out = translated(TOKENS, lang).split(), [*data["cached"], END]
        width, height, top = 0.86, 0.68, 2.8
        names = [said[token] for token in data["source"]]
        for left, matrix, columns in ((1.05, data["weights"], names), (5.75, data["next"], said)):
            shapes.grey(axes, matrix, left, top, width, height)
            shapes.written(axes, [columns], left, top + 0.5, width, 0.5)
        odds = [[style.number(v, lang, 3) for v in row] for row in data["next"]]
        shapes.written(axes, odds, 5.75, top, width, height, fontsize=8.5)
        for left, tokens in ((0.05, data["fed"]), (9.3, out)):
            shapes.written(axes, [[said[token]] for token in tokens], left, top, 0.9, height)
        for x, header in zip((0.5, 3.2, 7.47, 9.75), HEADERS, strict=True):
            axes.text(x, 3.62, translated(header, lang), ha="center", va="center_baseline")


def _asked(rows, memory, params):
    """Return the weights that the last layer gives to the places of the source, step by step."""
    first, last = blocks(params, "decoder")
    y = decoder_block(rows, memory, first, order="pre")
    own = part(last, "attention")
    attend = lambda x: multi_head_attention(x, x, own, is_causal=True)
    asking = layer_norm(residual(y, attend, part(last, "norm_1"), "pre"), **part(last, "norm_2"))
    q, k = project(asking, last["crossed.w_q"]), project(memory, last["crossed.w_k"])
    return scaled_dot_product_attention(q, k, np.eye(len(memory))[None])[0]
