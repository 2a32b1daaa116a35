"""The names of the boxes of a diagram: the theory's words for functions of the code."""

from theory.language import translated

NAMES = {
    "finite_scores": r"scores $QK^{\mathrm{T}}\!/\sqrt{d_k}$",
    "causal_mask": "causal order",
    "softmax": "softmax by row",
    "weigh": "softmax by row",
    "weighted_sum": "weighted sum of the values",
    "side_by_side": "heads in a row",
    "embed": "embedding",
    "add_positions": "add positions",
    "multi_head_attention": "attention",
    "causal": "causal attention",
    "feed_forward": "feed-forward",
    "layer_norm": "LayerNorm",
    "logits": "linear",
}


def labels(data, lang, inputs):
    """Return a function from nodes to their words."""

    def words(node):
        name = str(data["node"][node])
        name = "causal" if "causal_mask" in data["runs"][node] else name
        return inputs[name] if data["input"][node] else translated(NAMES[name], lang)

    return words
