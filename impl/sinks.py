"""Softmax that may abstain, and scores that are capped."""

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import bounded_above, shapes_fit
from impl.options import axis_of, positive_number
from impl.softmax import below, largest


def softmax_one(x: Array, axis: int = -1) -> Array:
    """Turn logits into weights that sum to less than one: p_i = exp(x_i) / (1 + Σ_j exp(x_j)).

    j runs along `axis`. It is softmax beside one more score of 0, whose weight is left out
    (softmax.one-more-is-an-extra-score); for a sink of score s, give x - s. A row of -inf has
    weights 0; +inf is refused. What is subtracted is the largest of x and 0.

    >>> import numpy as np
    >>> softmax_one(np.log(np.asarray([1.0, 2.0, 4.0]))).tolist()
    [0.125, 0.25, 0.5]
    """
    xp = shapes_fit("softmax_one", x=(x, "..."))
    axis = axis_of("softmax_one", x, axis)
    bounded_above("softmax_one", x=x)
    top = xp.maximum(largest(xp, x, axis), xp.asarray(0, dtype=x.dtype))  # (..., 1)
    e = xp.exp(below(xp, x, top))  # (..., n)
    return e / (xp.exp(-top) + xp.sum(e, axis=axis, keepdims=True))


def softcap(scores: Array, cap: float) -> Array:
    """Return cap · tanh(score / cap): every score lies between -cap and cap.

    cap: a positive number.

    >>> import numpy as np
    >>> softcap(np.asarray([0.0, 1e9]), 30.0).tolist()
    [0.0, 30.0]
    """
    shapes_fit("softcap", scores=(scores, "..."))
    positive_number("softcap", "cap", cap)
    return cap * array_namespace(scores).tanh(scores / cap)
