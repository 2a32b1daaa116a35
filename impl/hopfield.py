"""A modern Hopfield network: patterns are stored, and one step retrieves one of them."""

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.lookup import attention
from impl.options import positive_number
from impl.refusals import speaking_for
from impl.softmax import logsumexp


def hopfield_step(state: Array, stored: Array, beta: float) -> Array:
    """Move each state to the mean of the stored patterns: ξ' = softmax(β ξ Xᵀ) X.

    One state may come as (d,). Returns (..., m, d), or (d,). It is attention with the patterns as
    keys and as values, and goes down the gradient of `energy` (lookup.hopfield-step-descends).

    >>> import numpy as np
    >>> hopfield_step(np.asarray([0.6, 0.4]), np.eye(2), 100.0).round(3).tolist()
    [1.0, 0.0]
    """
    shapes_fit("hopfield_step", state=(state, "... m? d"), stored=(stored, "... n d"))
    positive_number("hopfield_step", "beta", beta)
    with speaking_for("hopfield_step", scores="state"):
        return attention((state * beta) @ stored.mT, stored)  # (..., m, d)


def energy(state: Array, stored: Array, beta: float) -> Array:
    """Return -log(Σ_j exp(β x_j · ξ))/β + |ξ|²/2 for each state ξ.

    Shaped as in `hopfield_step`, without d. A step never raises it (lookup.hopfield-energy-falls).

    >>> import numpy as np
    >>> energy(np.asarray([1.0, 0.0]), np.asarray([[1.0, 0.0]]), 2.0).tolist()
    -0.5
    """
    shapes_fit("energy", state=(state, "... m? d"), stored=(stored, "... n d"))
    positive_number("energy", "beta", beta)
    xp = array_namespace(state)
    with speaking_for("energy", x="state"):
        normaliser = logsumexp((state * beta) @ stored.mT)  # (..., m)
    return xp.sum(state * state, axis=-1) / 2 - normaliser / beta
