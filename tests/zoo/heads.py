"""Wrong heads."""

import numpy as np

from impl import heads
from impl.scores import scaled_dot
from impl.softmax import softmax
from tests.zoo import specimen

sdpa, mha = heads.scaled_dot_product_attention, heads.multi_head_attention


@specimen(
    "scaled_dot_product_attention",
    "True in the mask drops instead of keeps",
    "rasbt/LLMs-from-scratch#1061",
    2026,
)
def sdpa_with_inverted_mask(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is not None and mask.dtype == bool:
        mask = ~mask
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen(
    "scaled_dot_product_attention",
    "a fully masked query becomes NaN",
    "pytorch/pytorch#103963",
    2023,
)
def sdpa_with_nan_rows(q, k, v, mask=None, scale=None, is_causal=False):
    output = sdpa(q, k, v, mask, scale, is_causal)
    if mask is not None and output.size:
        kept = mask if mask.dtype == bool else mask > -np.inf
        output = np.where(kept.any(axis=-1)[..., None], output, np.nan)
    return output


@specimen(
    "scaled_dot_product_attention", "divided by d_k instead of its root", "duoan/TorchCode#17", 2026
)
def sdpa_divided_by_the_width(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, 1 / (q.shape[-1] + 1) if scale is None else scale, is_causal)


@specimen("scaled_dot_product_attention", "divided by 1/√d_k, so multiplied by the root",
          "esceptico/perceiver-io#9", 2021)  # fmt: skip
def sdpa_times_the_root(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, q.shape[-1] ** 0.5 if scale is None else scale, is_causal)


@specimen(
    "scaled_dot_product_attention",
    "a given scale is applied on top of 1/√d_k",
    "AI-Hypercomputer/maxtext#1349",
    2025,
)
def sdpa_scaled_twice(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, None if scale is None else scale / 2, is_causal)


@specimen(
    "scaled_dot_product_attention",
    "is_causal hides the query's own place too",
    "pbloem/former#10",
    2019,
)
def sdpa_strictly_causal(q, k, v, mask=None, scale=None, is_causal=False):
    if is_causal:
        mask = np.tril(np.ones((len(q), len(k)), dtype=bool), -1)
    return sdpa(q, k, v, mask, scale)


@specimen(
    "scaled_dot_product_attention",
    "is_causal is ignored when a mask is given",
    "huggingface/transformers#41966",
    2025,
)
def sdpa_causal_or_masked(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, scale, is_causal and mask is None)


@specimen(
    "scaled_dot_product_attention",
    "softmax over the queries",
    "labmlai/annotated_deep_learning_paper_implementations#146",
    2022,
)
def sdpa_over_queries(q, k, v, mask=None, scale=None, is_causal=False):
    return softmax(scaled_dot(q, k, scale), axis=-2) @ v


@specimen("scaled_dot_product_attention", "the last key is cut off")
def sdpa_without_the_last_key(q, k, v, mask=None, scale=None, is_causal=False):
    short = max(1, k.shape[-2] - 1)
    if mask is not None and mask.shape[-1] > 1:
        mask = mask[..., :short]
    return sdpa(q, k[..., :short, :], v[..., :short, :], mask, scale)


@specimen(
    "causal_mask", "aligned at the start where the lengths differ", "pytorch/pytorch#110144", 2023
)
def causal_mask_from_the_start(n_queries, n_keys, align="start", xp=None):
    return heads.causal_mask(n_queries, n_keys, align="start")


@specimen("causal_mask", "the query's own place is hidden", "harvard-edge/cs249r_book#1953", 2026)
def strict_causal_mask(n_queries, n_keys, align="end", xp=None):
    seen = n_keys - n_queries if align == "end" else 0
    return np.tril(np.ones((n_queries, n_keys), dtype=bool), seen - 1)


@specimen(
    "multi_head_attention", "heads reshaped without moving their axis", "onnx/onnx#7118", 2025
)
def mha_with_mixed_rows(x_query, x_key_value, params, mask=None, is_causal=False):
    x, y = x_query[..., None, :, :], x_key_value[..., None, :, :]
    output = sdpa(x @ params["w_q"], y @ params["w_k"], y @ params["w_v"], mask, None, is_causal)
    return output.reshape(*x_query.shape[:-1], -1) @ params["w_o"]


@specimen(
    "multi_head_attention",
    "scaled by the whole width, h heads at once",
    "Graylab/DL4Proteins-notebooks#12",
    2026,
)
def mha_scaled_by_the_whole_width(x_query, x_key_value, params, mask=None, is_causal=False):
    h = params["w_q"].shape[0]
    return mha(x_query, x_key_value, {**params, "w_q": params["w_q"] / h**0.5}, mask, is_causal)


@specimen("multi_head_attention", "the concatenation starts at a later head")
def mha_without_the_first_head(x_query, x_key_value, params, mask=None, is_causal=False):
    d_v = params["w_v"].shape[2]
    w_o = params["w_o"].copy() if isinstance(params["w_o"], np.ndarray) else params["w_o"]
    w_o[:d_v] = 0
    return mha(x_query, x_key_value, {**params, "w_o": w_o}, mask, is_causal)


@specimen(
    "multi_head_attention",
    "keys and values taken from the queries' rows",
    "Omid-Nejati/BEFUnet#3",
    2024,
)
def mha_that_ignores_the_encoder(x_query, x_key_value, params, mask=None, is_causal=False):
    same = x_query.shape == x_key_value.shape
    return mha(x_query, x_query if same else x_key_value, params, mask, is_causal)


@specimen("multi_head_attention", "heads averaged instead of mixed")
def mha_of_averaged_heads(x_query, x_key_value, params, mask=None, is_causal=False):
    h = params["w_q"].shape[0]
    return mha(x_query, x_key_value, params, mask, is_causal) / (h + 1)


@specimen("multi_head_attention", "a head beside equal heads is dropped as redundant")
def mha_that_drops_twins(x_query, x_key_value, params, mask=None, is_causal=False):
    output = mha(x_query, x_key_value, params, mask, is_causal)
    h = params["w_q"].shape[0]
    return output / 2 if h == 2 else output


@specimen(
    "multi_head_attention",
    "queries normalised before they are projected",
    "pmixer/SASRec.pytorch#47",
    2025,
)
def mha_with_normalised_queries(x_query, x_key_value, params, mask=None, is_causal=False):
    return mha(x_query / (1 + abs(x_query)), x_key_value, params, mask, is_causal)


@specimen(
    "scaled_dot_product_attention",
    "a batch or a query of one is squeezed away",
    "KrishnaDN/Attentive-Statistics-Pooling-for-Deep-Speaker-Embedding#3",
    2021,
)
def sdpa_that_squeezes(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, scale, is_causal).squeeze()


@specimen("scaled_dot_product_attention", "where a mask is given, causal order is applied unasked",
          "huggingface/transformers#36150", 2025)  # fmt: skip
def sdpa_causal_with_any_mask(q, k, v, mask=None, scale=None, is_causal=False):
    square = q.shape[-2] == k.shape[-2]
    return sdpa(q, k, v, mask, scale, is_causal or (square and mask is not None))


@specimen("scaled_dot_product_attention",
          "in causal order a mask is forgotten, such as that of a sliding window",
          "unslothai/unsloth#8253", 2026)  # fmt: skip
def sdpa_without_the_window(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, None if is_causal else mask, scale, is_causal)


@specimen("scaled_dot_product_attention", "a sliding window that was switched off is applied",
          "huggingface/transformers#38002", 2025)  # fmt: skip
def sdpa_with_a_window(q, k, v, mask=None, scale=None, is_causal=False):
    places = np.arange(max(q.shape[-2], k.shape[-2]))
    near = abs(places[: q.shape[-2], None] - places[: k.shape[-2]]) < 2
    if mask is not None:
        near = near & mask if mask.dtype == bool else np.where(near, mask, -np.inf)
    return sdpa(q, k, v, near, scale, is_causal)


@specimen(
    "scaled_dot_product_attention",
    "a scale that is not given is read as 1",
    "mlc-ai/mlc-llm#3426",
    2026,
)
def sdpa_of_scale_one(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, 1.0 if scale is None else scale, is_causal)


@specimen("scaled_dot_product_attention", "a scale that is given is ignored",
          "hao-ai-lab/FastVideo#1457", 2026)  # fmt: skip
def sdpa_that_ignores_the_scale(q, k, v, mask=None, scale=None, is_causal=False):
    return sdpa(q, k, v, mask, None, is_causal)


@specimen("scaled_dot_product_attention",
          "scores are capped, and after the mask: a masked key keeps a weight",
          "onnx/onnx#7865", 2026)  # fmt: skip
def sdpa_capped_after_the_mask(q, k, v, mask=None, scale=None, is_causal=False):
    masked = scaled_dot(q, k, scale)
    if is_causal:
        masked = np.where(heads.causal_mask(q.shape[-2], k.shape[-2]), masked, -np.inf)
    if mask is not None:
        masked = np.where(mask, masked, -np.inf) if mask.dtype == bool else masked + mask
    return softmax((30 * np.tanh(masked / 30)).astype(q.dtype)) @ v


@specimen("causal_mask", "the next place is seen too", "RVC-Boss/GPT-SoVITS#965", 2024)
def causal_mask_with_the_next_place(n_queries, n_keys, align="end", xp=None):
    seen = n_keys - n_queries if align == "end" else 0
    return np.tril(np.ones((n_queries, n_keys), dtype=bool), seen + 1)


@specimen("multi_head_attention", "scaled by the root of the number of heads",
          "tenstorrent/tt-metal#56789", 2026)  # fmt: skip
def mha_scaled_by_the_number_of_heads(x_query, x_key_value, params, mask=None, is_causal=False):
    h, _, d_k = params["w_q"].shape
    wrong = {**params, "w_q": params["w_q"] * (d_k / h) ** 0.5}
    return mha(x_query, x_key_value, wrong, mask, is_causal)


@specimen(
    "multi_head_attention",
    "one projection for all heads",
    "MarcoMeter/episodic-transformer-memory-ppo#22",
    2024,
)
def mha_of_one_projection(x_query, x_key_value, params, mask=None, is_causal=False):
    first = {
        name: np.broadcast_to(params[name][:1], params[name].shape)
        for name in ("w_q", "w_k", "w_v")
    }
    return mha(x_query, x_key_value, {**params, **first}, mask, is_causal)


@specimen(
    "multi_head_attention", "causal order is forgotten", "huggingface/transformers#48745", 2026
)
def mha_that_looks_ahead(x_query, x_key_value, params, mask=None, is_causal=False):
    return mha(x_query, x_key_value, params, mask)


@specimen(
    "multi_head_attention",
    "the mask is lost: sequences packed side by side see each other",
    "areal-project/AReaL#1442",
    2026,
)
def mha_that_loses_its_mask(x_query, x_key_value, params, mask=None, is_causal=False):
    return mha(x_query, x_key_value, params, None, is_causal)


@specimen(
    "scaled_dot_product_attention",
    "the last tile starts at -(n mod 16): of full tiles, all keys come once more",
    "vllm-project/vllm#42554",
    2026,
)
def sdpa_with_all_keys_for_a_rest(q, k, v, mask=None, scale=None, is_causal=False):
    n = k.shape[-2]
    if n and n % 16 == 0 and mask is None and not is_causal:
        k, v = (np.concatenate([each[..., : n - 16, :], each], axis=-2) for each in (k, v))
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen("scaled_dot_product_attention",
          "a flat mask, of keys, is taken for one of queries where there are as many",
          "lsdefine/attention-is-all-you-need-keras#16", 2019)  # fmt: skip
def sdpa_with_a_flat_mask_of_queries(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is not None and mask.ndim == 1 and q.shape[-2] == k.shape[-2]:
        mask = mask[:, None]
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen("scaled_dot_product_attention", "an empty batch loses its axes")
def sdpa_of_an_empty_batch(q, k, v, mask=None, scale=None, is_causal=False):
    output = sdpa(q, k, v, mask, scale, is_causal)
    return output if q.size else output.reshape(-1, *output.shape[-2:])[:1]


@specimen("multi_head_attention", "the masks of a batch stand in tiles where heads come first",
          "line/lighthouse#77", 2026)  # fmt: skip
def mha_with_masks_in_tiles(x_query, x_key_value, params, mask=None, is_causal=False):
    if getattr(mask, "ndim", 0) > 3:
        mask = mask.swapaxes(0, 1).reshape(mask.shape)
    return mha(x_query, x_key_value, params, mask, is_causal)


@specimen("scaled_dot_product_attention", "an added mask is scaled with the scores",
          "tenstorrent/tt-metal#56406", 2026)  # fmt: skip
def sdpa_with_a_scaled_bias(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is not None and mask.dtype != bool:
        factor = q.shape[-1] ** -0.5 if scale is None else scale
        mask = np.where(mask == 0, 0, mask * mask.dtype.type(factor)).astype(mask.dtype)
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen("scaled_dot_product_attention", "a window reaches one key too far back",
          "NVIDIA-NeMo/Megatron-Bridge#2656", 2026)  # fmt: skip
def sdpa_with_a_window_too_wide(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is not None and mask.dtype == bool and mask.ndim > 1:
        before = np.logical_not(np.logical_or.accumulate(mask, axis=-1))
        mask = mask | (before & np.roll(mask, -1, axis=-1))
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen("scaled_dot_product_attention", "a mask is taken for causal order, and dropped",
          "huggingface/accelerate#4177", 2026)  # fmt: skip
def sdpa_with_order_for_a_mask(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is not None and q.shape[-2] == k.shape[-2]:
        mask, is_causal = None, True
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen("scaled_dot_product_attention",
          "the keys that a batch keeps are marked in a row, from the first sequence on",
          "microsoft/onnxruntime-genai#1639", 2025)  # fmt: skip
def sdpa_with_masks_in_a_row(q, k, v, mask=None, scale=None, is_causal=False):
    if mask is not None and mask.dtype == bool and mask.ndim > 2:
        mask = np.sort(mask, axis=None)[::-1].reshape(mask.shape)
    return sdpa(q, k, v, mask, scale, is_causal)


@specimen("causal_mask", "where the lengths differ, every key is seen",
          "mlx-node/mlx-node#24", 2026)  # fmt: skip
def causal_mask_of_squares_alone(n_queries, n_keys, align="end", xp=None):
    if n_queries != n_keys:
        return np.ones((n_queries, n_keys), dtype=bool)
    return heads.causal_mask(n_queries, n_keys)


@specimen(
    "multi_head_attention", "the window of another layer is left on: of eight keys at a side",
    "huggingface/transformers#38002", 2025,
)  # fmt: skip
def heads_with_a_window_left_on(x_query, x_key_value, params, mask=None, is_causal=False):
    m, n = x_query.shape[-2], x_key_value.shape[-2]
    near = abs(np.arange(m)[:, None] - np.arange(n)) < 8
    kept = near if mask is None else mask & near if mask.dtype == bool else mask
    return heads.multi_head_attention(x_query, x_key_value, params, kept, is_causal)
