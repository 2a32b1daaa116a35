"""Scores: how well a key answers a query, before softmax."""

from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.options import finite_number
from impl.refusals import ArgumentValueError


def dot(q: Array, k: Array) -> Array:
    """Return the dot products q · k of every query with every key.

    One query may come as (d,). Returns (..., m, n), or (n,).

    >>> import numpy as np
    >>> dot(np.asarray([1.0, 2.0]), np.asarray([[3.0, 0.0], [0.0, 1.0]])).tolist()
    [3.0, 2.0]
    """
    shapes_fit("dot", q=(q, "... m? d"), k=(k, "... n d"))
    return q @ k.mT  # (..., m, n)


def scaled_dot(q: Array, k: Array, scale: float | None = None) -> Array:
    """Return dot products times `scale`, which is 1/√d unless given.

    Shaped as in `dot`. With d = 0 every score is 0, whatever the scale.

    >>> import numpy as np
    >>> scaled_dot(np.asarray([1.0, 1.0, 1.0, 1.0]), np.ones((1, 4))).tolist()
    [2.0]
    """
    shapes_fit("scaled_dot", q=(q, "... m? d"), k=(k, "... n d"))
    if scale is not None:
        scale = finite_number("scaled_dot", "scale", scale)
    # the query is scaled first: the product of halves or singles may overflow where this does not
    return scaled(q, scale) @ k.mT  # (..., m, n)


def scaled(x: Array, scale: float | None = None) -> Array:
    """Return x times `scale`, which is 1/√d unless given. x: (..., d)."""
    if scale is not None:
        return x * scale
    xp = array_namespace(x)
    return x / xp.sqrt(xp.asarray(x.shape[-1], dtype=x.dtype))


def additive(q: Array, k: Array, w_q: Array, w_k: Array, w_out: Array) -> Array:
    """Return (q W_q + k W_k) w_out, the additive score as one draft prints it.

    Returns (..., m, n). Its softmax does not depend on q
    (scores.linear-additive-forgets-the-query); what its authors use is `additive_tanh`.

    >>> import numpy as np
    >>> one = np.ones((1, 1))
    >>> additive(np.asarray([[2.0]]), np.asarray([[1.0], [5.0]]), one, one, one[0]).tolist()
    [[3.0, 7.0]]
    """
    return _hidden("additive", q, k, w_q, w_k, w_out) @ w_out


def additive_tanh(q: Array, k: Array, w_q: Array, w_k: Array, w_out: Array) -> Array:
    """Return tanh(q W_q + k W_k) w_out, the additive score of Bahdanau, Cho and Bengio (2015).

    Shaped as in `additive`. It is a network with one hidden layer, fed with q beside k.

    >>> import numpy as np
    >>> one = np.ones((1, 1))
    >>> additive_tanh(np.asarray([[0.0]]), np.asarray([[0.0]]), one, one, one[0]).tolist()
    [[0.0]]
    """
    hidden = _hidden("additive_tanh", q, k, w_q, w_k, w_out)
    return array_namespace(hidden).tanh(hidden) @ w_out


def cosine(q: Array, k: Array) -> Array:
    """Return the cosines q · k / (|q| |k|): similarities, from -1 to 1.

    Shaped as in `dot`. A zero query or key has no direction and is refused. Vectors are divided by
    their largest entry first, so that no square overflows.

    >>> import numpy as np
    >>> cosine(np.asarray([1.0, 0.0]), np.asarray([[5.0, 0.0], [-3.0, 0.0]])).tolist()
    [1.0, -1.0]
    """
    xp = shapes_fit("cosine", q=(q, "... m? d"), k=(k, "... n d"))
    return _direction(xp, "q", q) @ _direction(xp, "k", k).mT


def _direction(xp: Any, name: str, vectors: Array) -> Any:
    empty = vectors.shape[-1] == 0
    largest = vectors if empty else xp.max(abs(vectors), axis=-1, keepdims=True)
    if empty or bool(xp.any(largest == 0)):
        what = "contains a zero vector, expected directions, because it has an angle with nothing"
        raise ArgumentValueError("cosine", **{name: what})
    scaled = vectors / largest
    return scaled / xp.sqrt(xp.sum(scaled * scaled, axis=-1, keepdims=True))


def _hidden(function: str, q: Array, k: Array, w_q: Array, w_k: Array, w_out: Array) -> Any:
    """Return q W_q + k W_k for every query with every key: (..., m, n, d)."""
    xp = shapes_fit(
        function,
        q=(q, "... m d_q"), k=(k, "... n d_k"),
        w_q=(w_q, "d_q d"), w_k=(w_k, "d_k d"), w_out=(w_out, "d"),
    )  # fmt: skip
    return xp.expand_dims(q @ w_q, axis=-2) + xp.expand_dims(k @ w_k, axis=-3)
