"""Wrong late interactions."""

import numpy as np

from impl.late_interaction import late_interaction
from tests.zoo import specimen


def _products(query_rows, document_rows):
    return query_rows[..., None, :, :] @ document_rows.mT


@specimen("late_interaction", "a mean over the document's tokens, where the best one counts")
def late_interaction_by_means(query_rows, document_rows, mask=None):
    return _products(query_rows, document_rows).mean(-1).sum(-1)


@specimen("late_interaction", "the best token of the query for each of the document")
def late_interaction_the_other_way(query_rows, document_rows, mask=None):
    return _products(query_rows, document_rows).max(-2).sum(-1)


@specimen("late_interaction", "tokens that fill up a document count", "neuml/txtai#1215", 2026)
def late_interaction_with_padding(query_rows, document_rows, mask=None):
    return late_interaction(query_rows, document_rows)


@specimen("late_interaction", "padding scores 0, which beats what is negative",
          "stanford-futuredata/ColBERT#62", 2021)  # fmt: skip
def late_interaction_with_zero_padding(query_rows, document_rows, mask=None):
    products = _products(query_rows, document_rows)
    if mask is not None:
        products = np.where(mask[:, None, :], products, np.asarray(0, products.dtype))
    return products.max(-1).sum(-1)


@specimen("late_interaction", "a mean over the query's tokens", "lancedb/lancedb#1546", 2024)
def late_interaction_per_token(query_rows, document_rows, mask=None):
    count = np.asarray(query_rows.shape[-2], query_rows.dtype)
    return late_interaction(query_rows, document_rows, mask) / count


@specimen("late_interaction", "only the first token of the query asks")
def late_interaction_of_the_first(query_rows, document_rows, mask=None):
    return late_interaction(query_rows[..., :1, :], document_rows, mask)


@specimen("late_interaction", "the mean of the query's tokens asks, and not each of them",
          "run-llama/llama_index#11335", 2024)  # fmt: skip
def late_interaction_of_the_mean(query_rows, document_rows, mask=None):
    return late_interaction(query_rows.mean(axis=-2, keepdims=True), document_rows, mask)


@specimen("late_interaction", "padding scores minus a billion, which beats what is lower")
def late_interaction_with_a_typed_least_score(query_rows, document_rows, mask=None):
    products = _products(query_rows, document_rows)
    if mask is not None:
        products = np.where(mask[:, None, :], products, np.asarray(-(10**9), products.dtype))
    return products.max(-1).sum(-1)
