"""A figure of multi-head attention, drawn from the run of the code."""

from figures.engine.figure import figure
from figures.pieces import connections, diagram
from figures.pieces.box_names import labels
from impl.heads import multi_head_attention
from proofs.arrays.wiring import array
from theory.symbols import d_k, d_model, d_v, h, n


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
        boxes = ("project", "finite_scores", "weigh", "weighted_sum", "side_by_side")
        return connections.wired(multi_head_attention(x, x, params), boxes, ("X",))

    @staticmethod
    def examine(data, expect):
        """Three projections read all of X; queries and keys make scores, values join at the end."""
        expect.joined(data, "X", "project", times=3)
        expect.joined(data, "project", "finite_scores", times=2)
        expect.joined(data, "project", "weighted_sum")
        expect.made(data, "finite_scores", (h, n, n))
        expect.made(data, "weighted_sum", (h, n, d_v))
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

        diagram.draw(canvas, data, words, column=2.75, pitch=1.32, width=2.45)
