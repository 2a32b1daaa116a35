"""SciPy: the functions of scipy.special."""

import scipy
from scipy import special

from atensi.subjects.offer import NotOfferedError, Offer


def softmax(x, axis=-1, where=None):
    """Call scipy.special.softmax."""
    if where is not None:
        raise NotOfferedError("scipy.special.softmax takes no where")
    return special.softmax(x, axis=axis)


def offer():
    """Return what SciPy offers."""
    return Offer(
        "scipy",
        {
            "softmax": softmax,
            "log_softmax": lambda x, axis=-1: special.log_softmax(x, axis=axis),
            "logsumexp": lambda x, axis=-1: special.logsumexp(x, axis=axis),
            "sigmoid": special.expit,
        },
        scipy.__version__,
    )
