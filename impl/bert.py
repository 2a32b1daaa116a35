"""BERT: two sentences in one sequence, and its two training tasks."""

from typing import Any

from impl.arrays import Array, Params
from impl.checks import shapes_fit
from impl.encoder import encode
from impl.feedforward import gelu
from impl.options import whole_number
from impl.refusals import speaking_for
from impl.softmax import log_softmax


def joined(first: Array, second: Array, cls: int, sep: int) -> Array:
    """Return the tokens [CLS] t_1 [SEP] t_2 [SEP], for integers t.

    >>> import numpy as np
    >>> joined(np.asarray([7, 8]), np.asarray([9]), cls=1, sep=2).tolist()
    [1, 7, 8, 2, 9, 2]
    """
    xp = shapes_fit("joined", first=(first, "L_1", "integral"), second=(second, "L_2", "integral"))
    for name, token in (("cls", cls), ("sep", sep)):
        whole_number("joined", name, token, least=0)
    mark = lambda token: xp.asarray([token], dtype=first.dtype)
    return xp.concat([mark(cls), first, mark(sep), second, mark(sep)])


def segments(first: Array, second: Array) -> Array:
    """Return for each token of the joined sequence which sentence it belongs to: 0 or 1.

    [CLS] and the first [SEP] belong to the first, the last [SEP] to the second.

    >>> import numpy as np
    >>> segments(np.asarray([7, 8]), np.asarray([9])).tolist()
    [0, 0, 0, 0, 1, 1]
    """
    sentences = {"first": (first, "L_1", "integral"), "second": (second, "L_2", "integral")}
    xp = shapes_fit("segments", **sentences)
    place = xp.arange(first.shape[0] + second.shape[0] + 3)
    return xp.astype(place > first.shape[0] + 1, xp.int64)


def bert(
    tokens: Array, params: Params,
    segments: Array | None = None, mask: Array | None = None, **options: Any,
) -> Array:  # fmt: skip
    """Return the encoder's rows: post-norm blocks with GELU over tokens, positions and segments.

    tokens: integers (..., L). params: as encoder_shapes lists them, with segments. Returns
    (..., L, d); the row of [CLS] is the first.
    """
    with speaking_for("bert"):
        return encode(tokens, params, segments, mask, **{"activation": gelu, **options})


def sigmoid(z: Array) -> Array:
    """Return 1 / (1 + e^(-z)), without overflow.

    >>> import numpy as np
    >>> sigmoid(np.asarray([0.0, -1000.0])).tolist()
    [0.5, 0.0]
    """
    xp = shapes_fit("sigmoid", z=(z, "..."))
    e = xp.exp(-abs(z))  # at most 1
    return xp.where(z < 0, e, 1) / (1 + e)


def next_sentence_probability(rows: Array, w: Array) -> Array:
    """Return σ(row of [CLS] · w), the probability that y = 1."""
    return probability("next_sentence_probability", rows, w)


def probability(function: str, rows: Array, w: Array) -> Array:
    """Return σ(first row · w) for `function`, which an error names."""
    shapes_fit(function, rows=(rows, "... L+ d"), w=(w, "d"))
    return sigmoid(rows[..., 0, :] @ w)


def masked_language_model_loss(logits: Array, tokens: Array, masked: Array) -> Array:
    """Return -Σ over the masked places i of log softmax(logits_i) at the token t_i.

    logits: of a sequence in which the masked tokens were replaced. tokens: the true ones. masked:
    True at the masked places.

    >>> import numpy as np
    >>> logits, tokens = np.zeros((2, 4)), np.asarray([1, 3])
    >>> float(masked_language_model_loss(logits, tokens, np.asarray([True, False])).round(4))
    1.3863
    """
    name, places = "masked_language_model_loss", (tokens, "L", "integral")
    xp = shapes_fit(name, logits=(logits, "L |V|"), tokens=places, masked=(masked, "L", "bool"))
    hits = xp.expand_dims(tokens, axis=1) == xp.arange(logits.shape[1])  # (L, |V|)
    chosen = hits & xp.expand_dims(masked, axis=1)
    with speaking_for(name, x="logits"):
        return -xp.sum(xp.where(chosen, log_softmax(logits), 0))
