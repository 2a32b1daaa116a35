"""The architecture, drawn from the wiring of the code that runs: attention, heads, blocks, all."""

import numpy as np

from figures import wiring
from figures.assertions import V
from figures.book import figure
from impl.decoder import transformer
from impl.heads import multi_head_attention, scaled_dot_product_attention
from impl.parameters import transformer_shapes
from impl.softmax import softmax
from proofs.arrays.objects import INT
from proofs.arrays.wiring import array
from theory.language import translated
from theory.symbols import d_ff, d_k, d_model, d_v, h, m, n

NAMES = {
    "scaled_dot": r"scores $QK^{\mathrm{T}}\!/\sqrt{d_k}$",
    "causal_mask": "causal order",
    "softmax": "softmax by row",
    "_weighted_sum": "weighted sum of the values",
    "side_by_side": "heads in a row",
    "embed": "embedding",
    "add_positions": "add positions",
    "multi_head_attention": "attention",
    "causal": "causal attention",
    "feed_forward": "feed-forward",
    "layer_norm": "LayerNorm",
    "logits": "linear",
}


def labels(data, lang, inputs):
    """Return a function from nodes to their words."""

    def words(node):
        name = str(data["node"][node])
        name = "causal" if "causal_mask" in data["runs"][node] else name
        return inputs[name] if data["input"][node] else translated(NAMES[name], lang)

    return words


@figure(
    "scaled-dot-product-attention",
    shows=("heads.scaled-dot-product-attention",),
    height=5.8,
    caption=(
        "Scaled dot-product attention of a row to itself and the rows before it, drawn from the "
        "run of the code: a box is a function that ran, beside a line stands the size of what "
        "passes."
    ),
)
class ScaledDotProductAttention:
    """Look at the sizes: there is a score for each query and key, whatever their width."""

    @staticmethod
    def compute():
        """Return the wiring of attention to as many keys as queries, in causal order."""
        given = array("Q", n, d_k), array("K", n, d_k), array("V", n, d_v)
        made = scaled_dot_product_attention(*given, is_causal=True)
        boxes = ("scaled_dot", "causal_mask", "softmax", "_weighted_sum")
        return wiring.wired(made, boxes, ("Q", "K", "V"))

    @staticmethod
    def examine(data, expect):
        """Weights come from scores and order alone, the values enter last, a row for each query."""
        expect.joined(data, "Q", "scaled_dot")
        expect.joined(data, "K", "scaled_dot")
        expect.joined(data, "scaled_dot", "softmax")
        expect.joined(data, "causal_mask", "softmax")
        expect.joined(data, "softmax", "_weighted_sum")
        expect.joined(data, "V", "_weighted_sum")
        expect.made(data, "softmax", (n, n))
        expect.made(data, "_weighted_sum", (n, d_v))

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the boxes from the inputs upwards."""
        words = labels(data, lang, {name: f"${name}$" for name in "QKV"})
        wiring.draw(canvas, data, words, column=2.2, pitch=1.2, width=2.0)


@figure(
    "multi-head-attention",
    shows=("heads.multi-head", "heads.multi-head-sizes"),
    height=9.2,
    caption=(
        "Multi-head self-attention, drawn from the run of the code. What is computed once for "
        "each of the $h$ heads is a pile of sheets; the projections are tall matrices, which read "
        "the whole width of a row."
    ),
)
class MultiHeadAttention:
    """Look at the piles, which end where the heads are laid side by side."""

    @staticmethod
    def compute():
        """Return the wiring of self-attention with h heads."""
        x = array("X", n, d_model)
        params = {
            "w_q": array("W^q", h, d_model, d_k), "w_k": array("W^k", h, d_model, d_k),
            "w_v": array("W^v", h, d_model, d_v), "w_o": array("W^o", h * d_v, d_model),
        }  # fmt: skip
        boxes = ("project", "scaled_dot", "softmax", "_weighted_sum", "side_by_side")
        return wiring.wired(multi_head_attention(x, x, params), boxes, ("X",))

    @staticmethod
    def examine(data, expect):
        """Three projections read all of X; queries and keys make scores, values join at the end."""
        expect.joined(data, "X", "project", times=3)
        expect.joined(data, "project", "scaled_dot", times=2)
        expect.joined(data, "project", "_weighted_sum")
        expect.made(data, "scaled_dot", (h, n, n))
        expect.made(data, "_weighted_sum", (h, n, d_v))
        expect.made(data, "side_by_side", (n, h * d_v))
        expect.made(data, "matmul", (n, d_model))

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the boxes; a projection is named by its matrix."""
        plain = labels(data, lang, {"X": "$X$"})

        def words(node):
            matrix = str(data["parameters"][node]).split(":")[0]
            if data["node"][node] == "project":
                return f"$X{matrix}_i$"
            return f"$\\cdot\\,{matrix}$" if data["node"][node] == "matmul" else plain(node)

        wiring.draw(canvas, data, words, column=2.75, pitch=1.32, width=2.45)


