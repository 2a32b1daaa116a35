"""What the code of kernel regression computes, at all sizes."""

from impl.kernel import gaussian, kernel_regression
from impl.scores import dot
from proofs.engine.evidence import computes

computes(
    "kernel.gaussian",
    {"gaussian": lambda beta, u: gaussian(dot(u, u[None, :])[0], beta)},
    "as it is printed",
)


computes(
    "kernel.regression",
    {"regression": lambda beta, query, x, y: kernel_regression(query, x, y, beta)},
    "the kernel is the exponential of its logarithm; the largest cancels",
)
