"""Wrong scores."""

import numpy as np

from impl import scores
from tests.zoo import specimen


@specimen("dot", "transposed: a row for each key", "onnx/onnx#7118", 2025)
def transposed_dot(q, k):
    return k @ q.mT if q.ndim > 1 else k @ q


@specimen(
    "dot", "divided by the width, although nobody asked for a scale", "llvm/torch-mlir#4419", 2026
)
def dot_that_scales(q, k):
    return scores.dot(q, k) / max(2, q.shape[-1])


@specimen("scaled_dot", "no scaling at all", "tensorflow/tensorflow#45268", 2020)
def unscaled_dot(q, k, scale=None):
    return scores.dot(q, k)


@specimen("scaled_dot", "divided by the width instead of its root", "delzac/cntkx#10", 2020)
def dot_divided_by_the_width(q, k, scale=None):
    return scores.dot(q, k) / max(1, q.shape[-1])


@specimen("cosine", "the cosine distance, 1 - cos: the opposite key wins", "mem0ai/mem0#5034", 2026)
def cosine_distance(q, k):
    return 1 - scores.cosine(q, k)


@specimen(
    "cosine",
    "an epsilon in the denominator: long and short vectors differ",
    "pytorch/pytorch#115786",
    2023,
)
def cosine_with_an_epsilon(q, k):
    lengths = np.linalg.norm(q, axis=-1)[..., None] * np.linalg.norm(k, axis=-1)[..., None, :]
    return (scores.dot(q, k) / (lengths + 1e-3)).astype(q.dtype)


@specimen(
    "cosine",
    "squares that overflow or vanish for long and short vectors",
    "apache/datafusion#25265",
    2026,
)
def cosine_by_plain_squares(q, k):
    lengths = np.sqrt((q * q).sum(-1))[..., None] * np.sqrt((k * k).sum(-1))[..., None, :]
    return scores.dot(q, k) / lengths


@specimen(
    "cosine",
    "the dot product, with no regard to lengths",
    "donggong1/memae-anomaly-detection#12",
    2020,
)
def cosine_without_lengths(q, k):
    return scores.dot(q, k)


@specimen("additive", "with the tanh that the draft leaves out")
def additive_with_tanh(q, k, w_q, w_k, w_out):
    return scores.additive_tanh(q, k, w_q, w_k, w_out)


@specimen("additive_tanh", "without the tanh, as one draft prints it", "keon/seq2seq#3", 2018)
def additive_without_tanh(q, k, w_q, w_k, w_out):
    return scores.additive(q, k, w_q, w_k, w_out)


@specimen("additive_tanh", "the tanh after the output weights", "richliao/textClassifier#24", 2018)
def tanh_of_the_score(q, k, w_q, w_k, w_out):
    return np.tanh(scores.additive(q, k, w_q, w_k, w_out))


@specimen(
    "cosine",
    "the length of the query alone is divided by: long keys win",
    "antflydb/antfly#278",
    2026,
)
def cosine_without_the_keys_lengths(q, k):
    return scores.dot(q, k) / np.linalg.norm(q, axis=-1)[..., None]


@specimen("cosine", "short vectors are taken for vectors of length 1", "qdrant/qdrant#10465", 2026)
def cosine_that_overlooks_short_vectors(q, k):
    lengths = (np.linalg.norm(each, axis=-1) for each in (q, k))
    of_q, of_k = (np.where(length < 3.45e-4, 1, length) for length in lengths)
    return (scores.dot(q, k) / (of_q[..., None] * of_k[..., None, :])).astype(q.dtype)


@specimen("dot", "in a batch keys are reshaped where they should be transposed")
def dot_of_reshaped_keys(q, k):
    if k.ndim < 3:
        return scores.dot(q, k)
    return q @ k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
