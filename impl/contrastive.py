"""The contrastive loss: the positive against its negatives."""

from impl.checks import finite_number, float_arrays
from impl.softmax import log_softmax


def contrastive_loss(positive, negatives):
    """Return -log(e^p / (e^p + Σ_k e^(n_k))), from the scores of the positive and the negatives.

    positive: (...). negatives: (..., n). The positive stands in the denominator too. Returns (...).

    >>> import numpy as np
    >>> float(contrastive_loss(np.asarray(0.0), np.zeros(3)).round(4))  # log 4
    1.3863
    """
    xp = float_arrays("contrastive_loss", positive=positive, negatives=negatives)
    if negatives.ndim == 0 or positive.shape != negatives.shape[:-1]:
        raise ValueError(
            f"contrastive_loss: positive has shape {positive.shape} and negatives has shape "
            f"{negatives.shape}; expected (...) and (..., n)"
        )
    scores = xp.concat([xp.expand_dims(positive, axis=-1), negatives], axis=-1)
    return -log_softmax(scores)[..., 0]


def dot_contrastive_loss(anchor, positive, negatives, temperature=1.0):
    """Return the contrastive loss of dot products of embeddings, divided by the temperature.

    anchor, positive: (..., d). negatives: (..., n, d). Returns (...).

    >>> import numpy as np
    >>> e = np.asarray([1.0, 0.0])
    >>> float(dot_contrastive_loss(e, e, e[None]).round(4))  # log 2
    0.6931
    """
    xp = float_arrays("dot_contrastive_loss", anchor=anchor, positive=positive, negatives=negatives)
    if not finite_number("dot_contrastive_loss", "temperature", temperature) > 0:
        raise ValueError(
            f"dot_contrastive_loss: temperature is {temperature}; expected a positive number"
        )
    if anchor.ndim == 0 or positive.shape != anchor.shape or (
        negatives.ndim != anchor.ndim + 1 or negatives.shape[-1] != anchor.shape[-1]
        or negatives.shape[:-2] != anchor.shape[:-1]
    ):  # fmt: skip
        raise ValueError(
            f"dot_contrastive_loss: anchor has shape {anchor.shape}, positive {positive.shape}, "
            f"negatives {negatives.shape}; expected (..., d), (..., d), (..., n, d)"
        )
    own = xp.sum(anchor * positive, axis=-1) / temperature
    others = xp.sum(xp.expand_dims(anchor, axis=-2) * negatives, axis=-1) / temperature
    return contrastive_loss(own, others)
