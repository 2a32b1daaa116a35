"""Late interaction: each token of the query takes the token of the document that suits it best."""

from impl.arrays import Array
from impl.checks import mask_fits, shapes_fit
from impl.refusals import ArgumentValueError


def late_interaction(query_rows: Array, document_rows: Array, mask: Array | None = None) -> Array:
    """Return Σ_i max_j q_i · d_j for each document: the sum is over the tokens of the query.

    query_rows: (..., L_q, d). document_rows: (n, L_d, d). mask: booleans (n, L_d), False for
    tokens that only fill up a document, each of which needs one that counts. Returns (..., n).

    >>> import numpy as np
    >>> tokens = np.asarray([[[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.5, 0.0]]])
    >>> late_interaction(np.asarray([[1.0, 0.0], [0.0, 1.0]]), tokens).tolist()
    [2.0, 1.0]
    """
    rows = {"query_rows": (query_rows, "... L_q d"), "document_rows": (document_rows, "n L_d+ d")}
    xp = shapes_fit("late_interaction", **rows)
    products = xp.expand_dims(query_rows, axis=-3) @ document_rows.mT  # (..., n, L_q, L_d)
    if mask is not None:
        mask_fits("late_interaction", "mask", mask, query_rows, "bool",
                  shape=document_rows.shape[:-1])  # fmt: skip
        mask = xp.broadcast_to(mask, document_rows.shape[:-1])
        if not bool(xp.all(xp.any(mask, axis=-1))):
            what = "keeps no token of some document, expected one of each at least"
            raise ArgumentValueError("late_interaction", mask=what)
        products = xp.where(mask[:, None, :], products, -xp.inf)
    return xp.sum(xp.max(products, axis=-1), axis=-1)
