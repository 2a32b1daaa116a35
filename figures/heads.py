"""Figures of heads: maps of attention, what a narrow head overlooks, and the causal mask."""

import numpy as np

from figures import style, tables
from figures.book import figure
from impl.embedding import one_hot
from impl.heads import causal_mask, multi_head_attention, scaled_dot_product_attention
from impl.scores import scaled_dot
from impl.softmax import softmax
from theory.language import translated
from theory.rounding import bound_softmax, bound_weights, factors

SENTENCE = "a cat sees a small cat"
NAMES = (
    "the word before",
    "the same word",
    "the first word",
    "all words alike",
)
ASKS, IS_ASKED = "query", "key"
LEAD = 3.0  # of the score of what a head looks for
QUERY = "query $u$"
WEIGHT = r"weight $\alpha_i$"
NARROW = "$d_k = 1$, key $k_i$"
WIDE = "$d_k = 2$, key $(k_i, k_i^2)$"
TITLES = (
    "weights before",
    "masked scores",
    "weights after",
)
ASKING = ("⟨SOS⟩", "query 1", "query 2")
ASKED = ("⟨SOS⟩", "key 1", "key 2")


@figure(
    "attention-maps",
    shows=("heads.multi-head", "heads.every-element-takes-part"),
    height=9.6,
    caption=(
        "Four heads over one sentence, with weights that are written down: a row of a map has the "
        "weights of one word's query, from 0 (white) to 1 (black), and sums to one. Each head "
        "looks for something that can be named; what it looks for leads by a score of 3, and all "
        "the other words keep a positive weight. The first word, with none before it, looks at "
        "itself. An input row holds the word and its place, one-hot."
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
            tables.draw_table(each, weights, rows=words if left else ())
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


@figure(
    "middle-key",
    shows=("heads.width-one-overlooks-the-middle",),
    height=6.0,
    caption=(
        "The weights of three keys as the query moves. In a head of width 1 (left) the middle "
        "key never weighs more than both others: queries prefer one end or the other. With one "
        "more column, which holds the square (right), the score $2uk-k^2$ is largest where the "
        "key is nearest to $u$, and each key has its turn."
    ),
)
class MiddleKey:
    """Look at the dashed curve: always overtaken on the left, on top in the middle of the right."""

    @staticmethod
    def compute():
        """Return scores and weights of both heads; values that are one-hot give the weights."""
        k, u, sharp = np.asarray([-1.0, 0.0, 1.0]), np.linspace(-2, 2, 129), 1.5
        square = np.stack([k, k**2], axis=-1)
        data = {"keys": k, "query": u}
        asked = {
            "narrow": (2 * sharp * u[:, None], k[:, None]),
            "wide": (np.stack([2 * sharp * u, np.full_like(u, -sharp)], axis=-1), square),
        }
        for name, (q, keys) in asked.items():
            q = q * np.sqrt(keys.shape[-1])  # the division by √d_k undone, so that both compare
            weights = scaled_dot_product_attention(q, keys, np.eye(3))
            data |= {f"{name}-scores": scaled_dot(q, keys), f"{name}-weights": weights}
        return data

    @staticmethod
    def examine(data, expect):
        """No query of the narrow head prefers the middle; the wide head's nearest key leads."""
        for name in ("narrow", "wide"):
            expect.rows_sum_to_one(f"the weights of the {name} head", data[f"{name}-weights"])
        claim = "heads.width-one-overlooks-the-middle"
        first, middle, last = data["narrow-scores"].T
        product = (first - middle) * (last - middle)
        expect.at_most("the product of differences", product, 0, claim)
        weights = data["narrow-weights"]
        expect.at_most("the middle's weight", weights[:, 1], weights[:, ::2].max(axis=-1), claim)
        apart = np.abs(data["query"][:, None] - data["keys"])
        nearest = apart == apart.min(axis=-1, keepdims=True)
        clear = nearest.sum(axis=-1) == 1  # not half-way between two keys
        expect.holds(
            (data["wide-weights"].argmax(axis=-1) == apart.argmin(axis=-1))[clear].all(),
            "a query of the wide head prefers another key than the nearest",
        )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the weights in the narrow head on the left, in the wide one on the right."""
        axes = canvas.subplots(1, 2, sharey=True)
        for each, name, title in zip(axes, ("narrow", "wide"), (NARROW, WIDE), strict=True):
            for k, stroke in enumerate(style.STROKES[:3]):
                each.plot(data["query"], data[f"{name}-weights"][:, k], **stroke)
            each.set_title(translated(title, lang), pad=5)
            each.set_xlim(-2, 2)
            each.set_ylim(0, 1.02)
            style.ticks(each.xaxis, (-2, -1, 0, 1, 2), lang)
            each.set_xlabel(translated(QUERY, lang))
        style.ticks(axes[0].yaxis, (0, 0.5, 1), lang)
        axes[0].set_ylabel(translated(WEIGHT, lang))
        _name_keys(axes, data, lang)


def _name_keys(axes, data, lang):
    places = {
        "narrow": ((32, (-13, -15)), (46, (-13, 7)), (96, (13, -15))),
        "wide": ((32, (-14, -9)), (64, (0, 7)), (96, (14, -9))),
    }
    for each, name in zip(axes, places, strict=True):
        for k, (at, by) in enumerate(places[name]):
            label = f"$k_{k + 1} = {style.in_math(data['keys'][k], lang)}$"
            weight, color = data[f"{name}-weights"][at, k], style.STROKES[k]["color"]
            style.label(each, data["query"][at], weight, label, by=by, ha="center", color=color)


@figure(
    "causal-mask",
    shows=("decoder.worked-table", "heads.causal-mask", "softmax.masking-renormalises"),
    height=4.3,
    caption=(
        "The worked table before and after the mask. The scores of what stands later become "
        r"$-\infty$ (middle), and softmax shares their weight among the rest of the row (right): "
        "0.60 and 0.20 become 0.75 and 0.25, in the same proportion as before (left)."
    ),
)
class CausalMask:
    """Look along a row: what is masked goes, what is kept grows in proportion."""

    @staticmethod
    def compute():
        """Return the printed weights, scores that have them, and the weights before and after."""
        from theory.decoder import AFTER, BEFORE  # here, as SymPy takes longer than the drawing

        printed = np.asarray(BEFORE, dtype=float)
        scores, kept = np.log(printed), causal_mask(3, 3)
        return {
            "printed-before": printed,
            "printed-after": np.asarray(AFTER, dtype=float),
            "masked-scores": np.where(kept, scores, -np.inf),
            "before": softmax(scores),
            "after": softmax(scores, where=kept),
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
            tables.draw_table(each, shades, texts, rows if each is axes[0] else (), columns)
            each.tick_params(axis="x", labelsize=8)
            each.set_title(translated(title, lang), pad=7)


def _entry(value, lang):
    if np.isneginf(value):
        return "$-\\infty$"
    return style.number(value, lang, 2) if value else "0"
