"""What the code of kernel regression computes, at all sizes."""

from impl.kernel import gaussian, kernel_regression
from impl.scores import dot
from proofs.engine.evidence import general_run


@general_run("kernel.gaussian", {"gaussian": lambda beta, u: gaussian(dot(u, u[None, :])[0], beta)})
def gaussian_is_the_printed_exponential(chain):
    return chain.closes("as it is printed")


@general_run(
    "kernel.regression",
    {"regression": lambda beta, query, x, y: kernel_regression(query, x, y, beta)},
)
def regression_is_the_mean_weighted_by_kernels(chain):
    return chain.closes("the kernel is the exponential of its logarithm; the largest cancels")
