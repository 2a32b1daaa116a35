"""The contrastive loss on the sphere: T. Wang and P. Isola (2020), arXiv:2005.10242."""

from theory.claim import Claim, Hypothesis
from theory.contrastive.loss import loss
from theory.letters import N, a, d, j, k, n
from theory.scaling.random_rows import PROBABILITIES, E, P
from theory.shared_words import dot, length_squared, mean
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, log
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.variables import index, nonnegative, positive, real
from theory.stating.vocabulary import letter, word

p, f = real("f^+"), numbers("f^-", n)
copies, copy, o = N, index("c", N), index("o", N)
lead = total((f - p).map(exp))
repeated = loss(p, every(copy, j, entry=f[j]))  # with each negative N times
c = positive("c")
# Negatives of random scores: how far ahead of the positive, and the loss.
G, mu, v = numbers("f^-", n, N), real("mu"), nonnegative("v")
ahead = (G - p).map(exp)
lost = numbers("ell", N)
# Which negatives are alike, and which are others; and the scores.
b, r = numbers("b", n, N, domain="bit"), numbers("r", n, N, domain="bit")
F, q, s = numbers("f^-", n, N), real("q"), real("s")
alike = letter("C", every(o, entry=total(every(k, entry=b[k, o]))))
other = letter("R", every(o, entry=total(every(k, entry=r[k, o]))))
# Points on the sphere.
u, w = index("i", n + 1), index("k", n + 1)
U = numbers("u", n + 1, d)
e, e_plus, e_minus, T = numbers("e", d), numbers("e^+", d), numbers("e^-", n, d), positive("T")
near = exp(-length_squared(e - e_plus) / (2 * T))
others = every(j, entry=exp(-length_squared(e - e_minus[j]) / (2 * T)))
scored = loss(dot(e, e_plus) / T, every(j, entry=dot(e, e_minus[j]) / T))
tilt = letter("t", every(u, w, entry=(dot(U[u], U[w]) + 1 / n) / T))
whole = letter("s", every(a, entry=total(every(u, entry=U[u, a]))))


def of_others(entry):
    """Sum over all pairs of different points."""
    return total(every(u, w, entry=(1 - delta(u, w)) * entry))


crowd, least = of_others(exp(dot(U[u], U[w]) / T)), exp(-1 / (n * T))


@word(r"\mathrm{{E}}_{{{n}}}[(e^{{\mathcal L}} - 1)/{n}]", computed=True)
def sampled_exponential(n):
    """Of the loss at temperature 1 of equal pairs with n negatives, uniform on the sphere."""


@word(r"\mathrm{{E}}_{{{n}}}[((e^{{\mathcal L}} - 1)/{n} - {mu})^2]", computed=True)
def sampled_deviation(n, mu):
    """How far that is from a number, squared."""


