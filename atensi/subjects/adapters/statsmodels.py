"""statsmodels: KernelReg with a Gaussian kernel, which predicts locally constant values."""

import numpy as np
import statsmodels
from statsmodels.nonparametric.kernel_regression import KernelReg

from atensi.subjects.offer import Offer, RefusedError


def by_width(x_query, x, y, width):
    """Predict with a kernel of the given width in each coordinate."""
    if x.ndim != 2:
        raise RefusedError("KernelReg takes no batches")
    d = x.shape[-1]
    model = KernelReg(y, x, "c" * d, reg_type="lc", bw=np.full(d, float(width)))
    return model.fit(x_query)[0]


def kernel_regression(x_query, x, y, beta):
    """Predict with a kernel whose width is 1/|β|; β = 0 would need one without end."""
    if not beta:
        raise RefusedError("KernelReg takes a width, so β is not 0")
    return by_width(x_query, x, y, 1 / abs(beta)).astype(x.dtype)  # it computes in float64


def offer():
    """Return what statsmodels offers."""
    functions = {"kernel_regression": kernel_regression, "kernel_regression_by_width": by_width}
    return Offer("statsmodels", functions, statsmodels.__version__)
