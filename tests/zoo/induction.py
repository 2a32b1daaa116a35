"""Machines that do not go on with what was repeated."""

import numpy as np

from impl.embedding import one_hot
from impl.heads import scaled_dot_product_attention
from tests.zoo import specimen


def _second(words, before, sharpness):
    return scaled_dot_product_attention(words[-1:], before, words, scale=sharpness)[0]


@specimen("next_by_repetition", "one layer: the query finds itself")
def next_by_one_layer(tokens, size, sharpness=20.0):
    words = one_hot(tokens, size)
    return _second(words, words, sharpness)


@specimen("next_by_repetition", "the first layer reads the next token, not the one before")
def next_by_looking_ahead(tokens, size, sharpness=20.0):
    words = one_hot(tokens, size)
    return _second(words, np.concatenate([words[1:], 0 * words[:1]]), sharpness)


@specimen("next_by_repetition", "the first layer reads all earlier tokens alike")
def next_by_a_bag_of_tokens(tokens, size, sharpness=20.0):
    words = one_hot(tokens, size)
    earlier = np.tril(np.ones((len(words), len(words)), dtype=bool), -1)
    before = scaled_dot_product_attention(0 * words, words, words, earlier)
    return _second(words, before, sharpness)


@specimen("next_by_repetition", "scores are not sharp: every token is as likely as it was frequent")
def next_by_frequency(tokens, size, sharpness=20.0):
    return one_hot(tokens, size).mean(axis=0)


@specimen("next_by_repetition", "the second layer does not divide by the sum of its weights")
def next_by_undivided_weights(tokens, size, sharpness=20.0):
    words = one_hot(tokens, size)
    before = np.concatenate([0 * words[:1], words[:-1]])
    scores = sharpness * before @ words[-1]
    return np.exp(scores - scores.max()) @ words
