"""Wrong linear attentions."""

import numpy as np

from impl.linear_attention import elu_plus_one, linear_attention
from tests.zoo import specimen


@specimen(
    "linear_attention",
    "the sum of values is not divided by that of the products",
    "lucidrains/performer-pytorch#40",
    2020,
)
def linear_attention_without_normalising(q, k, v, features=elu_plus_one, is_causal=False):
    scores = features(q) @ np.swapaxes(features(k), -1, -2)
    return (np.tril(scores) if is_causal else scores) @ v


@specimen("linear_attention", "plain ELU: features may be negative, and the products cancel")
def linear_attention_with_elu(q, k, v, features=elu_plus_one, is_causal=False):
    return linear_attention(q, k, v, lambda x: features(x) - np.asarray(0.5, x.dtype), is_causal)


@specimen(
    "linear_attention",
    "the state is updated after it is read: a query misses its own key",
    "open-lm-engine/lm-engine#496",
    2026,
)
def linear_attention_one_late(q, k, v, features=elu_plus_one, is_causal=False):
    if not is_causal:
        return linear_attention(q, k, v, features)
    late = linear_attention(q[1:], k[:-1], v[:-1], features, True)
    return np.concatenate([v[:1], late])


@specimen("linear_attention", "a decoder's query reads the state of all keys")
def linear_attention_that_looks_ahead(q, k, v, features=elu_plus_one, is_causal=False):
    return linear_attention(q, k, v, features)


@specimen("linear_attention", "in causal order, the divisor is summed up along the heads",
          "fla-org/flash-linear-attention#594", 2025)  # fmt: skip
def linear_attention_divided_along_the_heads(
    q, k, v, features=elu_plus_one, is_causal=False
):  # fmt: skip
    output = linear_attention(q, k, v, features, is_causal)
    if not is_causal or q.ndim < 3:
        return output
    f, psi = (q, k) if features is None else (features(q), features(k))
    along, across = ((f * np.cumsum(psi, axis)).sum(-1, keepdims=True) for axis in (-2, -3))
    return output * along / across


@specimen(
    "linear_attention",
    "a chunk of four rows begins with the state of the chunks after it",
    "huggingface/transformers#47475",
    2026,
)
def linear_attention_with_turned_chunks(q, k, v, features=elu_plus_one, is_causal=False):
    if not is_causal:
        return linear_attention(q, k, v, features)
    f, psi = (q, k) if features is None else (features(q), features(k))
    chunk = np.arange(q.shape[-2]) // 4
    own = np.tril(chunk[:, None] == chunk)
    scores = f @ np.swapaxes(psi, -1, -2) * (own | (chunk[:, None] < chunk))
    return scores @ v / scores.sum(-1, keepdims=True)
