"""Wrong linear biases."""

import numpy as np

from impl.alibi import linear_bias, slopes_of_heads
from tests.zoo import specimen


@specimen("slopes_of_heads", "the first slope is 1: the exponent counts from 0",
          "paiml/aprender#2143", 2026)  # fmt: skip
def slopes_from_one(heads, xp=None):
    return 2.0 ** (-8 * np.arange(heads) / heads)


@specimen("slopes_of_heads", "one geometric sequence for any number of heads, as the paper says",
          "ml-explore/mlx#3071", 2026)  # fmt: skip
def slopes_in_one_sequence(heads, xp=None):
    return 2.0 ** (-8 * np.arange(1, heads + 1) / heads)


@specimen("slopes_of_heads", "between those of a power of two stand the even ones again")
def slopes_met_twice(heads, xp=None):
    power = 2 ** (heads.bit_length() - 1)
    return np.concatenate([slopes_of_heads(power), slopes_of_heads(power)])[:heads]


@specimen("linear_bias", "a bonus for what is far", "meta-pytorch/attention-gym#86", 2024)
def bias_of_the_wrong_sign(slopes, n_queries, n_keys):
    return -linear_bias(slopes, n_queries, n_keys)


@specimen(
    "linear_bias",
    "the distance has a sign: what comes later gets a bonus",
    "ofirpress/attention_with_linear_biases#5",
    2021,
)
def bias_with_a_sign(slopes, n_queries, n_keys):
    before = np.arange(n_queries)[:, None] + n_keys - n_queries - np.arange(n_keys)
    return -slopes[:, None, None] * before.astype(slopes.dtype)


@specimen(
    "linear_bias",
    "the first query stands at the first key, after a cache, too",
    "keras-team/keras-hub#2862",
    2026,
)
def bias_that_forgets_the_cache(slopes, n_queries, n_keys):
    before = np.arange(n_queries)[:, None] - np.arange(n_keys)
    return -slopes[:, None, None] * abs(before).astype(slopes.dtype)


@specimen("linear_bias", "squares of distances, as in a Gaussian kernel")
def bias_of_squares(slopes, n_queries, n_keys):
    distance = linear_bias(np.ones_like(slopes), n_queries, n_keys)
    return -slopes[:, None, None] * distance**2


@specimen("linear_bias", "distances are counted in a byte", "vllm-project/tpu-inference#2755", 2026)
def bias_of_bytes(slopes, n_queries, n_keys):
    distance = -linear_bias(np.ones_like(slopes), n_queries, n_keys)
    narrow = distance.astype(np.int64).astype(np.int8)
    return -slopes[:, None, None] * narrow.astype(slopes.dtype)


@specimen("slopes_of_heads", "of heads on two machines, each half has the slopes of a whole",
          "flashinfer-ai/flashinfer#1606", 2025)  # fmt: skip
def slopes_of_each_machine(heads, xp=None):
    if heads % 2:
        return slopes_of_heads(heads)
    return np.concatenate([slopes_of_heads(heads // 2)] * 2)
