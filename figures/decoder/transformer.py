"""A figure of the whole Transformer, drawn from the run of the code."""

import numpy as np

from figures.engine.assertions import V
from figures.engine.figure import figure
from figures.pieces import connections, diagram
from figures.pieces.box_names import labels
from figures.pieces.layout import Layout
from impl.decoder import transformer
from impl.parameters import transformer_shapes
from impl.softmax import softmax
from proofs.arrays.objects import INT
from proofs.arrays.wiring import array
from theory.language import translated
from theory.symbols import d_ff, d_k, h, m, n

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
        data = connections.wired(_machine(1), EncoderDecoder.BOXES, ("source", "target"))
        return data | {f"blocks of {N}": _programs(N) for N in (1, 2, 3)}

    @staticmethod
    def examine(data, expect):
        """Further blocks are as the first; only the decoder's attention to itself is causal."""
        first = data["blocks of 1"]
        for N in (2, 3):
            runs = data[f"blocks of {N}"]
            expect.holds(
                sorted(runs) == sorted(np.repeat(first, N)),
                f"{N} blocks a stack run {'; '.join(runs)}; expected {N} times {'; '.join(first)}",
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
        drawing = diagram.Drawing(canvas)
        read = {"source": "$n$ tokens", "target": "$m$ tokens"}
        words = labels(data, lang, {name: translated(said, lang) for name, said in read.items()})
        _draw_machine(drawing, data, words)


def _machine(layers):
    """Return the probabilities that a machine of that depth gives, for arrays without data."""
    known = {15: h * d_k, 5: h, 3: d_k, 7: d_ff, 1001: V, 1003: m + n}
    shapes = transformer_shapes(1001, 1003, 15, 5, 7, layers)
    params = connections.inputs(shapes, known)
    source, target = array("source", n, dtype=INT), array("target", m, dtype=INT)
    return softmax(transformer(source, target, params))


def _programs(layers):
    """Return for each block of either stack its name and what it runs, in order."""
    data = connections.wired(_machine(layers), EncoderDecoder.BOXES, ())
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
    layout = Layout(data, members)
    part = diagram.Part(drawing, data, layout, x, 0.35, 0, 0.8, 2.7, side, group)
    ends = sorted((x - side * 1.55, x + side * 1.85))
    low, high = min(part.y[k] for k in group) - 0.62, max(part.y[k] for k in group) + 0.4
    drawing.ground(ends[0], low, ends[1], high)
    drawing.text(
        x + side * 1.95, (low + high) / 2, r"$N\times$", ha="left" if side > 0 else "right"
    )
    part.draw(words, sizes=False)
    return part
