"""Wrong BERTs."""

import numpy as np

from impl import bert
from impl.softmax import log_softmax
from tests.zoo import specimen


@specimen(
    "segments",
    "the first separator counted to the second sentence",
    "HHousen/TransformerSum#35",
    2020,
)
def segments_one_too_early(first, second):
    return (np.arange(len(first) + len(second) + 3) > len(first)).astype(int)


@specimen("segments", "the last separator left out", "huggingface/transformers#1788", 2019)
def segments_without_the_last(first, second):
    found = bert.segments(first, second)
    found[-1] = 0
    return found


@specimen("joined", "no separators", "InsaneLife/dssm#30", 2020)
def joined_without_separators(first, second, cls, sep):
    return np.concatenate([[cls], first, second])


@specimen("sigmoid", "the probability of the other class", "huggingface/transformers#836", 2019)
def sigmoid_of_the_other_class(z):
    return bert.sigmoid(-z)


@specimen("sigmoid", "overflows for large negative numbers", "peterdsharpe/NeuralFoil#4", 2025)
def sigmoid_that_overflows(z):
    return 1 / (1 + np.exp(-z))


@specimen("next_sentence_probability", "the last row is taken for that of [CLS]")
def next_sentence_by_the_last_row(rows, w):
    return bert.next_sentence_probability(rows[..., ::-1, :], w)


@specimen("embedded", "segments are not added", "antonellof/ferrox#44", 2026)
def embedded_without_segments(tokens, params, segments=None, scale=None, eps=0.0):
    from impl.encoder import embedded

    return embedded(tokens, params, None, scale, eps)


@specimen(
    "masked_language_model_loss",
    "all places count, as one draft prints it",
    "codertimo/BERT-pytorch#29",
    2018,
)
def loss_over_all_places(logits, tokens, masked):
    return bert.masked_language_model_loss(logits, tokens, np.ones_like(masked))


@specimen(
    "masked_language_model_loss",
    "the mean over the masked places, of one at least",
    "d2l-ai/d2l-en#2707",
    2026,
)
def loss_as_a_mean(logits, tokens, masked):
    total = bert.masked_language_model_loss(logits, tokens, masked)
    return total / max(1, masked.shape[0])


@specimen(
    "masked_language_model_loss",
    "the sum of log weights, without its sign",
    "cs231n/cs231n.github.io#244",
    2020,
)
def loss_with_the_other_sign(logits, tokens, masked):
    return -bert.masked_language_model_loss(logits, tokens, masked)


@specimen(
    "masked_language_model_loss", "the log weight of the likeliest token, not of the true one"
)
def loss_of_the_likeliest(logits, tokens, masked):
    return -log_softmax(logits).max(axis=-1)[masked].sum()


@specimen("segments", "everything counted to the first sentence", "antonellof/ferrox#44", 2026)
def segments_of_one_sentence(first, second):
    return bert.segments(first, second) * 0
