"""A figure of one block in three orders of its parts."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces import cells, connections, diagram
from figures.pieces.layout import Layout
from impl.encoder import encoder_block, encoder_block_as_printed, residual
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention
from impl.parameters import block_shapes, part
from proofs.arrays.wiring import array
from theory.language import translated
from theory.rounding.bounds import bound_feed_forward, bound_layer_norm, factors
from theory.symbols import d_ff, d_k, h, n

BOXES = {"multi_head_attention": "MHA", "feed_forward": "FFN", "layer_norm": "LN"}
TITLES = {
    "printed": "as printed",
    "post": "original",
    "pre": "pre-norm",
}


@figure(
    "three-blocks",
    shows=(
        "encoder.block",
        "encoder.pre-norm-block",
        "encoder.block-as-printed",
        "encoder.printed-block-is-the-net-of-twice-z",
    ),
    height=9.0,
    caption=(
        "One block in three orders, read from below; a square is an entry of a row, full if "
        "positive, hollow if negative. In the printed order $Z$, normalised already, is "
        "normalised again and added to itself, so that the net gets $2Z$ and has neither "
        "residual nor norm. Where a net gives nothing (as here, $W_2=0$ and $b_2=0$) it "
        "therefore wipes out every row; the other two orders let the rows pass around it."
    ),
)
class ThreeBlocks:
    """Look at the upper loop of each block: what it runs around, and what comes out above."""

    @staticmethod
    def compute():
        """Return rows and parameters in eighths, and what each order makes of the rows."""
        draw = np.random.default_rng(2017)
        params = {
            name: np.full(shape, float(name.endswith("gain")))
            if name.startswith("norm")
            else draw.integers(-8, 9, shape) / 8
            for name, shape in block_shapes(6, 2, 8).items()
        }
        x = draw.integers(-8, 9, (4, 6)) / 8
        silent = params | {"net.w_2": np.zeros((8, 6)), "net.b_2": np.zeros(6)}
        data = {"x": x, "sum": x + _attend(params)(x)}
        data["z"] = residual(x, _attend(params), part(params, "norm_1"))
        for name in TITLES:
            data[name] = _block(name, x, params)
            data[f"{name}-silent"] = _block(name, x, silent)
            data |= {f"{name} {key}": each for key, each in _wiring(name).items()}
        data["net-of-2z"] = feed_forward(2 * data["z"], part(params, "net"))
        return data | {name: params[name] for name in ("net.w_1", "net.b_1", "net.w_2", "net.b_2")}

    @staticmethod
    def examine(data, expect):
        """Only the printed wiring has no line around the net; it is FFN(2Z)."""
        x, z, silent = data["x"], data["z"], {name: data[f"{name}-silent"] for name in TITLES}
        for name in TITLES:
            part, printed = connections.only(data, name), name == "printed"
            expect.joined(part, "X", "add")
            expect.joined(part, "X", "layer_norm", times=1 if name == "pre" else 0)
            expect.joined(part, "multi_head_attention", "add")
            expect.joined(part, "feed_forward", "add", times=0 if printed else 1)
            expect.joined(part, "add", "feed_forward", times=1 if printed else 0)
        expect.coincide(
            "the printed block and FFN(2Z)", data["printed"], data["net-of-2z"], _bound_2z(data)
        )
        expect.coincide("the printed block with a silent net and 0", silent["printed"], 0, 0)
        off = _bound_norm(data["sum"])
        slack = (2 * abs(z) * off + off**2).mean(axis=-1) + float(factors(8, "float64"))
        expect.coincide("the mean squares of Z and 1", (z**2).mean(axis=-1), 1, slack)
        again = _bound_again(data)
        expect.coincide("the original with a silent net and Z", silent["post"], z, again)
        apart = np.abs(silent["pre"] - x).max()
        expect.at_least("pre-norm: what attention adds", apart, 0.1, "the choice of weights")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the three orders side by side, the rows below and above them."""
        drawing = diagram.Drawing(canvas)
        most = max(np.abs(data[f"{name}-silent"]).max() for name in TITLES)
        for k, name in enumerate(TITLES):
            x = drawing.width / 2 + 3.4 * (k - 1)
            cells.signed(drawing.axes, data["x"], x - 1.02, 1.56, 0.34, most)
            cells.signed(drawing.axes, data[f"{name}-silent"], x - 1.02, 8.26, 0.34, most)
            drawing.text(x, 8.65, translated(TITLES[name], lang))
            for y, row in ((0.88, "$X$"), (7.58, "$Y$")):
                drawing.text(x - 1.2, y, row, ha="right")
            _draw_block(drawing, connections.only(data, name), x, name == "printed")


def _block(name, x, params):
    if name == "printed":
        return encoder_block_as_printed(x, params)
    return encoder_block(x, params, order=name)


def _attend(params):
    return lambda rows: multi_head_attention(rows, rows, part(params, "attention"))


def _wiring(name):
    """Return the connections of the code in a block, for all sizes."""
    sizes = {5: h, 3: d_k, 15: h * d_k, 7: d_ff}
    params = connections.inputs(block_shapes(15, 5, 7), sizes)
    return connections.wired(_block(name, array("X", n, h * d_k), params), BOXES, ("X",))


def _bound_norm(rows):
    return np.asarray(
        [[float(b) for b in bound_layer_norm(r.tolist(), 0.0, "float64")] for r in rows]
    )


def _bound_again(data):
    """Bound the distance of LN(Z) from the computed Z, whose exact rows LN leaves as they are.

    With e the bound on the entries of a row of Z, its mean is off by e and its deviation too, by
    the triangle inequality, which moves an entry by 1.1 (1 + |z|) e; LN's own rounding follows.
    """
    e = _bound_norm(data["sum"]).max(axis=-1, keepdims=True)
    return _bound_norm(data["z"]) + 1.1 * (1 + abs(data["z"])) * e


def _bound_2z(data):
    """Bound the distance of two computed nets: of their inputs, passed on, and both roundings."""
    w_1, w_2 = data["net.w_1"], data["net.w_2"]
    passed = _bound_again(data) @ abs(w_1) @ abs(w_2)
    hidden = 2 * abs(data["z"]) @ abs(w_1) + abs(data["net.b_1"])
    roundings = [
        [
            float(bound_feed_forward(h.tolist(), w.tolist(), float(b), len(w_1), "float64"))
            for w, b in zip(w_2.T, data["net.b_2"], strict=True)
        ]
        for h in hidden
    ]
    return 1.1 * passed + 2 * np.asarray(roundings)


def _draw_block(drawing, data, x, printed):
    """Draw the wiring between the rows; Z is what the fourth node from below makes of X."""
    part = diagram.Part(drawing, data, Layout(data), x, 1.36, 0, 0.81, 1.3)
    part.draw(lambda node: BOXES.get(str(data["node"][node]), ""), sizes=False)
    made = {row: node for node, row in part.layout.row.items()}
    for row, text, color in ((3, "$Z$", style.INK), (5, "$2Z$", style.RED)):
        if row == 3 or printed:
            y = part.y[made[row]] + part.half(made[row]) + 0.18
            drawing.text(x - 0.1, y, text, ha="right", color=color)
