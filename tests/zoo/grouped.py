"""Wrong grouped heads."""

import numpy as np

from impl.grouped import grouped_heads
from impl.heads import multi_head_attention
from tests.zoo import specimen


def _tied(params, arranged):
    """Return the parameters of single heads, with keys and values arranged as is said."""
    g, u, *rest = params["w_q"].shape
    each = {name: arranged(params[name], u) for name in ("w_k", "w_v")}
    return {**params, **each, "w_q": params["w_q"].reshape(g * u, *rest)}


@specimen("grouped_heads", "keys of all groups are tiled, not repeated", "onnx/onnx#7274", 2025)
def groups_in_tiles(x_query, x_key_value, params, mask=None, is_causal=False):
    tied = _tied(params, lambda w, u: np.concatenate([w] * u))
    return multi_head_attention(x_query, x_key_value, tied, mask, is_causal)


@specimen(
    "grouped_heads", "all heads share the keys of the first group", "PSAL-POSTECH/ONNXim#34", 2026
)
def groups_of_one(x_query, x_key_value, params, mask=None, is_causal=False):
    tied = _tied(params, lambda w, u: w[:1].repeat(len(w) * u, axis=0))
    return multi_head_attention(x_query, x_key_value, tied, mask, is_causal)


@specimen(
    "grouped_heads",
    "the heads of a group are averaged before they are mixed",
    "fkodom/grouped-query-attention-pytorch#5",
    2024,
)
def groups_of_means(x_query, x_key_value, params, mask=None, is_causal=False):
    mean = params["w_q"].mean(axis=1, keepdims=True) + 0 * params["w_q"]
    return grouped_heads(x_query, x_key_value, {**params, "w_q": mean}, mask, is_causal)


@specimen("grouped_heads", "rows are repeated in the place of heads",
          "PrimeIntellect-ai/prime-rl#2681", 2026)  # fmt: skip
def groups_along_the_sequence(x_query, x_key_value, params, mask=None, is_causal=False):
    rows = np.arange(len(x_key_value)) // params["w_q"].shape[1]
    return grouped_heads(x_query, x_key_value[rows], params, mask, is_causal)


@specimen(
    "grouped_heads", "the mask is lost on the way to the heads", "keras-team/keras#23038", 2026
)
def groups_without_a_mask(x_query, x_key_value, params, mask=None, is_causal=False):
    return grouped_heads(x_query, x_key_value, params, None, is_causal)


@specimen(
    "grouped_heads",
    "causal order is lost on the way to the heads",
    "facebookresearch/xformers#103",
    2021,
)
def groups_that_look_ahead(x_query, x_key_value, params, mask=None, is_causal=False):
    return grouped_heads(x_query, x_key_value, params, mask)


@specimen("grouped_heads", "a mask for each head is read with the groups after their heads")
def groups_with_masks_in_tiles(x_query, x_key_value, params, mask=None, is_causal=False):
    if getattr(mask, "ndim", 0) > 2:
        order = np.arange(params["w_q"].shape[0] * params["w_q"].shape[1])
        mask = mask[..., order.reshape(params["w_q"].shape[:2]).T.ravel(), :, :]
    return grouped_heads(x_query, x_key_value, params, mask, is_causal)


@specimen(
    "grouped_heads",
    "the width of a head is read from queries, keys and values packed together",
    "ROCm/hip-ep#621",
    2026,
)
def groups_scaled_by_a_packed_width(x_query, x_key_value, params, mask=None, is_causal=False):
    u = params["w_q"].shape[1]  # of each u + 2 heads packed, u ask
    wrong = {**params, "w_q": params["w_q"] * (u / (u + 2)) ** 0.5}
    return grouped_heads(x_query, x_key_value, wrong, mask, is_causal)
