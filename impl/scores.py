"""Scores: how well a key answers a query, before softmax."""

from array_api_compat import array_namespace

from impl.checks import batches_agree, finite_number, float_arrays


def dot(q, k):
    """Return the dot products q · k of every query with every key.

    q: (..., m, d), or (d,) for one query. k: (..., n, d). Returns (..., m, n), or (n,).

    >>> import numpy as np
    >>> dot(np.asarray([1.0, 2.0]), np.asarray([[3.0, 0.0], [0.0, 1.0]])).tolist()
    [3.0, 2.0]
    """
    float_arrays("dot", q=q, k=k)
    _check_sizes("dot", q, k)
    return q @ k.mT  # (..., m, n)


def scaled_dot(q, k, scale=None):
    """Return dot products times `scale`, which is 1/√d unless given.

    Shapes as in `dot`. With d = 0 every score is 0, whatever the scale.

    >>> import numpy as np
    >>> scaled_dot(np.asarray([1.0, 1.0, 1.0, 1.0]), np.ones((1, 4))).tolist()
    [2.0]
    """
    xp = float_arrays("scaled_dot", q=q, k=k)
    _check_sizes("scaled_dot", q, k)
    if scale is not None:
        return (q * finite_number("scaled_dot", "scale", scale)) @ k.mT
    # the query is divided first: the product of halves or singles may overflow where this does not
    return (q / xp.sqrt(xp.asarray(q.shape[-1], dtype=q.dtype))) @ k.mT  # (..., m, n)


def additive(q, k, w_q, w_k, w_out):
    """Return (q W_q + k W_k) w_out, the additive score as one draft prints it.

    q: (..., m, d_q). k: (..., n, d_k). w_q: (d_q, d). w_k: (d_k, d). w_out: (d,). Returns
    (..., m, n). Its softmax does not depend on q (scores.linear-additive-forgets-the-query); what
    its authors use is `additive_tanh`.

    >>> import numpy as np
    >>> one = np.ones((1, 1))
    >>> additive(np.asarray([[2.0]]), np.asarray([[1.0], [5.0]]), one, one, one[0]).tolist()
    [[3.0, 7.0]]
    """
    return _hidden("additive", q, k, w_q, w_k, w_out) @ w_out


def additive_tanh(q, k, w_q, w_k, w_out):
    """Return tanh(q W_q + k W_k) w_out, the additive score of Bahdanau, Cho and Bengio (2015).

    Shapes as in `additive`. It is a network with one hidden layer, fed with q beside k.

    >>> import numpy as np
    >>> one = np.ones((1, 1))
    >>> additive_tanh(np.asarray([[0.0]]), np.asarray([[0.0]]), one, one, one[0]).tolist()
    [[0.0]]
    """
    hidden = _hidden("additive_tanh", q, k, w_q, w_k, w_out)
    return array_namespace(hidden).tanh(hidden) @ w_out


def cosine(q, k):
    """Return the cosines q · k / (|q| |k|): similarities, from -1 to 1.

    Shapes as in `dot`. A zero query or key has no direction and is refused. Vectors are divided by
    their largest entry first, so that no square overflows.

    >>> import numpy as np
    >>> cosine(np.asarray([1.0, 0.0]), np.asarray([[5.0, 0.0], [-3.0, 0.0]])).tolist()
    [1.0, -1.0]
    """
    xp = float_arrays("cosine", q=q, k=k)
    _check_sizes("cosine", q, k)
    return _direction(xp, "q", q) @ _direction(xp, "k", k).mT


def _direction(xp, name, vectors):
    empty = vectors.shape[-1] == 0
    largest = vectors if empty else xp.max(abs(vectors), axis=-1, keepdims=True)
    if empty or bool(xp.any(largest == 0)):
        raise ValueError(
            f"cosine: {name} contains a zero vector; expected directions, because the angle with a "
            "zero vector is not defined"
        )
    scaled = vectors / largest
    return scaled / xp.sqrt(xp.sum(scaled * scaled, axis=-1, keepdims=True))


def _hidden(function, q, k, w_q, w_k, w_out):
    """Return q W_q + k W_k for every query with every key: (..., m, n, d)."""
    xp = float_arrays(function, q=q, k=k, w_q=w_q, w_k=w_k, w_out=w_out)
    _check_weights(function, q, k, w_q, w_k, w_out)
    return xp.expand_dims(q @ w_q, axis=-2) + xp.expand_dims(k @ w_k, axis=-3)


def _check_sizes(function, q, k):
    if q.ndim == 0 or k.ndim < 2 or q.shape[-1] != k.shape[-1]:
        d = q.shape[-1] if q.ndim else "d"
        raise ValueError(
            f"{function}: q has shape {q.shape} and k has shape {k.shape}; expected q (..., m, d) "
            f"or (d,) and k (..., n, d), here with d = {d}, because each entry meets one"
        )
    batches_agree(function, q=q.shape[:-2], k=k.shape[:-2])


def _check_weights(function, q, k, w_q, w_k, w_out):
    fits = (
        q.ndim >= 2 and k.ndim >= 2 and w_q.ndim == w_k.ndim == 2 and w_out.ndim == 1
        and q.shape[-1] == w_q.shape[0] and k.shape[-1] == w_k.shape[0]
        and w_q.shape[1] == w_k.shape[1] == w_out.shape[0]
    )  # fmt: skip
    if not fits:
        raise ValueError(
            f"{function}: q has shape {q.shape}, k {k.shape}, w_q {w_q.shape}, w_k {w_k.shape}, "
            f"w_out {w_out.shape}; expected (..., m, d_q), (..., n, d_k), (d_q, d), (d_k, d), (d,)"
        )
    batches_agree(function, q=q.shape[:-2], k=k.shape[:-2])
