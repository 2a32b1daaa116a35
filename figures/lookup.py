"""The lookup table, drawn."""

import numpy as np

from figures.book import Figure
from figures.style import BLUE, GREY, INK, ORANGE, in_math, label_end, linear_axis
from impl.lookup import attention
from impl.softmax import softmax
from theory.claim import Words
from theory.rounding import factors

OTHERS = np.asarray([0.0, -0.5, -1.0])  # three scores below a best one
LEAD = 1.0


def cooling_data():
    """What the best score's weight lacks as 1/T grows, and the proved bound n exp(-g/T)."""
    sharpness = np.linspace(0, 12, 121)
    scores = np.concatenate([[LEAD], OTHERS])
    weights = softmax(scores * sharpness[:, None])
    tied = softmax(np.asarray([LEAD, LEAD, *OTHERS[1:]]) * sharpness[:, None])
    return {
        "1/T": sharpness,
        "missing": weights[:, 1:].sum(axis=1),
        "bound": OTHERS.size * np.exp(-LEAD * sharpness),
        "missing with a tie": tied[:, 1:].sum(axis=1),
    }


def cooling_demands(data):
    """The curve keeps below its bound and falls at its rate; with a tie it stays at one half."""
    slack = 1 + float(factors(40, "float64"))
    missing, bound = data["missing"], data["bound"]
    slope = np.diff(np.log(missing))[-1] / np.diff(data["1/T"])[-1]
    yield "what is missing is at most n exp(-g/T)", bool(np.all(missing <= bound * slack))
    yield "it falls at the rate g in the end", bool(-LEAD * 1.01 < slope < -LEAD * 0.99)
    yield (
        "with a tie at least half is missing",
        bool(np.all(data["missing with a tie"] * slack >= 0.5)),
    )


def cooling_draw(figure, data, lang):
    """Draw the missing weight on a logarithmic axis."""
    axes = figure.subplots()
    x = data["1/T"]
    axes.plot(x, data["bound"], color=GREY, linestyle=":")
    axes.plot(x, data["missing"], color=BLUE)
    axes.plot(x, data["missing with a tie"], color=ORANGE, linestyle="--")
    words = {
        "en": ("proved bound $n\\,e^{-g/T}$", "one largest score", "two largest scores"),
        "id": ("batas terbukti $n\\,e^{-g/T}$", "satu skor terbesar", "dua skor terbesar"),
    }[lang]
    label_end(axes, x[60], data["bound"][60], words[0], "0.35", dx=6, dy=6)
    label_end(axes, x[55], data["missing"][55], words[1], BLUE, dx=-6, dy=-6, ha="right")
    label_end(axes, x[80], 0.5, words[2], ORANGE, dx=0, dy=8)
    axes.set(yscale="log", xlim=(0, 12), ylim=(1e-5, 5))
    axes.set_xlabel({"en": "inverse temperature $1/T$", "id": "kebalikan suhu $1/T$"}[lang])
    axes.set_ylabel({"en": "missing weight $1-p_*$", "id": "kekurangan bobot $1-p_*$"}[lang])
    linear_axis(axes.xaxis, lang)


KEYS = np.asarray([-2.0, -1.0, 0.0, 1.0, 2.0, 3.0])
VALUES = np.asarray([[1.0], [3.0], [2.0], [5.0], [4.0], [1.5]])
QUERY = 0.8


def table_data():
    """A table of six pairs, a query, its weights and its output, soft."""
    scores = -((KEYS - QUERY) ** 2) / 2
    return {
        "keys": KEYS,
        "values": VALUES[:, 0],
        "query": QUERY,
        "weights": softmax(scores),
        "output": attention(scores, VALUES),
    }


def table_demands(data):
    """The weights sum to one, the nearest key weighs most, the output lies among the values."""
    weights, values = data["weights"], data["values"]
    slack = float(factors(40, "float64"))
    nearest = int(np.argmin(np.abs(data["keys"] - data["query"])))
    yield "the weights sum to 1", bool(abs(weights.sum() - 1) < slack)
    yield "the key nearest to the query weighs most", int(np.argmax(weights)) == nearest
    yield (
        "the output lies between the values",
        bool(values.min() < data["output"][0] < values.max()),
    )
    mean = float(weights @ values)
    yield "the output is the weighted mean", bool(abs(data["output"][0] - mean) <= 10 * slack)


def table_draw(figure, data, lang):
    """Draw keys with their weights as bars, and the values with the output."""
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    keys, values, query = data["keys"], data["values"], data["query"]
    sizes = 8 + 260 * data["weights"]
    above.axhline(data["output"][0], color=ORANGE, linestyle="--", linewidth=1)
    above.scatter(keys, values, s=sizes, color=BLUE, linewidth=0, zorder=3)
    output = f"{ {'en': 'output', 'id': 'keluaran'}[lang] } $\\Sigma\\,\\alpha_i v_i$"
    label_end(above, 3.45, data["output"][0], output, ORANGE, dy=7, ha="right", dx=0)
    below.bar(keys, data["weights"], width=0.5, color=BLUE)
    for axes in (above, below):
        axes.axvline(query, color=INK, linestyle=":", linewidth=1)
    label_end(above, query, 0.55, f"$q={in_math(query, lang)}$", INK, dx=4)
    above.set_ylabel({"en": "value $v_i$", "id": "nilai $v_i$"}[lang])
    above.set(ylim=(0, 5.9), xlim=(-2.5, 3.5))
    below.set_ylabel({"en": "weight $\\alpha_i$", "id": "bobot $\\alpha_i$"}[lang])
    below.set_xlabel({"en": "key $k_i$", "id": "kunci $k_i$"}[lang])
    for axis in (above.yaxis, below.yaxis, below.xaxis):
        linear_axis(axis, lang)


FIGURES = (
    Figure(
        name="soft-lookup-table",
        shows=("lookup.attention", "lookup.output-is-between-the-values"),
        caption=Words(
            "A soft lookup table: keys near the query weigh more (area, and bars), and the output "
            "is the weighted mean of the values.",
            "Tabel pencarian lunak: kunci di dekat kueri berbobot lebih besar (luas, dan batang), "
            "dan keluaran adalah rata-rata terbobot dari nilai.",
        ),
        compute=table_data,
        demands=table_demands,
        draw=table_draw,
        height=7.5,
    ),
    Figure(
        name="soft-to-hard",
        shows=("lookup.soft-tends-to-hard",),
        caption=Words(
            "Soft attention becomes hard as the temperature falls, at the proved rate; where two "
            "scores tie it never does.",
            "Atensi lunak menjadi keras ketika suhu turun, dengan laju yang terbukti; bila dua "
            "skor seri, tidak pernah.",
        ),
        compute=cooling_data,
        demands=cooling_demands,
        draw=cooling_draw,
    ),
)
