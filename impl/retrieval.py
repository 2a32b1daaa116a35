"""Retrieval: the score of a document for a query, by one encoder for both or by one for each."""

from impl.arrays import Array
from impl.bert import probability
from impl.checks import shapes_fit
from impl.refusals import ArgumentValueError


def cat_score(rows: Array, w: Array) -> Array:
    """Return BERT-CAT's score: σ(row of [CLS] · w), from the rows of query and document joined.

    >>> import numpy as np
    >>> float(cat_score(np.zeros((3, 2)), np.ones(2)))
    0.5
    """
    return probability("cat_score", rows, w)


def dot_score(query_rows: Array, document_rows: Array) -> Array:
    """Return BERT-DOT's scores: the products of the rows of [CLS], query by document.

    Returns (..., n): any real numbers.

    >>> import numpy as np
    >>> dot_score(np.ones((2, 3)), np.ones((4, 5, 3))).tolist()
    [3.0, 3.0, 3.0, 3.0]
    """
    first, others = (query_rows, "... L_q+ d"), (document_rows, "n L_d+ d")
    shapes_fit("dot_score", query_rows=first, document_rows=others)
    return query_rows[..., 0, :] @ document_rows[:, 0, :].mT


def ranking(scores: Array) -> Array:
    """Return the places of the documents, best first; of equals, the earlier.

    >>> import numpy as np
    >>> ranking(np.asarray([0.5, 2.0, 0.5])).tolist()
    [1, 0, 2]
    """
    xp = shapes_fit("ranking", scores=(scores, "... n"))
    if bool(xp.any(xp.isnan(scores))):
        raise ArgumentValueError("ranking", scores="contains NaN, expected comparable numbers")
    return xp.argsort(scores, descending=True, stable=True)
