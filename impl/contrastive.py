"""The contrastive loss: the positive against its negatives."""

from impl.arrays import Array
from impl.checks import bounded_above, shapes_fit
from impl.options import positive_number
from impl.refusals import speaking_for
from impl.softmax import log_softmax


def contrastive_loss(positive: Array, negatives: Array) -> Array:
    """Return -log(e^p / (e^p + Σ_k e^(n_k))), from the scores of the positive and the negatives.

    The positive stands in the denominator too. A score of +inf is refused. Returns (...).

    >>> import numpy as np
    >>> float(contrastive_loss(np.asarray(0.0), np.zeros(3)).round(4))  # log 4
    1.3863
    """
    name = "contrastive_loss"
    xp = shapes_fit(name, positive=(positive, "...b"), negatives=(negatives, "...b n"))
    bounded_above(name, positive=positive, negatives=negatives)
    scores = xp.concat([xp.expand_dims(positive, axis=-1), negatives], axis=-1)
    return -log_softmax(scores)[..., 0]


def dot_contrastive_loss(
    anchor: Array, positive: Array, negatives: Array, temperature: float = 1.0
) -> Array:
    """Return the contrastive loss of dot products of embeddings, divided by the temperature.

    Returns (...).

    >>> import numpy as np
    >>> e = np.asarray([1.0, 0.0])
    >>> float(dot_contrastive_loss(e, e, e[None]).round(4))  # log 2
    0.6931
    """
    name = "dot_contrastive_loss"
    pairs = {"anchor": (anchor, "...b d"), "positive": (positive, "...b d")}
    xp = shapes_fit(name, **pairs, negatives=(negatives, "...b n d"))
    positive_number(name, "temperature", temperature)
    own = xp.sum(anchor * positive, axis=-1) / temperature
    others = xp.sum(xp.expand_dims(anchor, axis=-2) * negatives, axis=-1) / temperature
    with speaking_for(name):
        return contrastive_loss(own, others)
