"""The feed-forward net: two linear layers with a bend between them, the same for every row."""

from impl.arrays import Array, Layer, Params
from impl.checks import params_fit, shapes_fit

PARAMS = {"w_1": "d d_ff", "b_1": "d_ff", "w_2": "d_ff d_out", "b_2": "d_out"}


def relu(x: Array) -> Array:
    """Return max(0, x), entry by entry.

    >>> import numpy as np
    >>> relu(np.asarray([-2.0, 3.0])).tolist()
    [0.0, 3.0]
    """
    return shapes_fit("relu", x=(x, "...")).maximum(x, 0)


def gelu(x: Array) -> Array:
    """Return x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, Hendrycks and Gimpel's form of x Φ(x).

    It differs from x Φ(x) by less than 5e-4 and its rounding (feedforward.gelu-is-close).

    >>> import numpy as np
    >>> gelu(np.asarray([-10.0, 0.0, 10.0])).tolist()
    [-0.0, 0.0, 10.0]
    """
    xp = shapes_fit("gelu", x=(x, "..."))
    bounded = xp.maximum(xp.minimum(x, 20), -20)  # beyond, the tanh is ±1 and x³ may overflow
    cubic = xp.astype(xp.asarray(44715, dtype=xp.float64) / 1000000, x.dtype)
    inside = bounded + bounded * bounded * bounded * cubic
    share = (1 + xp.tanh(inside * xp.sqrt(xp.asarray(2 / xp.pi, dtype=x.dtype)))) / 2
    return xp.maximum(x, -20) * share  # below, the share is 0


def feed_forward(x: Array, params: Params, activation: Layer = relu) -> Array:
    """Return activation(x W_1 + b_1) W_2 + b_2.

    params: see PARAMS. activation: a function of arrays, entry by entry. Returns (..., d_out).

    >>> import numpy as np
    >>> params = {"w_1": np.asarray([[1.0, -1.0]]), "b_1": np.zeros(2),
    ...           "w_2": np.ones((2, 1)), "b_2": np.zeros(1)}
    >>> feed_forward(np.asarray([[-3.0], [2.0]]), params).tolist()  # relu(x) + relu(-x) = |x|
    [[3.0], [2.0]]
    """
    params_fit("feed_forward", params, PARAMS, x=(x, "... d"))
    hidden = activation(x @ params["w_1"] + params["b_1"])  # (..., d_ff)
    return hidden @ params["w_2"] + params["b_2"]  # (..., d_out)
