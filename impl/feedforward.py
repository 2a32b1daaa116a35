"""The feed-forward net: two linear layers with a bend between them, the same for every row."""

from impl.checks import float_arrays, named

PARAMS = ("w_1", "b_1", "w_2", "b_2")


def relu(x):
    """Return max(0, x), entry by entry.

    >>> import numpy as np
    >>> relu(np.asarray([-2.0, 3.0])).tolist()
    [0.0, 3.0]
    """
    return float_arrays("relu", x=x).maximum(x, 0)


def gelu(x):
    """Return x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, Hendrycks and Gimpel's form of x Φ(x).

    It differs from x Φ(x) by less than 5e-4 and its rounding (feedforward.gelu-is-close).

    >>> import numpy as np
    >>> gelu(np.asarray([-10.0, 0.0, 10.0])).tolist()
    [-0.0, 0.0, 10.0]
    """
    xp = float_arrays("gelu", x=x)
    bounded = xp.maximum(xp.minimum(x, 20), -20)  # beyond, the tanh is ±1 and x³ may overflow
    cubic = xp.astype(xp.asarray(44715, dtype=xp.float64) / 1000000, x.dtype)
    inside = bounded + bounded * bounded * bounded * cubic
    share = (1 + xp.tanh(inside * xp.sqrt(xp.asarray(2 / xp.pi, dtype=x.dtype)))) / 2
    return xp.maximum(x, -20) * share  # below, the share is 0


def feed_forward(x, params, activation=relu):
    """Return activation(x W_1 + b_1) W_2 + b_2.

    x: (..., d). params: arrays w_1 (d, d_ff), b_1 (d_ff,), w_2 (d_ff, d_out), b_2 (d_out,).
    activation: a function of arrays, entry by entry. Returns (..., d_out).

    >>> import numpy as np
    >>> params = {"w_1": np.asarray([[1.0, -1.0]]), "b_1": np.zeros(2),
    ...           "w_2": np.ones((2, 1)), "b_2": np.zeros(1)}
    >>> feed_forward(np.asarray([[-3.0], [2.0]]), params).tolist()  # relu(x) + relu(-x) = |x|
    [[3.0], [2.0]]
    """
    w_1, b_1, w_2, b_2 = named("feed_forward", params, PARAMS)
    float_arrays("feed_forward", x=x, **params)
    _check_sizes(x, w_1, b_1, w_2, b_2)
    hidden = activation(x @ w_1 + b_1)  # (..., d_ff)
    return hidden @ w_2 + b_2  # (..., d_out)


def _check_sizes(x, w_1, b_1, w_2, b_2):
    fits = (
        x.ndim >= 1 and w_1.ndim == w_2.ndim == 2 and x.shape[-1] == w_1.shape[0]
        and b_1.shape == w_1.shape[1:] == w_2.shape[:1] and b_2.shape == w_2.shape[1:]
    )  # fmt: skip
    if not fits:
        raise ValueError(
            f"feed_forward: x has shape {x.shape}, w_1 {w_1.shape}, b_1 {b_1.shape}, w_2 "
            f"{w_2.shape}, b_2 {b_2.shape}; expected (..., d), (d, d_ff), (d_ff,), (d_ff, d_out), "
            "(d_out,)"
        )
