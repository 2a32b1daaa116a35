"""A figure of scaled dot-product attention, drawn from the run of the code."""

from figures.engine.figure import figure
from figures.pieces import connections, diagram
from figures.pieces.box_names import labels
from impl.heads import scaled_dot_product_attention
from proofs.arrays.wiring import array
from theory.symbols import d_k, d_v, n


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
        boxes = ("finite_scores", "causal_mask", "weigh", "weighted_sum")
        return connections.wired(made, boxes, ("Q", "K", "V"))

    @staticmethod
    def examine(data, expect):
        """Weights come from scores and order alone, the values enter last, a row for each query."""
        expect.joined(data, "Q", "finite_scores")
        expect.joined(data, "K", "finite_scores")
        expect.joined(data, "finite_scores", "weigh")
        expect.joined(data, "causal_mask", "weigh")
        expect.joined(data, "weigh", "weighted_sum")
        expect.joined(data, "V", "weighted_sum")
        expect.made(data, "weigh", (n, n))
        expect.made(data, "weighted_sum", (n, d_v))

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the boxes from the inputs upwards."""
        words = labels(data, lang, {name: f"${name}$" for name in "QKV"})
        diagram.draw(canvas, data, words, column=2.2, pitch=1.2, width=2.0)
