"""Linear attention: the sum over the keys is a state, whose size does not grow with them."""

from collections.abc import Callable
from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.options import truth
from impl.refusals import ArgumentValueError


def elu_plus_one(x: Array) -> Array:
    """Return x + 1 where x is positive, else exp(x), entry by entry.

    exp(x) and not expm1(x) + 1, which is 0 in float64 from x = -37.5 on.

    >>> import numpy as np
    >>> elu_plus_one(np.asarray([2.0, 0.0, -1.0])).round(4).tolist()
    [3.0, 1.0, 0.3679]
    """
    xp = shapes_fit("elu_plus_one", x=(x, "..."))
    zero = xp.zeros_like(x)
    return xp.maximum(x, zero) + xp.exp(xp.minimum(x, zero))


def linear_attention(
    q: Array,
    k: Array,
    v: Array,
    features: Callable | None = elu_plus_one,
    is_causal: bool = False,
) -> Array:
    """Average the values by products of features: φ(q)·Σ_j φ(k_j) v_j / φ(q)·Σ_j φ(k_j).

    q: (..., m, d_k), or one query (d_k,). features: a function of an array of rows; None if queries
    and keys are features already. is_causal: query i attends to the keys up to the i-th. Returns
    (..., m, d_v), or (d_v,).

    The sums over the keys come first, so the work grows with n and not with m n
    (kernel.linear-attention-is-a-state). Products that sum to zero are refused.

    >>> import numpy as np
    >>> one = np.ones((2, 1))
    >>> linear_attention(one, one, np.asarray([[3.0], [5.0]]), is_causal=True).tolist()
    [[3.0], [4.0]]
    """
    name = "linear_attention"
    shapes_fit(name, q=(q, "... m? d_k"), k=(k, "... n+ d_k"), v=(v, "... n d_v"))
    truth(name, "is_causal", is_causal)
    xp = array_namespace(q)
    f, psi = (q, k) if features is None else (features(q), features(k))
    queries = xp.expand_dims(f, axis=0) if f.ndim == 1 else f
    if is_causal:
        _check_causal(q, k)
        states = xp.expand_dims(psi, axis=-1) * xp.expand_dims(v, axis=-2)  # (..., n, N, d_v)
        states = xp.cumulative_sum(states, axis=-3)
        masses = xp.cumulative_sum(psi, axis=-2)  # (..., n, N)
        output = (xp.expand_dims(queries, axis=-2) @ states)[..., 0, :]
        mass = xp.sum(queries * masses, axis=-1, keepdims=True)
    else:
        output = queries @ (psi.mT @ v)  # (..., m, d_v)
        mass = queries @ xp.expand_dims(xp.sum(psi, axis=-2), axis=-1)  # (..., m, 1)
    _check_mass(xp, mass)
    output = output / mass
    return output[..., 0, :] if q.ndim == 1 else output


def _check_causal(q: Array, k: Array) -> None:
    """Refuse causal attention of other than n queries to n keys."""
    if q.ndim == 1 or q.shape[-2] != k.shape[-2]:
        what = f"has shape {tuple(q.shape)}, expected as many rows as k {tuple(k.shape)}"
        raise ArgumentValueError("linear_attention", q=what + ", as it is causal")


def _check_mass(xp: Any, mass: Array) -> None:
    """Refuse features whose products sum to zero: there are no weights."""
    if bool(xp.any(mass == 0)):
        what = "make products of features that sum to zero, expected another sum: it divides"
        raise ArgumentValueError("linear_attention", **{"q and k": what})
