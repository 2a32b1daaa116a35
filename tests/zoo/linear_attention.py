"""Wrong linear attentions."""

import numpy as np

from impl.linear_attention import elu_plus_one, linear_attention
from tests.zoo import specimen


@specimen("linear_attention", "the sum of values is not divided by that of the products",
          "lucidrains/performer-pytorch#40")  # fmt: skip
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
