"""A figure of the bridge from kernel regression to attention: Gaussians and dot products."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.kernel import kernel_regression
from impl.softmax import softmax
from theory.language import translated
from theory.rounding.bounds import bound_softmax

WEIGHT = r"weight $\alpha_i$"
EQUAL = "keys of equal length"
UNEQUAL = "keys of unequal length"
KEY = "key $k_i$"
GAUSSIAN = "Gaussian"
DOT = "dot product"


@figure(
    "gaussian-and-dot-product",
    shows=("kernel.bridge-to-dot-product", "kernel.bridge-defect"),
    height=8.6,
    caption=(
        "Gaussian weights (circles) and dot-product weights (crosses) of six keys for one query "
        "(arrow). On keys of equal length they coincide; otherwise the dot product favours long "
        "keys, by the factor that the Gaussian weights withhold."
    ),
)
class GaussianAndDotProduct:
    """Look at the crosses: in their circles on the left, away from them on the right."""

    @staticmethod
    def compute():
        """Return two tables of keys and their weights: Gaussian, dot-product, and corrected.

        Keys are integers with 3² + 4² = 5², query and β are short binary fractions: all lengths
        and scores are exact, and what differs is rounded in softmax alone.
        """
        q, beta = np.asarray([2.0, 1.5]), np.asarray(0.5)
        equal = np.asarray([[5, 0], [4, 3], [3, 4], [0, 5], [-3, 4], [-4, -3]], dtype=float)
        unequal = np.asarray([[5, 0], [3, 1], [3, 4], [0, 2], [-3, 4], [-1, -2]], dtype=float)
        data = {"query": q, "beta": beta}
        for name, keys in {"equal": equal, "unequal": unequal}.items():
            dot = beta**2 * (keys @ q)
            penalty = beta**2 / 2 * (keys**2).sum(axis=-1)
            data |= {
                f"{name}-keys": keys,
                f"{name}-gaussian": kernel_regression(q, keys, np.eye(len(keys)), float(beta)),
                f"{name}-dot-product": softmax(dot),
                f"{name}-penalised": softmax(dot - penalty),
            }
        return data

    @staticmethod
    def examine(data, expect):
        """With equal lengths all agree; with unequal ones only after the penalty."""
        lengths = (data["equal-keys"] ** 2).sum(axis=-1)
        expect.coincide("the squared lengths of the equal keys", lengths, lengths[0], 0)
        for name in ("equal", "unequal"):
            gauss, dot = data[f"{name}-gaussian"], data[f"{name}-dot-product"]
            bound = _rounding(data[f"{name}-keys"], data["query"], float(data["beta"]))
            for kind in ("gaussian", "dot-product", "penalised"):
                expect.rows_sum_to_one(f"the {kind} weights", data[f"{name}-{kind}"][None, :])
            penalised = data[f"{name}-penalised"]
            expect.coincide(f"{name} keys: Gaussian and penalised", gauss, penalised, bound)
            if name == "equal":
                expect.coincide("equal keys: Gaussian and dot-product", gauss, dot, bound)
            else:
                apart = np.abs(gauss - dot).max()
                expect.at_least(
                    "unequal keys: the largest difference", apart, 0.1, "the choice of keys"
                )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the keys in the plane above the weights that they get."""
        axes = canvas.subplots(2, 2, height_ratios=(1.25, 1), sharey="row")
        names = {"equal": EQUAL, "unequal": UNEQUAL}
        for (top, bottom), (name, title) in zip(axes.T, names.items(), strict=True):
            _draw_plane(top, data, name)
            top.set_title(translated(title, lang), pad=4)
            _draw_weights(bottom, data, name, lang)
        axes[1, 0].set_ylabel(translated(WEIGHT, lang))
        gauss, dot = data["unequal-gaussian"], data["unequal-dot-product"]
        label = {"ha": "center", "va": "bottom"}
        style.label(axes[1, 1], 2, gauss[1], translated(GAUSSIAN, lang), by=(-6, 6), **label)
        style.label(axes[1, 1], 3, dot[2], translated(DOT, lang), by=(7, 0), color=style.RED)


def _rounding(keys, q, beta):
    """Bound the distance of two computed softmax rows with the same exact weights.

    The scores -β²|q - k|²/2 are exact here, and all rows have the same differences of scores as
    these, so each is off by the bound of softmax for them: together by twice that.
    """
    scores = -(beta**2) / 2 * ((keys - q) ** 2).sum(axis=-1)
    e = [(float(s - scores.max())) for s in scores]
    p = softmax(np.asarray(e))
    return np.asarray([2 * float(b) for b in bound_softmax(e, p.tolist(), "float64")])


def _draw_plane(axes, data, name):
    keys, q = data[f"{name}-keys"], data["query"]
    around = np.linspace(0, 2 * np.pi, 181)
    axes.plot(5 * np.cos(around), 5 * np.sin(around), **style.LIMIT)
    axes.plot(*keys.T, "o", color=style.INK)
    arrow = {"arrowstyle": "-|>,head_width=0.18,head_length=0.4", "color": style.BLUE}
    axes.annotate("", q, (0, 0), arrowprops=arrow | {"shrinkA": 0, "shrinkB": 0, "lw": 1.1})
    style.label(axes, q[0], q[1], "$q$", by=(-2, 8), color=style.BLUE)
    for k, key in enumerate(keys, 1):
        away = 8 * key / np.hypot(*key)
        axes.annotate(
            f"$k_{k}$", key, away, textcoords="offset points", ha="center", va="center",
        )  # fmt: skip
    axes.set_aspect("equal")
    axes.set_xlim(-6.6, 6.6)
    axes.set_ylim(-5.6, 6.4)
    axes.axis("off")


def _draw_weights(axes, data, name, lang):
    place = np.arange(1, len(data[f"{name}-keys"]) + 1)
    gauss, dot = data[f"{name}-gaussian"], data[f"{name}-dot-product"]
    axes.vlines(place, gauss, dot, color=style.GREY, lw=0.6)
    axes.plot(place, gauss, "o", color=style.INK, markerfacecolor="none", markersize=6)
    axes.plot(place, dot, "x", color=style.RED, markersize=4.5, markeredgewidth=1.1)
    axes.set_xticks(place, [f"$k_{k}$" for k in place])
    axes.set_xlim(0.5, place[-1] + 0.5)
    axes.set_ylim(-0.06, 0.62)
    style.ticks(axes.yaxis, (0, 0.25, 0.5), lang)
    axes.set_xlabel(translated(KEY, lang))
