"""The contrastive loss on the sphere: T. Wang and P. Isola (2020), arXiv:2005.10242."""

from theory.claim import Claim
from theory.contrastive_loss import loss
from theory.letters import d, j, n
from theory.stating.families import every, exp, log, numbers, positive, total
from theory.stating.statements import equal, line, states
from theory.words import dot, length_squared

e, e_plus, e_minus, T = numbers("e", d), numbers("e^+", d), numbers("e^-", n, d), positive("T")
near = exp(-length_squared(e - e_plus) / (2 * T))
others = every(j, entry=exp(-length_squared(e - e_minus[j]) / (2 * T)))
scored = loss(dot(e, e_plus) / T, every(j, entry=dot(e, e_minus[j]) / T))

CLAIMS = (
    Claim(
        id="contrastive.nearness-and-spread",
        states=states(
            equal(
                scored,
                log(n + 1)
                - dot(e, e_plus) / T
                + log(
                    (exp(dot(e, e_plus) / T) + total(every(j, entry=exp(dot(e, e_minus[j]) / T))))
                    / (n + 1)
                ),
            )
        ),
        says="The loss is log(n + 1), less the score of the positive, plus the logarithm of "
        "the mean exponential of all scores.",
        note="The first part draws pairs near, the second spreads all. As negatives grow in "
        "number, the mean tends to an expectation.",
        builds_on=("contrastive.loss",),
    ),
    Claim(
        id="contrastive.temperature-is-a-width",
        states=states(
            equal(scored, -log(near / (near + total(others)))),
            given=(
                line(length_squared(e_plus), "=", length_squared(e)),
                line(length_squared(e_minus[j]), "=", length_squared(e)),
            ),
        ),
        says="For vectors of one length, the loss at temperature T is minus the logarithm of "
        "the positive's share of Gaussian kernels of width √T around the anchor.",
        note="So contrastive learning fits the weights of kernel regression.",
        builds_on=("contrastive.loss", "kernel.bridge-to-dot-product"),
    ),
)
