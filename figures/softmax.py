"""Softmax, drawn."""

import numpy as np

from figures.book import Figure
from figures.style import LINES, in_math, label_end, linear_axis, number
from impl.softmax import softmax
from theory.claim import Words
from theory.rounding import factors

SCORES = np.asarray([2.0, 1.0, -1.0])


def temperature_data():
    """Weights of three scores at temperatures from 0.1 to 100, and the band they must keep to."""
    T = np.geomspace(0.1, 100, 241)
    reach = SCORES.max() - SCORES.min()
    return {
        "T": T,
        "weights": softmax(SCORES / T[:, None]),
        "highest": np.exp(np.minimum(reach / T, 700)) / SCORES.size,
        "lowest": np.exp(-reach / T) / SCORES.size,
    }


def temperature_demands(data):
    """Weights sum to one, keep their order, and lie in the band of softmax.hot-limit."""
    slack = 1 + float(factors(60, "float64"))
    weights = data["weights"]
    yield "each row of weights sums to 1", bool(np.all(np.abs(weights.sum(axis=1) - 1) < slack - 1))
    yield "a larger score never weighs less", bool(np.all(np.diff(weights, axis=1) <= 0))
    yield "no weight exceeds exp(R/T)/n", bool(np.all(weights <= data["highest"][:, None] * slack))
    yield "no weight is below exp(-R/T)/n", bool(np.all(weights * slack >= data["lowest"][:, None]))


def temperature_draw(figure, data, lang):
    """Draw weights against temperature."""
    axes = figure.subplots()
    T, weights = data["T"], data["weights"]
    axes.fill_between(T, data["lowest"], np.minimum(data["highest"], 1), color="0.92", linewidth=0)
    for column, (color, line) in enumerate(LINES[: SCORES.size]):
        axes.plot(T, weights[:, column], color=color, linestyle=line)
    places = ((0.75, 5, 4, "left"), (0.62, -6, 6, "right"), (1.5, 7, -6, "left"))
    for column, (place, dx, dy, ha) in enumerate(places):
        at = int(np.argmin(np.abs(T - place)))
        label = f"$x_{column + 1}={in_math(SCORES[column], lang)}$"
        label_end(axes, T[at], weights[at, column], label, LINES[column][0], dy=dy, dx=dx, ha=ha)
    label_end(axes, 100, 1 / SCORES.size, "$1/n$", "0.35", dx=3)
    axes.set(xscale="log", xlim=(0.1, 100), ylim=(0, 1.02))
    axes.set_xlabel({"en": "temperature $T$", "id": "suhu $T$"}[lang])
    axes.set_ylabel({"en": "weight $p_i$", "id": "bobot $p_i$"}[lang])
    axes.xaxis.set_major_formatter(lambda value, _: number(value, lang))
    linear_axis(axes.yaxis, lang)


FIGURES = (
    Figure(
        name="temperature",
        shows=("softmax.hot-limit", "softmax.keeps-order", "softmax.rows-sum-to-one"),
        caption=Words(
            "Softmax between hard and even: the weights of three scores against the temperature, "
            "within the proved band exp(±R/T)/n (grey).",
            "Softmax di antara keras dan merata: bobot tiga skor terhadap suhu, di dalam pita "
            "terbukti exp(±R/T)/n (abu-abu).",
        ),
        compute=temperature_data,
        demands=temperature_demands,
        draw=temperature_draw,
    ),
)
