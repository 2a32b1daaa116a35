"""A figure of the middle key, which a head of width 1 overlooks."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.heads import scaled_dot_product_attention
from impl.scores import scaled_dot
from theory.language import translated

QUERY = "query $u$"
WEIGHT = r"weight $\alpha_i$"
NARROW = "$d_k = 1$, key $k_i$"
WIDE = "$d_k = 2$, key $(k_i, k_i^2)$"


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