ON_SPHERE = (1 - exp(-2)) / 2  # of a uniform number t in [-1, 1]: the mean of exp(t - 1)
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
        note="The first part draws pairs near, the second spreads all. As negatives that are drawn "
        "independently grow in number, the mean tends to an expectation.",
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
            equal(exp(repeated) / copies, 1 / copies + lead),
            line(repeated - log(copies), to(copies, INFINITY), log(c)),
            given=line(lead, "=", c),
        ),
        says="With each negative N times, the exponential of the loss, over N, is 1/N plus the "
        "sum of the exponentials of the negatives' leads over the positive. As N grows, the loss "
        "less log N tends to the logarithm of that sum.",
        note="One part draws pairs near, the other spreads all. Wang and Isola's theorem 1 is "
        "about negatives that are drawn: contrastive.drawn-negatives.",
        builds_on=("contrastive.nearness-and-spread",),
    ),
    Claim(
        id="contrastive.drawn-negatives",
        states=states(
            equal(E((exp(lost) - 1) / n), mu),
            equal(E(((exp(lost) - 1) / n - mu) ** 2), v / n),
            line(exp(E(lost)), "≤", 1 + n * mu),
            given=(PROBABILITIES, line(lost[o], "=", loss(p, every(k, entry=G[k, o])))),
            hypotheses={
                "one-mean": Hypothesis(
                    "the exponentials of the negatives' leads have one mean",
                    line(E(ahead[k]), "=", mu),
                ),
                "uncorrelated": Hypothesis(
                    "each has variance v, and those of different negatives are uncorrelated",
                    line(E((ahead[j] - mu) * (ahead[k] - mu)), "=", delta(j, k) * v),
                ),
            },
        ),
        says="For one anchor and positive and n negatives drawn independently from one "
        "distribution, the exponential of the loss, less 1, over n, has as its mean the mean "
        "exponential of one negative's lead, and as its variance that exponential's variance over "
        "n. So it tends to this mean, off by the order of 1/√n. The exponential of the mean loss "
        "is at most 1 plus n times this mean.",
        note="Wang and Isola 2020, theorem 1, have the limit of the loss itself.",
        builds_on=("contrastive.many-negatives", "kernel.a-mean-varies-by-an-nth"),
    ),
    Claim(
        id="contrastive.sampled-losses-have-the-proved-mean",
        kind="random",
        states=states(
            equal(sampled_exponential(n), ON_SPHERE),
            equal(sampled_deviation(n, ON_SPHERE), ((1 - exp(-4)) / 4 - ON_SPHERE**2) / n),
        ),
        says="For equal pairs at temperature 1, and n negatives uniform on the unit sphere in "
        "three dimensions, the exponential of the sampled loss, less 1, over n, has the mean (1 - "
        "e^(-2))/2, and a variance that falls like 1/n.",
        builds_on=("contrastive.drawn-negatives",),
    ),
    Claim(
        id="contrastive.nearness-is-greatest-for-equal-pairs",
        states=states(
            line(
                dot(e, e_plus) / T,
                "=",
                1 / T - length_squared(e - e_plus) / (2 * T),
                "≤",
                1 / T,
            ),
            given=(line(length_squared(e), "=", 1), line(length_squared(e_plus), "=", 1)),
        ),
        says="On the unit sphere, the score of a pair is at most 1/T, and falls short of it by "
        "the squared distance over 2 T: the part that draws pairs near is best where they are "
        "equal.",
        builds_on=("contrastive.nearness-and-spread",),
    ),
    Claim(
        id="contrastive.spread-has-a-bound",
        states=states(
            line(
                crowd,
                "=",
                least
                * (
                    n * (n + 1)
                    + of_others(exp(tilt[u, w]) - 1 - tilt[u, w])
                    + length_squared(whole) / T
                ),
                "≥",
                n * (n + 1) * least,
            ),
            equal(
                crowd,
                n * (n + 1) * least,
                when=line(dot(U[u], U[w]), "=", (1 + 1 / n) * delta(u, w) - 1 / n),
            ),
            equal(exp(dot(e, -e) / T), exp(-1 / T)),
            given=(line(length_squared(U[u]), "=", 1), line(length_squared(e), "=", 1)),
        ),
        says="For n + 1 points on the unit sphere, the exponentials of the scores of different "
        "points have a mean of at least e^(-1/(n T)). It is reached where all different points "
        "have the product -1/n, and by two opposite points. Where two different points have the "
        "product -1/n + T t, and all points the sum s, the sum of the exponentials exceeds its "
        "least value by e^(-1/(n T)) times Σ (e^t - 1 - t) + ‖s‖²/T.",
        note="So the bound is reached nowhere else, as e^t - 1 - t is 0 at t = 0 alone. Wang and "
        "Isola 2020 have the limit of many points, which the uniform distribution reaches. The "
        "corners of a regular simplex on the sphere have the product -1/n; n + 1 of them need "
        "width n.",
        builds_on=("contrastive.nearness-and-spread",),
    ),
    Claim(
        id="contrastive.logarithm-is-approached",
        states=states(
            equal(mean(P, lost), E(every(o, entry=log(1 + alike[o] + exp(-s) * other[o])))),
            line(log(n + 1) - mean(P, lost), "≥", log(n + 1) - n * (q + (1 - q) * exp(-s))),
            given=(
                PROBABILITIES,
                line(lost[o], "=", loss(p, every(k, entry=F[k, o]))),
                line(exp(F[k, o]), "=", exp(p) * (b[k, o] + r[k, o] * exp(-s))),
                line(r[k, o], "=", 1 - b[k, o]),
                line(E(b[k]), "=", q),
            ),
        ),
        says="Scores that single out what is alike give it the positive's score, and give all "
        "else s less. With C alike negatives and R others they lose log(1 + C + R e^(-s)). If "
        "each of n negatives is alike with probability q, log(n + 1) less the mean loss is at "
        "least log(n + 1) - n (q + (1 - q) e^(-s)).",
        note="So much mutual information they certify, if negatives are drawn fairly "
        "(contrastive.bounds-mutual-information). It is as near to log(n + 1) as one likes where "
        "q is small, as among many values, and s large.",
        builds_on=("contrastive.bounds-mutual-information",),
    ),
)
