"""The contrastive loss on the sphere: T. Wang and P. Isola (2020), arXiv:2005.10242."""

from theory.claim import Claim
from theory.contrastive_loss import loss
from theory.letters import N, d, j, n
from theory.stating.families import every, exp, index, log, numbers, positive, real, total
from theory.stating.statements import equal, line, states
from theory.words import dot, length_squared

p, f = real("f^+"), numbers("f^-", n)
copies, copy, o = N, index("c", N), index("o", N)
lead = total((f - p).map(exp))
chances, lost = numbers("P", N, domain="nonnegative"), numbers("ell", N, domain="nonnegative")
met = real("q")
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
    Claim(
        id="contrastive.many-negatives",
        states=states(
            equal(exp(loss(p, every(copy, j, entry=f[j]))) / copies, 1 / copies + lead),
        ),
        says="With each negative N times, the exponential of the loss, over N, is the sum of "
        "exponentials of what the negatives score more than the positive, and 1/N.",
        note="So as N grows, the loss less log N tends to the logarithm of that sum: one part "
        "draws pairs near, the other spreads all (Wang and Isola 2020, theorem 1).",
        builds_on=("contrastive.nearness-and-spread",),
    ),
    Claim(
        id="contrastive.logarithm-is-reached",
        states=states(
            line(total(chances * lost), "≤", n * met),
            given=line(total(chances * every(o, entry=exp(lost[o]) - 1)), "=", n * met),
        ),
        says="Where a positive tells its anchor, scores that single out what is alike lose log(1 + "
        "C) with C alike negatives: if each of n is alike with probability q, at most n q in the "
        "mean.",
        note="So they certify at least log(n + 1) - n q, as near to log(n + 1) as one likes, if "
        "there are many values.",
        builds_on=("contrastive.bounds-mutual-information",),
    ),
)