BLOCK = ("multi_head_attention", "feed_forward", "layer_norm")


@figure(
    "encoder-decoder",
    shows=("decoder.block", "encoder.block", "decoder.sizes"),
    height=12.3,
    caption=(
        "The whole Transformer, drawn from the run of the code: on the left the encoder of $n$ "
        "tokens, on the right the decoder of $m$ tokens, each with its stack of $N$ blocks. "
        "The encoder's rows are keys and values for each block of "
        "the decoder."
    ),
)
class EncoderDecoder:
    """Look at the one line between the columns: all that the decoder knows of the source."""

    BOXES = (*BLOCK, "embed", "add_positions", "logits", "softmax")

    @staticmethod
    def compute():
        """Return the wiring with a block in each stack, and the names of those in deeper ones."""
        data = wiring.wired(_machine(1), EncoderDecoder.BOXES, ("source", "target"))
        return data | {f"blocks of {N}": _programs(N) for N in (1, 2, 3)}

    @staticmethod
    def examine(data, expect):
        """Each further block is as the first; causal is the decoder's own attention, no other."""
        first = data["blocks of 1"]
        for N in (2, 3):
            found = data[f"blocks of {N}"]
            expect.holds(
                sorted(found) == sorted(np.repeat(first, N)),
                f"{N} blocks a stack run {'; '.join(found)}; expected {N} times {'; '.join(first)}",
            )
        causal = ["causal_mask" in runs for runs in data["runs"]]
        attention = data["node"] == "multi_head_attention"
        expect.holds(
            sum(causal) == 1 and attention[causal].all() and attention.sum() == 3,
            f"{sum(causal)} of {attention.sum()} attentions are causal, expected 1 of 3",
        )
        expect.joined(data, "layer_norm", "multi_head_attention", times=2)
        expect.made(data, "softmax", (m, V))

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the encoder on the left, the decoder on the right, and the line between them."""
        drawing = wiring.Drawing(canvas)
        read = {"source": "$n$ tokens", "target": "$m$ tokens"}
        words = labels(data, lang, {name: translated(said, lang) for name, said in read.items()})
        _draw_machine(drawing, data, words)


def _machine(layers):
    """Return the probabilities that a machine of that depth gives, for arrays without data."""
    known = {15: h * d_k, 5: h, 3: d_k, 7: d_ff, 1001: V, 1003: m + n}
    shapes = transformer_shapes(1001, 1003, 15, 5, 7, layers)
    params = wiring.inputs(shapes, known)
    source, target = array("source", n, dtype=INT), array("target", m, dtype=INT)
    return softmax(transformer(source, target, params))


def _programs(layers):
    """Return for each block of either stack its name and what it runs, in order."""
    data = wiring.wired(_machine(layers), EncoderDecoder.BOXES, ())
    runs = {}
    for node, inside in zip(data["node"], data["inside"], strict=True):
        for call in inside.split():
            if "_block." in call:
                runs.setdefault(call, []).append(str(node))
    return np.asarray([f"{call.split('.')[0]}: {' '.join(nodes)}" for call, nodes in runs.items()])


def _draw_machine(drawing, data, words):
    names, inside = data["node"], data["inside"]
    encoder = [k for k in range(len(names)) if "encode." in inside[k] or names[k] == "source"]
    decoder = [k for k in range(len(names)) if k not in encoder]
    left = _draw_stack(drawing, data, words, encoder, drawing.width / 2 - 2.45, -1)
    right = _draw_stack(drawing, data, words, decoder, drawing.width / 2 + 2.45, 1)
    for parent, child in data["edge"].tolist():
        if parent in left.x and child in right.x:
            x, low = left.x[parent], left.y[parent] + left.half(parent)
            middle, end = drawing.width / 2, right.x[child] - right.width / 2
            drawing.line((x, low), (x, low + 0.55), (middle, low + 0.55),
                         (middle, right.y[child]), (end, right.y[child]))  # fmt: skip
    last = len(names) - 1
    drawing.size(right.x[last] + 0.12, right.y[last] + 0.5, data["size"][last])


def _draw_stack(drawing, data, words, members, x, side):
    """Draw a column: the block on a ground of its own, which says how often it stands there."""
    group = [k for k in members if "_block." in data["inside"][k]]
    layout = wiring.Layout(data, members)
    part = wiring.Part(drawing, data, layout, x, 0.35, 0, 0.8, 2.7, side, group)
    ends = sorted((x - side * 1.55, x + side * 1.85))
    low, high = min(part.y[k] for k in group) - 0.62, max(part.y[k] for k in group) + 0.4
    drawing.ground(ends[0], low, ends[1], high)
    drawing.text(
        x + side * 1.95, (low + high) / 2, r"$N\times$", ha="left" if side > 0 else "right"
    )
    part.draw(words, sizes=False)
    return part
