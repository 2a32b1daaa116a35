"""The gated net: hidden units times a gate, from a second linear layer."""

from impl.arrays import Array, Layer, Params
from impl.checks import params_fit, shapes_fit

PARAMS = {"w_gate": "d d_ff", "w_up": "d d_ff", "w_down": "d_ff d_out"}


def silu(x: Array) -> Array:
    """Return x σ(x) = x/(1 + exp(-x)), entry by entry. No exponential overflows.

    >>> import numpy as np
    >>> silu(np.asarray([-1000.0, 0.0, 1000.0])).tolist()
    [-0.0, 0.0, 1000.0]
    """
    xp = shapes_fit("silu", x=(x, "..."))
    for_it, against = xp.exp(xp.minimum(x, 0)), xp.exp(xp.minimum(-x, 0))
    return x * (for_it / (for_it + against))


def gated_feed_forward(x: Array, params: Params, activation: Layer = silu) -> Array:
    """Return (activation(x W_gate) · x W_up) W_down, the product entry by entry: SwiGLU.

    params: see PARAMS. activation: a function of arrays, entry by entry. Returns (..., d_out).

    >>> import numpy as np
    >>> params = {"w_gate": np.ones((1, 1)), "w_up": np.ones((1, 1)), "w_down": np.ones((1, 1))}
    >>> gated_feed_forward(np.asarray([[2.0]]), params, activation=lambda t: t).tolist()
    [[4.0]]
    """
    params_fit("gated_feed_forward", params, PARAMS, x=(x, "... d"))
    gate = activation(x @ params["w_gate"])  # (..., d_ff)
    return (gate * (x @ params["w_up"])) @ params["w_down"]  # (..., d_out)
