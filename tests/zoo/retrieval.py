"""Wrong retrieval."""

import numpy as np
from array_api_compat import array_namespace

from impl import retrieval
from tests.zoo import specimen


@specimen(
    "dot_score", "the mean of all rows in the place of [CLS]", "Blaizzy/mlx-embeddings#63", 2026
)
def dot_of_mean_rows(query_rows, document_rows):
    return query_rows.mean(axis=-2) @ document_rows.mean(axis=-2).T


@specimen("dot_score", "the largest product of any two rows")
def dot_of_the_best_rows(query_rows, document_rows):
    return (query_rows @ document_rows.mT).max(axis=(-1, -2))


@specimen("dot_score", "squared, so that opposite vectors match")
def dot_squared(query_rows, document_rows):
    return retrieval.dot_score(query_rows, document_rows) ** 2


@specimen(
    "dot_score",
    "cosines: a mixture may point nearer to the query than its parts",
    "deepset-ai/haystack#1537",
    2021,
)
def dot_of_directions(query_rows, document_rows):
    xp = array_namespace(document_rows)
    first = document_rows[:, 0, :]
    lengths = xp.sqrt(xp.sum(first * first, axis=-1))
    return retrieval.dot_score(query_rows, document_rows) / lengths


@specimen("cat_score", "the logit, not the probability", "open-webui/open-webui#20228", 2025)
def cat_without_logistic(rows, w):
    return rows[..., 0, :] @ w


@specimen("cat_score", "the probability of irrelevance", "deepset-ai/haystack#1124", 2021)
def cat_of_irrelevance(rows, w):
    return 1 - retrieval.cat_score(rows, w)


@specimen("ranking", "worst first", "tencentmusic/supersonic#1644", 2024)
def ranking_from_the_worst(scores):
    return np.argsort(scores, axis=-1, stable=True)


@specimen("ranking", "puts the last of equal scores first", "numpy/numpy#20778", 2022)
def ranking_of_later_equals(scores):
    return np.argsort(scores, axis=-1, stable=True)[..., ::-1]


@specimen("ranking", "ranks by absolute value", "piskvorky/gensim#2584", 2019)
def ranking_by_size(scores):
    return retrieval.ranking(abs(scores))


@specimen(
    "dot_score", "the first document's row of [CLS] for every document", "marqo-ai/marqo#1315", 2025
)
def dot_of_the_first_document(query_rows, document_rows):
    first = document_rows[:1] + 0 * document_rows
    return retrieval.dot_score(query_rows, first)


@specimen("dot_score", "cut off at 0 and 1", "mosuka/laurus#933", 2026)
def dot_between_zero_and_one(query_rows, document_rows):
    return np.clip(retrieval.dot_score(query_rows, document_rows), 0, 1)


@specimen(
    "cat_score",
    "stretched from 0 for the worst of the set to 1 for the best",
    "mem0ai/mem0#5715",
    2026,
)
def cat_of_the_set(rows, w):
    raw = rows[..., 0, :] @ w
    return (raw - raw.min()) / (raw.max() - raw.min() + 1e-8)


@specimen(
    "cat_score", "in half precision, where good documents tie at 1", "ggozad/haiku.rag#529", 2026
)
def cat_in_half_precision(rows, w):
    half = retrieval.cat_score(rows.astype(np.float16), w.astype(np.float16))
    return half.astype(rows.dtype)


@specimen("ranking", "ranks by exponentials, which underflow to ties", "mosuka/laurus#933", 2026)
def ranking_by_exponentials(scores):
    return retrieval.ranking(np.exp(scores - scores.max(axis=-1, keepdims=True)))


@specimen("ranking", "in float32, where near scores tie", "usnistgov/trec_eval#34", 2022)
def ranking_in_float32(scores):
    return retrieval.ranking(scores.astype(np.float32))


@specimen("ranking", "documents are ranked among the queries")
def ranking_over_the_queries(scores):
    return np.argsort(-scores, axis=0, stable=True)
