"""Figures of the encoder: three orders of one block, rows in depth, and what a block costs."""

import numpy as np

from figures import shapes, style
from figures.book import figure
from impl.encoder import encoder_block, encoder_block_as_printed, residual
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention, scaled_dot_product_attention
from impl.normalization import layer_norm
from impl.parameters import block_shapes, part
from theory import encoder as theory
from theory.claim import Words
from theory.rounding import bound_feed_forward, bound_layer_norm, factors

# Each order as the drawing shows it, from below: a fork keeps the row for the next sum.
WIRING = {
    "printed": ("fork", "MHA", "+", "LN", "fork", "LN", "+", "FFN"),
    "post": ("fork", "MHA", "+", "LN", "fork", "FFN", "+", "LN"),
    "pre": ("fork", "LN", "MHA", "+", "fork", "LN", "FFN", "+"),
}
TITLES = {
    "printed": Words("as printed", "seperti tercetak"),
    "post": Words("original", "asli"),
    "pre": Words("pre-norm", "pre-norm"),
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
    caption=Words(
        "One block in three orders, read from below; a square is an entry of a row, full if "
        "positive, hollow if negative. In the printed order $Z$, normalised already, is "
        "normalised again and added to itself, so that the net gets $2Z$ and has neither "
        "residual nor norm. Where a net gives nothing (as here, $W_2=0$ and $b_2=0$) it "
        "therefore wipes out every row; the other two orders let the rows pass around it.",
        "Satu blok dalam tiga urutan, dibaca dari bawah; satu persegi adalah satu entri baris, "
        "penuh bila positif, kosong bila negatif. Dalam urutan tercetak, $Z$ yang sudah "
        "ternormalisasi dinormalisasi lagi dan dijumlahkan dengan dirinya, sehingga jaringan "
        "menerima $2Z$ tanpa residual maupun norm. Bila jaringan tidak memberi apa-apa (seperti "
        "di sini, $W_2=0$ dan $b_2=0$), setiap baris terhapus; dua urutan lainnya membiarkan "
        "baris melewatinya.",
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
        for name in WIRING:
            data[name] = _block(name, x, params)
            data[f"{name}-wired"] = _run(WIRING[name], x, params)
            data[f"{name}-silent"] = _block(name, x, silent)
        data["net-of-2z"] = feed_forward(2 * data["z"], part(params, "net"))
        return data | {name: params[name] for name in ("net.w_1", "net.b_1", "net.w_2", "net.b_2")}

    @staticmethod
    def examine(data, expect):
        """The wiring drawn is the code's, entry by entry; the printed one is FFN(2Z)."""
        x, z, silent = data["x"], data["z"], {name: data[f"{name}-silent"] for name in WIRING}
        for name in WIRING:
            expect.coincide(f"{name}: wiring and code", data[f"{name}-wired"], data[name], 0)
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
        expect.at_least("pre-norm: what attention adds", apart, 0.1, "weights in eighths")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the three orders side by side, the rows below and above them."""
        axes = shapes.sheet(canvas, 10.2, 8.7)
        most = max(np.abs(data[f"{name}-silent"]).max() for name in WIRING)
        for k, name in enumerate(WIRING):
            x = 1.75 + 3.4 * k
            shapes.signed(axes, data["x"], x - 1.02, 1.41, 0.34, most)
            shapes.signed(axes, data[f"{name}-silent"], x - 1.02, 8.11, 0.34, most)
            _draw_wiring(axes, x, 1.41, 6.75, WIRING[name])
            axes.text(x, 8.45, getattr(TITLES[name], lang), ha="center", va="center_baseline")
            for y, row in ((0.73, "$X$"), (7.43, "$Y$")):
                axes.text(x - 1.2, y, row, ha="right", va="center_baseline")
        axes.text(1.6, 5.62, "$2Z$", ha="right", va="center_baseline", color=style.RED)


def _block(name, x, params):
    if name == "printed":
        return encoder_block_as_printed(x, params)
    return encoder_block(x, params, order=name)


def _attend(params):
    return lambda rows: multi_head_attention(rows, rows, part(params, "attention"))


def _run(wiring, rows, params):
    """Do what the drawing says, step by step."""
    norms = iter(("norm_1", "norm_2"))
    do = {
        "MHA": _attend(params),
        "FFN": lambda x: feed_forward(x, part(params, "net")),
        "LN": lambda x: layer_norm(x, **part(params, next(norms))),
    }
    for step in wiring:
        if step == "fork":
            kept = rows
        else:
            rows = kept + rows if step == "+" else do[step](rows)
    return rows


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
    own = [
        [
            float(bound_feed_forward(h.tolist(), w.tolist(), float(b), len(w_1), "float64"))
            for w, b in zip(w_2.T, data["net.b_2"], strict=True)
        ]
        for h in hidden
    ]
    return 1.1 * passed + 2 * np.asarray(own)


def _draw_wiring(axes, x, low, end, wiring):
    """Draw the steps from below, and around each fork the way to its sum."""
    start, y, side = low, low + 0.05, x + 1.0
    for step in wiring:
        if step == "fork":
            fork = low + 0.22
            y += 0.2
            if low > start:
                axes.text(x - 0.12, fork, "$Z$", ha="right", va="center_baseline")
            continue
        y += 0.7
        half = 0.17 if step == "+" else 0.22
        shapes.arrow(axes, (x, low), (x, y - half))
        low = y + half
        if step == "+":
            shapes.path(axes, [(x, fork), (side, fork), (side, y), (x + half, y)], style.BLUE)
            shapes.plus(axes, x, y, half)
        else:
            shapes.box(axes, x, y, step, height=0.44, fill=style.PALE if step == "LN" else "white")
    shapes.arrow(axes, (x, low), (x, end))


LAYER = Words(r"layer $\ell$", r"lapisan $\ell$")
ROWS = Words("rows $x_i$", "baris $x_i$")
STACKS = {
    "unequal": Words("attention alone", "atensi saja"),
    "equal": Words("equal keys", "kunci sama"),
    "residual": Words("with the input", "dengan masukan"),
}
BAND = Words("bound", "batas")


@figure(
    "rows-in-depth",
    shows=("encoder.attention-contracts", "encoder.residual-keeps-differences"),
    height=5.6,
    caption=Words(
        "Eight rows of one number through layers of attention without net or norm. Attention "
        r"alone draws them together, at least as fast as the smallest weight $\varepsilon$ "
        r"tells: the shaded width falls by $1-n\varepsilon$ a layer. With equal keys all rows "
        "are equal after one layer. Where the input is added, the same attention moves all rows "
        "alike and keeps every difference.",
        "Delapan baris berisi satu bilangan melalui lapisan atensi tanpa jaringan maupun norm. "
        "Atensi saja menarik semuanya saling mendekat, sedikitnya secepat yang dikatakan bobot "
        r"terkecil $\varepsilon$: lebar yang diarsir menyusut dengan faktor $1-n\varepsilon$ "
        "tiap lapisan. Dengan kunci yang sama semua baris sama setelah satu lapisan. Bila "
        "masukannya dijumlahkan, atensi yang sama menggeser semua baris serentak dan menjaga "
        "setiap selisih.",
    ),
)
class RowsInDepth:
    """Look at the distance between the outer lines: it falls, vanishes at once, or stays."""

    @staticmethod
    def compute():
        """Return the rows after each layer for the three stacks, and the bound on their spread."""
        x = np.asarray([-1.75, -1.25, -0.75, -0.25, 0.25, 0.75, 1.25, 2.25])
        data = {}
        for name, sharp in (("unequal", 1 / 32), ("equal", 0.0), ("residual", 0.0)):
            attend = _near_places(len(x), sharp)
            rows = [x]
            for _ in range(5):
                made = attend(rows[-1][:, None])[:, 0]
                rows.append(rows[-1] * (name == "residual") + made)
            data |= {name: np.asarray(rows), f"{name}-weights": attend(np.eye(len(x)))}
        step = 1 - len(x) * data["unequal-weights"].min()
        return data | {"bound": np.ptp(x) * step ** np.arange(6)}

    @staticmethod
    def examine(data, expect):
        """The spread obeys its bound, vanishes with equal keys, and stays with the residual."""
        for name in STACKS:
            expect.rows_sum_to_one(f"the weights, {name}", data[f"{name}-weights"])
        spread, equal = np.ptp(data["unequal"], axis=1), data["equal"]
        step = 1 - len(data["unequal-weights"]) * data["unequal-weights"].min()
        # The spread falls faster than the bound: no slack is needed.
        for name, values in (("the spread", data["bound"][:-1]), ("the next spread", spread[:-1])):
            expect.at_most(name, spread[1:], step * values, "encoder.attention-contracts")
        # Weights 1/8 and sums of short binary fractions are exact.
        expect.coincide("equal keys: the rows and their mean", equal[1:], equal[0].mean(), 0)
        residual = np.diff(data["residual"], axis=1)
        expect.coincide("with the residual: differences, before and after", residual,
                        residual[0], 0)  # fmt: skip
        moved = np.abs(np.diff(data["residual"].mean(axis=1))).min()
        expect.at_least("how far a layer moves the rows", moved, 1 / 16, "the mean of the rows")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the rows over the layers, a panel for each stack."""
        panels = canvas.subplots(1, 3, sharey=True)
        layers = np.arange(len(data["bound"]))
        middle = (data["unequal"].max(axis=1) + data["unequal"].min(axis=1)) / 2
        half = data["bound"] / 2
        panels[0].fill_between(layers, middle - half, middle + half, color=style.PALE, lw=0)
        style.label(panels[0], 1, middle[1] - half[1], getattr(BAND, lang), by=(2, -7))
        for axes, (name, title) in zip(panels, STACKS.items(), strict=True):
            axes.plot(layers, data[name], color=style.INK, lw=0.8)
            axes.set_title(getattr(title, lang), pad=4)
            axes.set_xlim(0, layers[-1])
            style.ticks(axes.xaxis, layers, lang)
            axes.set_xlabel(getattr(LAYER, lang))
        panels[0].set_ylabel(getattr(ROWS, lang))
        style.ticks(panels[0].yaxis, (-2, 0, 2, 4), lang)


def _near_places(n, sharp):
    """Return attention whose scores are -sharp (i - j)^2, up to what a query adds to all."""
    place = np.arange(float(n))
    q = np.stack([place, np.ones(n)], axis=-1)
    k = sharp * np.stack([2 * place, -(place**2)], axis=-1)
    return lambda values: scaled_dot_product_attention(q, k, values, scale=1.0)


LENGTH = Words("length $n$", "panjang $n$")
PRODUCTS = Words("multiplications", "perkalian")
RATIO = Words("ratio", "nisbah")
RECURRENT = Words("LSTM + attention", "LSTM + atensi")
MIXING = Words("mixing $2n^2d$", "pencampuran $2n^2d$")
PROJECTING = Words("projections $4nd^2$", "proyeksi $4nd^2$")
NET = Words("net $8nd^2$", "jaringan $8nd^2$")
WHOLE = Words("whole block", "seluruh blok")
LAYER_ALONE = Words("attention layer", "lapisan atensi")


@figure(
    "costs",
    shows=("encoder.costs", "encoder.attention-layer-is-lighter-than-lstm-with-attention"),
    height=6.0,
    caption=Words(
        "The multiplications of a block of width $d=512$ against the length of the sequence. "
        "Mixing the rows is quadratic in the length, the rest linear: it overtakes the "
        "projections at $n=2d$ and the net at $n=4d$. On the right, the same for an attention "
        "layer and a whole block, in units of an LSTM layer with attention: the layer is always "
        "lighter, the block always heavier.",
        "Perkalian dalam satu blok selebar $d=512$ terhadap panjang barisan. Pencampuran baris "
        "kuadratik terhadap panjang, selebihnya linear: ia menyusul proyeksi pada $n=2d$ dan "
        "jaringan pada $n=4d$. Di kanan, hal yang sama untuk lapisan atensi dan seluruh blok, "
        "dalam satuan lapisan LSTM dengan atensi: lapisan itu selalu lebih ringan, blok itu "
        "selalu lebih berat.",
    ),
)
class Costs:
    """Look where the steep line crosses the others, and on which side of 1 the curves stay."""

    @staticmethod
    def compute():
        """Return the counts; all are whole numbers below 2^53, so exact."""
        d, n = 512, 2.0 ** np.arange(4, 17)
        mixing = theory.attention_cost(n, d)
        entries = {name: np.prod(shape) for name, shape in block_shapes(d, 8, 4 * d).items()}
        return {
            "width": np.asarray(d),
            "length": n,
            "mixing": mixing,
            "projections": theory.attention_layer_cost(n, d) - mixing,
            "net": theory.net_cost(n, d),
            "recurrent": theory.lstm_cost(n, d) + mixing,
            "entries-attention": sum(v for k, v in entries.items() if k.startswith("attention")),
            "entries-net": sum(entries[f"net.w_{k}"] for k in (1, 2)),
        }

    @staticmethod
    def examine(data, expect):
        """The slopes are 2 and 1, the lines cross at 2d and 4d, and the ratios keep their side."""
        n, d = data["length"], data["width"]
        for name, power in (("mixing", 4), ("projections", 2), ("net", 2)):
            doubled = data[name][1:] / data[name][:-1]
            expect.coincide(f"{name}: a doubled length and its factor", doubled, power, 0)
        for name, entries in (("projections", "attention"), ("net", "net")):
            each = n * data[f"entries-{entries}"]
            expect.coincide(f"{name}: a product for each entry and row", data[name], each, 0)
        for name, times in (("projections", 2), ("net", 4)):
            there = n == times * d
            expect.holds(there.sum() == 1, f"no length is {times} d = {times * d}")
            apart = data["mixing"][there], data[name][there]
            expect.coincide(f"mixing and {name} at n = {times} d", *apart, 0)
        light = data["mixing"] + data["projections"]
        expect.at_most("an attention layer", light, data["recurrent"] - n * d, "4 < 8")
        heavy = light + data["net"]
        expect.at_least("a whole block", heavy, data["recurrent"] + n * d, "12 > 8")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the parts on the left, their sums against the recurrent layer on the right."""
        left, right = canvas.subplots(1, 2, width_ratios=(1.15, 1))
        _draw_parts(left, data, lang)
        n, light = data["length"], data["mixing"] + data["projections"]
        right.axhline(1, **style.LIMIT)
        for cost, stroke, name, at, by in (
            (light + data["net"], style.STROKES[0], WHOLE, 4, (6, 12)),
            (light, style.STROKES[2], LAYER_ALONE, 4, (6, -13)),
        ):
            ratio = cost / data["recurrent"]
            right.plot(n, ratio, **stroke)
            label = {"color": stroke["color"]}
            style.label(right, n[at], ratio[at], getattr(name, lang), by=by, **label)
        style.label(right, n[0], 1, getattr(RECURRENT, lang), by=(3, 7), color=style.GREY)
        right.set_ylim(0, 1.8)
        right.set_ylabel(getattr(RATIO, lang))
        style.ticks(right.yaxis, (0, 0.5, 1, 1.5), lang)
        for axes in (left, right):
            axes.set_xscale("log")
            axes.set_xlim(n[0], n[-1])
            style.powers(axes.xaxis, (2, 3, 4))
            axes.set_xlabel(getattr(LENGTH, lang))


def _draw_parts(axes, data, lang):
    n, d = data["length"], int(data["width"])
    for name, words, stroke, at in (
        ("net", NET, style.STROKES[0], (120, 2.5e9)),
        ("projections", PROJECTING, style.STROKES[2], (n[-1], 3e7)),
        ("mixing", MIXING, style.STROKES[1], (n[-1], 1e6)),
    ):
        axes.plot(n, data[name], **stroke)
        ha = "right" if at[0] == n[-1] else "center"
        style.label(axes, *at, getattr(words, lang), by=(0, 0), ha=ha, color=stroke["color"])
    axes.set_yscale("log")
    for times, by in ((2, (5, -7)), (4, (-4, 8))):
        there = times * d, theory.attention_cost(times * d, d)
        axes.plot(*there, "o", color=style.INK)
        style.label(axes, *there, f"$n={times}d$", by=by)
    axes.set_ylabel(getattr(PRODUCTS, lang))
    style.powers(axes.yaxis, (6, 8, 10, 12))
