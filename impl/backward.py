"""The backward pass of attention: the gradients that its inputs get from those of its output."""

from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import mask_fits, shapes_fit
from impl.heads import finite_scores, in_order
from impl.lookup import weigh, weighted_sum
from impl.options import finite_number
from impl.refusals import speaking_for
from impl.scores import scaled


def attention_gradients(
    q: Array, k: Array, v: Array, upstream: Array,
    mask: Array | None = None, scale: float | None = None, is_causal: bool = False,
) -> tuple[Array, Array, Array]:  # fmt: skip
    """Return the gradients of Σ G∘O by q, k and v, with O = softmax(c q kᵀ) v.

    With the weights P: dV = Pᵀ G, dP = G Vᵀ, dS = P∘(dP - rowsum(P∘dP)), dQ = c dS K, dK = c dSᵀ Q.

    upstream: the gradients G by the output, (..., m, d_v). mask, scale c, is_causal: as in
    `scaled_dot_product_attention`. Each gradient has the shape of its input: where an input is
    stretched over a batch, as the keys of grouped heads are, its gradients are summed.

    A query with nothing to attend to gets and gives gradient 0. What a mask drops gets gradient 0
    (backward.masked-has-no-gradient) and has no influence, be it NaN.

    >>> import numpy as np
    >>> x, g = np.asarray([[0.0], [0.0]]), np.asarray([[1.0], [3.0]])
    >>> dq, dk, dv = attention_gradients(x, x, np.asarray([[2.0], [4.0]]), g, is_causal=True)
    >>> dv.tolist()
    [[2.5], [1.5]]
    """
    name = "attention_gradients"
    shapes_fit(name, q=(q, "... m d_k"), k=(k, "... n d_k"), v=(v, "... n d_v"),
               upstream=(upstream, "... m d_v"))  # fmt: skip
    if scale is not None:
        scale = finite_number(name, "scale", scale)
    order = in_order(name, q, k, is_causal)
    with speaking_for(name, scores="q"):
        p, kept = weigh(finite_scores(q, k, scale), mask, also=order)  # (..., m, n)
    back = None if kept is None else kept.mT
    dv = weighted_sum(p.mT, upstream, back)  # (..., n, d_v)
    ds = softmax_gradient(p, upstream @ v.mT, where=kept)  # (..., m, n)
    dq = weighted_sum(ds, scaled(k, scale), kept)  # (..., m, d_k)
    dk = weighted_sum(ds.mT, scaled(q, scale), back)  # (..., n, d_k)
    return _summed_to(dq, q), _summed_to(dk, k), _summed_to(dv, v)


def softmax_gradient(weights: Array, upstream: Array, where: Array | None = None) -> Array:
    """Return P∘(G - rowsum(P∘G)): the gradients by the scores, from those by the weights P.

    upstream: the gradients G, (..., n) as the weights. where: booleans that broadcast to them; what
    is at False gets gradient 0 and has no influence, be it NaN.

    >>> import numpy as np
    >>> softmax_gradient(np.asarray([0.5, 0.5]), np.asarray([3.0, 1.0])).tolist()
    [0.5, -0.5]
    """
    xp = shapes_fit("softmax_gradient", weights=(weights, "... n"), upstream=(upstream, "... n"))
    if where is not None:
        mask_fits("softmax_gradient", "where", where, weights, "bool")
        upstream = xp.where(where, upstream, 0)
    mean = xp.sum(weights * upstream, axis=-1, keepdims=True)  # (..., 1)
    gradient = weights * (upstream - mean)  # (..., n)
    return gradient if where is None else xp.where(where, gradient, 0)


def _summed_to(gradient: Array, x: Array) -> Any:
    """Return the gradient by x, summed over the axes along which x was stretched."""
    xp = array_namespace(x)
    while gradient.ndim > x.ndim:
        gradient = xp.sum(gradient, axis=0)
    for axis in range(x.ndim - 2):
        if x.shape[axis] != gradient.shape[axis]:
            gradient = xp.sum(gradient, axis=axis, keepdims=True)
    return gradient
