"""Kernel regression, drawn."""

import numpy as np

from figures.book import Figure
from figures.style import BLUE, GREEN, INK, LINES, ORANGE, in_math, label_end, linear_axis, number
from impl.kernel import gaussian, kernel_regression
from impl.softmax import softmax
from theory.claim import Words
from theory.rounding import factors

X = np.asarray([0.2, 0.8, 1.5, 2.1, 2.9, 3.4, 4.2, 5.0])
Y = np.asarray([0.3, 1.1, 1.4, 0.9, 0.2, -0.4, -0.9, -0.5])
BETAS = np.asarray([0.2, 2.0, 12.0])


def widths_data():
    """Predictions for three widths, and the attention map of the middle one."""
    x_query = np.linspace(-0.5, 5.5, 241)
    predictions = [kernel_regression(x_query[:, None], X[:, None], Y, beta) for beta in BETAS]
    scores = -((x_query[:, None] - X) ** 2) * BETAS[1] ** 2 / 2
    return {"x_query": x_query, "predictions": np.asarray(predictions), "map": softmax(scores)}


def widths_demands(data):
    """Rows of the map sum to one; predictions keep to the targets' range and to both limits."""
    rows, predictions = data["map"], data["predictions"]
    slack = float(factors(60, "float64"))
    nearest = Y[np.argmin(np.abs(data["x_query"][:, None] - X), axis=1)]
    inside = (predictions >= Y.min() - slack) & (predictions <= Y.max() + slack)
    yield (
        "each row of the attention map sums to 1",
        bool(np.all(np.abs(rows.sum(axis=1) - 1) < slack)),
    )
    yield (
        "the map and the prediction agree",
        bool(np.all(np.abs(rows @ Y - predictions[1]) < 20 * slack)),
    )
    yield "no prediction leaves the range of the targets", bool(inside.all())
    far = np.abs(predictions - Y.mean()).max(axis=1)
    yield "the widest kernel is nearest to the mean", bool(far[0] < far[1] and far[0] < far[2])
    at_data = np.abs(predictions - nearest).mean(axis=1)
    yield "the narrowest kernel is nearest to the nearest target", bool(at_data.argmin() == 2)


def widths_draw(figure, data, lang):
    """Draw the curves, and below them the map over the same axis."""
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    x = data["x_query"]
    above.plot(X, Y, "o", color=INK, zorder=3)
    for (color, line), beta, curve, at, dy in zip(
        LINES, BETAS, data["predictions"], (225, 8, 86), (7, -12, 12), strict=False
    ):
        above.plot(x, curve, color=color, linestyle=line)
        label = f"$\\beta={in_math(beta, lang)}$"
        label_end(
            above, x[at], curve[at], label, color, dx=2, dy=dy, ha="center" if at > 99 else "left"
        )
    above.set_ylabel({"en": "prediction $y_*$", "id": "prediksi $y_*$"}[lang])
    steps = np.arange(X.size + 1) + 0.5
    edges = np.concatenate([[x[0]], (x[1:] + x[:-1]) / 2, [x[-1]]])
    mesh = below.pcolormesh(
        edges, steps, data["map"].T, cmap="Greys", vmin=0, vmax=1, rasterized=True
    )
    bar = figure.colorbar(mesh, ax=below, pad=0.01, aspect=10, ticks=[0, 0.5, 1])
    bar.set_label({"en": "weight $\\alpha_i$", "id": "bobot $\\alpha_i$"}[lang])
    bar.outline.set_linewidth(0.4)
    bar.ax.set_yticklabels([number(tick, lang) for tick in (0, 0.5, 1)])
    below.set_ylabel({"en": "point $i$", "id": "titik $i$"}[lang])
    below.set_xlabel({"en": "query $x_*$", "id": "kueri $x_*$"}[lang])
    below.set_yticks([1, 4, 8])
    for axis in (above.yaxis, below.xaxis):
        linear_axis(axis, lang)


ANGLES = np.linspace(0, 2 * np.pi, 7)[:-1]
DIRECTION = np.asarray([np.cos(0.6), np.sin(0.6)])


def bridge_data():
    """Gaussian and dot-product weights of one query, for keys of equal and of unequal length."""
    circle = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
    uneven = circle * np.asarray([1.0, 1.0, 2.2, 1.0, 1.0, 1.6])[:, None]
    found = {}
    for name, keys in {"equal": circle, "unequal": uneven}.items():
        squares = ((DIRECTION - keys) ** 2).sum(axis=1)
        kernels = gaussian(squares, 1.0)
        found[f"{name} Gaussian"] = kernels / kernels.sum()
        found[f"{name} dot"] = softmax(keys @ DIRECTION)
    return found


def bridge_demands(data):
    """The two weightings coincide for equal lengths, and differ visibly for unequal ones."""
    slack = float(factors(80, "float64"))
    for name, weights in data.items():
        yield f"the weights ({name}) sum to 1", bool(abs(weights.sum() - 1) < slack)
    apart = {
        kind: np.abs(data[f"{kind} Gaussian"] - data[f"{kind} dot"]).max()
        for kind in ("equal", "unequal")
    }
    yield "with keys of equal length both weightings coincide", bool(apart["equal"] < slack)
    yield "with keys of unequal length they differ", bool(apart["unequal"] > 0.05)


