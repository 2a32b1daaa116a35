"""BERT: two sentences in one sequence, and its two training tasks."""

from impl.checks import array_of_integers, float_arrays, same_library, whole_number
from impl.encoder import encode
from impl.feedforward import gelu
from impl.softmax import log_softmax


def joined(first, second, cls, sep):
    """Return the tokens [CLS] t_1 [SEP] t_2 [SEP]. first, second: integers (L_1,), (L_2,).

    >>> import numpy as np
    >>> joined(np.asarray([7, 8]), np.asarray([9]), cls=1, sep=2).tolist()
    [1, 7, 8, 2, 9, 2]
    """
    xp = _sentences("joined", first, second)
    for name, token in (("cls", cls), ("sep", sep)):
        whole_number("joined", name, token, least=0)
    mark = lambda token: xp.asarray([token], dtype=first.dtype)
    return xp.concat([mark(cls), first, mark(sep), second, mark(sep)])


def segments(first, second):
    """Return for each token of the joined sequence which sentence it belongs to: 0 or 1.

    [CLS] and the first [SEP] belong to the first, the last [SEP] to the second.

    >>> import numpy as np
    >>> segments(np.asarray([7, 8]), np.asarray([9])).tolist()
    [0, 0, 0, 0, 1, 1]
    """
    xp = _sentences("segments", first, second)
    place = xp.arange(first.shape[0] + second.shape[0] + 3)
    return xp.astype(place > first.shape[0] + 1, xp.int64)


def bert(tokens, params, segments=None, mask=None, **options):
    """Return the encoder's rows: post-norm blocks with GELU over tokens, positions and segments.

    tokens: integers (..., L). params: as encoder_shapes lists them, with segments. Returns
    (..., L, d); the row of [CLS] is the first.
    """
    return encode(tokens, params, segments, mask, **{"activation": gelu, **options})


def sigmoid(z):
    """Return 1 / (1 + e^(-z)), without overflow.

    >>> import numpy as np
    >>> sigmoid(np.asarray([0.0, -1000.0])).tolist()
    [0.5, 0.0]
    """
    xp = float_arrays("sigmoid", z=z)
    e = xp.exp(-abs(z))  # at most 1
    return xp.where(z < 0, e, 1) / (1 + e)


def next_sentence_probability(rows, w):
    """Return σ(row of [CLS] · w), the probability that y = 1. rows: (..., L, d). w: (d,)."""
    return probability("next_sentence_probability", rows, w)


def probability(function, rows, w):
    """Return σ(first row · w) for `function`, which an error names."""
    float_arrays(function, rows=rows, w=w)
    if rows.ndim < 2 or rows.shape[-2] == 0 or w.shape != rows.shape[-1:]:
        raise ValueError(
            f"{function}: rows has shape {rows.shape} and w has shape {w.shape}; "
            "expected (..., L, d) with L at least 1, and (d,)"
        )
    return sigmoid(rows[..., 0, :] @ w)


def masked_language_model_loss(logits, tokens, masked):
    """Return -Σ over the masked places i of log softmax(logits_i) at the token t_i.

    logits: (L, |V|), computed from a sequence in which the masked tokens were replaced. tokens:
    integers (L,), the true ones. masked: booleans (L,).

    >>> import numpy as np
    >>> logits, tokens = np.zeros((2, 4)), np.asarray([1, 3])
    >>> float(masked_language_model_loss(logits, tokens, np.asarray([True, False])).round(4))
    1.3863
    """
    xp = float_arrays("masked_language_model_loss", logits=logits)
    array_of_integers("masked_language_model_loss", "tokens", tokens)
    kind = getattr(masked, "dtype", None)
    if kind is not None:
        same_library("masked_language_model_loss", logits=logits, tokens=tokens, masked=masked)
    if kind is None or not xp.isdtype(kind, "bool"):
        kind = kind or type(masked).__name__
        raise TypeError(f"masked_language_model_loss: masked is {kind}; expected booleans")
    if logits.ndim != 2 or tokens.shape != logits.shape[:1] or masked.shape != tokens.shape:
        raise ValueError(
            f"masked_language_model_loss: logits has shape {logits.shape}, tokens {tokens.shape}, "
            f"masked {masked.shape}; expected (L, |V|), (L,), (L,)"
        )
    hits = xp.expand_dims(tokens, axis=1) == xp.arange(logits.shape[1])  # (L, |V|)
    chosen = hits & xp.expand_dims(masked, axis=1)
    return -xp.sum(xp.where(chosen, log_softmax(logits), 0))


def _sentences(function, first, second):
    xp = array_of_integers(function, "first", first)
    array_of_integers(function, "second", second)
    same_library(function, first=first, second=second)
    if first.ndim != 1 or second.ndim != 1:
        raise ValueError(
            f"{function}: first has shape {first.shape} and second {second.shape}; expected two "
            "sequences (L_1,) and (L_2,)"
        )
    return xp
