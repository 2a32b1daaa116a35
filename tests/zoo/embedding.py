"""Wrong embeddings."""

import numpy as np

from impl.embedding import embed, one_hot
from tests.zoo import specimen


@specimen("one_hot", "tokens counted from 1, as on paper", "TrustAGI-Lab/CoLA#6", 2024)
def one_hot_from_one(tokens, size):
    return np.eye(size)[tokens - 1]


@specimen("one_hot", "a row for each place instead of each token")
def transposed_one_hot(tokens, size):
    return np.moveaxis(one_hot(tokens, size), -1, 0)


@specimen("one_hot", "smoothed labels in the place of zeros and a one")
def smoothed_one_hot(tokens, size):
    return 0.9 * one_hot(tokens, size) + 0.1 / size


@specimen("embed", "tokens counted from 1, as on paper")
def embed_from_one(tokens, table):
    return table[tokens.astype(int) - 1]


@specimen(
    "embed",
    "scaled by the root of the width, which belongs to another line of the paper",
    "TensorAuto/OpenTau#179",
    2026,
)
def embed_that_scales(tokens, table):
    return embed(tokens, table) * np.asarray(table.shape[1] + 1, dtype=table.dtype) ** 0.5


@specimen(
    "embed",
    "hashed into the table: tokens of a larger vocabulary share rows",
    "keras-team/keras#2294",
    2016,
)
def embed_by_hash(tokens, table):
    return table[(tokens.astype(int) * 7 + 3) % len(table)]


@specimen(
    "embed",
    "the last row serves for unknown tokens, and is averaged in",
    "MinishLab/model2vec-rs#51",
    2026,
)
def embed_with_an_unknown_row(tokens, table):
    return (embed(tokens, table) + table[-1]) / 2


@specimen("embedded", "the scale is applied twice: in the table's lookup, and after",
          "TensorAuto/OpenTau#179", 2026)  # fmt: skip
def embedded_scaled_twice(tokens, params, segments=None, scale=None, eps=0.0):
    from impl.encoder import embedded

    return embedded(tokens, params, segments, None if scale is None else scale * scale, eps)


@specimen("embed", "tokens are kept in a byte", "huggingface/transformers#2825", 2020)
def embed_of_bytes(tokens, table):
    return embed(tokens.astype(np.uint8), table)