def bridge_draw(figure, data, lang):
    """Draw both weightings key by key, side by side."""
    titles = {
        "en": ("keys of equal length", "keys of unequal length"),
        "id": ("kunci sama panjang", "kunci tidak sama panjang"),
    }[lang]
    panels = figure.subplots(1, 2, sharey=True)
    place = np.arange(1, ANGLES.size + 1)
    for axes, kind, title in zip(panels, ("equal", "unequal"), titles, strict=True):
        gauss, dot = data[f"{kind} Gaussian"], data[f"{kind} dot"]
        axes.vlines(place, gauss, dot, color="0.7", linewidth=1)
        axes.plot(place, gauss, "o", color=BLUE, markersize=6, markerfacecolor="white")
        axes.plot(place, dot, "x", color=ORANGE, markersize=5, markeredgewidth=1.4)
        axes.set_title(title)
        axes.set_xlabel({"en": "key $i$", "id": "kunci $i$"}[lang])
        axes.set(xticks=place, xlim=(0.4, 6.6), ylim=(0, 1.1 * max(map(np.max, data.values()))))
    gauss, dot = data["unequal Gaussian"], data["unequal dot"]
    label_end(panels[1], 2, gauss[1], "Gauss", BLUE, dx=7)
    words = {"en": "dot product", "id": "hasil kali titik"}[lang]
    label_end(panels[1], 3, dot[2], words, ORANGE, dx=7, dy=5)
    panels[0].set_ylabel({"en": "weight $\\alpha_i$", "id": "bobot $\\alpha_i$"}[lang])
    linear_axis(panels[0].yaxis, lang)


def far_data():
    """Predictions far from two points, by the printed ratio in float64 and by log-scores."""
    x_query = np.linspace(0, 60, 241)
    points, targets = np.asarray([0.0, 1.0]), np.asarray([3.0, 5.0])
    kernels = gaussian((x_query[:, None] - points) ** 2, 1.0)
    total = kernels.sum(axis=1)
    ratio = np.divide(kernels @ targets, total, out=np.full(total.shape, np.nan), where=total > 0)
    scored = kernel_regression(x_query[:, None], points[:, None], targets, 1.0)
    return {"x_query": x_query, "ratio": ratio, "scored": scored}


def far_demands(data):
    """The ratio is lost far away; the scores lead to the extreme point's target."""
    defined = np.isfinite(data["ratio"])
    slack = 1e3 * float(factors(1000, "float64"))
    agree = np.abs(data["ratio"] - data["scored"])[defined & (data["x_query"] < 30)]
    yield "far from the data the printed ratio is 0/0", not defined[-1]
    yield "where it is defined, both agree", bool(np.all(agree < slack))
    yield "far from the data the answer is the extreme point's", bool(data["scored"][-1] == 5.0)


def far_draw(figure, data, lang):
    """Draw both predictions; the ratio ends where its kernels underflow."""
    axes = figure.subplots()
    x, ratio = data["x_query"], data["ratio"]
    end = int(np.isfinite(ratio).nonzero()[0][-1])
    axes.plot(x, data["scored"], color=BLUE, linewidth=3, alpha=0.35, solid_capstyle="butt")
    axes.plot(x[: end + 1], ratio[: end + 1], color=ORANGE, linestyle="--")
    axes.plot(x[end], ratio[end], "x", color=ORANGE, markersize=6, markeredgewidth=1.4)
    axes.axhline(5.0, color=GREEN, linestyle=":", linewidth=0.8)
    words = {
        "en": ("printed ratio: 0/0 from here on", "softmax of log-kernels"),
        "id": ("rasio tercetak: 0/0 mulai di sini", "softmax dari log-kernel"),
    }[lang]
    label_end(axes, x[end], ratio[end], words[0], ORANGE, dx=0, dy=-14, ha="center")
    label_end(axes, 60, 5.0, words[1], BLUE, dx=0, dy=9, ha="right")
    axes.set(xlim=(0, 60), ylim=(2.9, 5.4))
    axes.set_xlabel(
        {"en": "query $x_*$, with data at 0 and 1", "id": "kueri $x_*$, data di 0 dan 1"}[lang]
    )
    axes.set_ylabel({"en": "prediction $y_*$", "id": "prediksi $y_*$"}[lang])
    for axis in (axes.xaxis, axes.yaxis):
        linear_axis(axis, lang)


FIGURES = (
    Figure(
        name="kernel-widths",
        shows=("kernel.regression", "kernel.wide-limit", "kernel.narrow-limit"),
        caption=Words(
            "Kernel regression for three widths: from the mean of the targets to the nearest "
            "target; below, the attention weights for β = 2.",
            "Regresi kernel untuk tiga lebar: dari rata-rata target sampai target terdekat; di "
            "bawah, bobot atensi untuk β = 2.",
        ),
        compute=widths_data,
        demands=widths_demands,
        draw=widths_draw,
        height=8.0,
    ),
    Figure(
        name="bridge",
        shows=("kernel.bridge-to-dot-product", "kernel.bridge-defect"),
        caption=Words(
            "Gaussian weights (circles) are dot-product weights (crosses) exactly when the keys "
            "are equally long.",
            "Bobot Gauss (lingkaran) adalah bobot hasil kali titik (silang) tepat bila kunci sama "
            "panjang.",
        ),
        compute=bridge_data,
        demands=bridge_demands,
        draw=bridge_draw,
    ),
    Figure(
        name="far-query",
        shows=("kernel.far-query",),
        caption=Words(
            "Far from the data the printed ratio of kernels becomes 0/0 in floating point; the "
            "same mean by log-kernels keeps to the extreme point.",
            "Jauh dari data, rasio kernel yang tercetak menjadi 0/0 dalam titik kambang; rata-rata "
            "yang sama lewat log-kernel tetap pada titik terjauh.",
        ),
        compute=far_data,
        demands=far_demands,
        draw=far_draw,
    ),
)
