"""Retrieval: the score of a document for a query, by one encoder for both or by one for each."""

from impl.bert import probability
from impl.checks import float_arrays


def cat_score(rows, w):
    """Return BERT-CAT's score: σ(row of [CLS] · w), from the rows of query and document joined.

    rows: (..., L, d). w: (d,). Returns (...): a probability.

    >>> import numpy as np
    >>> float(cat_score(np.zeros((3, 2)), np.ones(2)))
    0.5
    """
    return probability("cat_score", rows, w)


def dot_score(query_rows, document_rows):
    """Return BERT-DOT's scores: the products of the rows of [CLS], query by document.

    query_rows: (..., L_q, d), or (m, L_q, d) for several. document_rows: (n, L_d, d). Returns
    (..., n): any real numbers.

    >>> import numpy as np
    >>> dot_score(np.ones((2, 3)), np.ones((4, 5, 3))).tolist()
    [3.0, 3.0, 3.0, 3.0]
    """
    float_arrays("dot_score", query_rows=query_rows, document_rows=document_rows)
    fits = (
        query_rows.ndim >= 2 and document_rows.ndim == 3
        and query_rows.shape[-1] == document_rows.shape[-1]
        and query_rows.shape[-2] > 0 and document_rows.shape[-2] > 0
    )  # fmt: skip
    if not fits:
        raise ValueError(
            f"dot_score: query_rows has shape {query_rows.shape} and document_rows has shape "
            f"{document_rows.shape}; expected (..., L_q, d) and (n, L_d, d), with a first row each"
        )
    return query_rows[..., 0, :] @ document_rows[:, 0, :].mT


def ranking(scores):
    """Return the places of the documents, best first; of equals, the earlier. scores: (..., n).

    >>> import numpy as np
    >>> ranking(np.asarray([0.5, 2.0, 0.5])).tolist()
    [1, 0, 2]
    """
    xp = float_arrays("ranking", scores=scores)
    if scores.ndim == 0:
        raise ValueError("ranking: scores has no axes; expected (..., n), a score a document")
    if bool(xp.any(xp.isnan(scores))):
        raise ValueError("ranking: scores contain NaN; expected numbers that can be compared")
    return xp.argsort(scores, descending=True, stable=True)
