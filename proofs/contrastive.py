"""Why the claims on the contrastive loss hold.

Method: derivations for any number n of negatives; the bound on mutual information for any finite
number of equally or unequally likely outcomes, with E as a sum.
"""

import sympy as sp

from impl.contrastive import contrastive_loss, dot_contrastive_loss
from proofs.arrays import symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, derivation, exact_run, necessity
from theory import contrastive as theory
from theory.softmax import weight
from theory.symbols import at, family, i, j, n, nonnegative, positive, real, sum_over

f, e, g, N_ = (family(name) for name in ("f", "e", "g", "N"))
own = real("p")


@exact_run("contrastive.loss")
def the_loss_is_the_printed_logarithm():
    for count in (1, 2, 3):
        ours = contrastive_loss(symbols.array(own), symbols.entries(f, count)).data.item()
        yield f"n = {count}", [ours, real("t")], [at(theory.loss(own, f), n=count), real("t")]
    anchor, positive_, negatives = symbols.entries(e, 2), symbols.entries(g, 2), (1, 2)
    ours = dot_contrastive_loss(anchor, positive_, symbols.entries(N_, 2, 2)).data.item()
    dots = {k: sum(e[a] * N_[k, a] for a in (1, 2)) for k in negatives}
    printed = at(theory.loss(sum(e[a] * g[a] for a in (1, 2)), f), n=2)
    printed = printed.subs({f[k]: dots[k] for k in negatives})
    yield "dot products, n = 2, d = 2", [ours, real("t")], [printed, real("t")]


@derivation(
    "contrastive.cross-entropy",
    wrong=lambda: Chain(theory.loss(own, f)).equals(
        sp.log(sum_over(j, sp.exp(f[j] - own))), "no 1"
    ),
)
def the_loss_depends_on_differences():
    return Chain(sp.exp(theory.loss(own, f))).equals(
        1 + sum_over(j, sp.exp(f[j] - own)), "divided by exp(f⁺), inside the logarithm"
    )


@derivation(
    "contrastive.positive",
    wrong=lambda: Chain(_inverse()).above(2, "at least a bit"),
)
def the_loss_is_positive():
    return Chain(_inverse()).above(1, "exponentials are positive, and log 1 = 0")


def _inverse():
    """exp of the loss."""
    return 1 + sum_over(j, sp.exp(f[j] - own))


@derivation(
    "contrastive.blind-scores",
    wrong=lambda: Chain(theory.loss(own, lambda _: own)).equals(sp.log(n), "without the positive"),
)
def equal_scores_lose_the_logarithm():
    return Chain(theory.loss(own, lambda _: own)).equals(sp.log(n + 1), "one weight of n + 1")


@derivation(
    "contrastive.bounded-scores",
    wrong=lambda: Chain(_bounded()).at_least(1 + n, "as if blind"),
)
def bounded_scores_keep_a_loss():
    return Chain(_bounded()).at_least(
        1 + n * sp.exp(-nonnegative("D")), "each difference is t_k - D with t_k ≥ 0"
    )


def _bounded():
    return 1 + sum_over(j, sp.exp(family("t", nonnegative=True)[j] - nonnegative("D")))


@necessity("contrastive.bounded-scores", "bounded-lead")
def a_larger_lead_has_a_smaller_loss():
    loss = contrastive_loss(symbols.array(sp.log(8)), symbols.array([0])).data.item()
    return Witness(
        given={"f⁺": "log 8", "f⁻": "0", "D": "0", "n": "1"},
        claimed="the loss is at least log 2",
        left=loss,
        op="≥",
        right=sp.log(2),
        ours=sp.N(loss, 6),
        instead="the loss",
    )


@derivation(
    "contrastive.gradient",
    wrong=lambda: Chain(sp.Derivative(theory.loss(own, f), own)).equals(
        theory.probability(own, f), "pushed by its weight"
    ),
)
def the_positive_is_pulled():
    return Chain(sp.Derivative(theory.loss(own, f), own)).equals(
        theory.probability(own, f) - 1, "the derivative of a logarithm of a sum"
    )


@derivation(
    "contrastive.gradient",
    wrong=lambda: Chain(sp.Derivative(theory.loss(own, f), f[i])).equals(0, "it is not felt"),
)
def each_negative_is_pushed():
    total = sp.exp(own) + sum_over(j, sp.exp(f[j]))
    return Chain(sp.Derivative(theory.loss(own, f), f[i])).equals(
        sp.exp(f[i]) / total, "its weight"
    )


@derivation(
    "contrastive.optimum-is-the-posterior",
    wrong=lambda: Chain(_weights()).equals(1 / n, "uniform"),
)
def weights_are_posteriors():
    ratio = family("rho", positive=True)
    return Chain(_weights()).equals(
        ratio[i] / sum_over(j, ratio[j]), "exp(log ρ + c), and c cancels"
    )


def _weights():
    ratio = family("rho", positive=True)
    return weight(lambda place: sp.log(ratio[place]) + real("c"), i)


def _gain():
    """E over true pairs of log w, w the weight of the positive times (n + 1) divided by ρ.

    Outcomes j have probability p_j if anchor and positive are drawn apart, and p_j ρ_j if drawn
    together; w = exp(t).
    """
    chance, ratio = family("p", nonnegative=True), family("rho", nonnegative=True)
    return sum_over(j, chance[j] * ratio[j] * family("t")[j])


@derivation(
    "contrastive.bounds-mutual-information",
    wrong=lambda: Chain(_gain()).at_most(-1, "strictly less"),
)
def the_estimate_stays_below_the_information():
    # log(n + 1) - E L - I = E log w. Drawn apart, the n + 1 candidates are alike, so each has the
    # mean weight 1/(n + 1): Σ p ρ w = (n + 1) E weight = 1. And Σ p ρ = 1.
    chance, ratio = family("p", nonnegative=True), family("rho", nonnegative=True)
    together = chance[j] * ratio[j]
    return (
        Chain(_gain())
        .at_most(sum_over(j, together * (sp.exp(family("t")[j]) - 1)), "log w ≤ w - 1")
        .equals(sum_over(j, together * sp.exp(family("t")[j])) - sum_over(j, together), "two sums")
        .given("fair-negatives", sum_over(j, together * sp.exp(family("t")[j])), 1, "symmetry")
        .given("fair-negatives", sum_over(j, together), 1, "probabilities")
        .equals(0, "1 - 1")
    )


@necessity("contrastive.bounds-mutual-information", "fair-negatives")
def negatives_that_give_the_positive_away():
    nine = sp.log(9)  # the score of y = 1; that of y = 0 is 0
    losses = [
        contrastive_loss(symbols.array(good), symbols.array([bad])).data.item()
        for good, bad in ((nine, 0), (0, nine))
    ]
    mean = sp.Rational(9, 10) * losses[0] + sp.Rational(1, 10) * losses[1]
    return Witness(
        given={"y": "1 nine times in ten, whatever x, so I = 0", "negative": "always 1 - y"},
        claimed="log 2 - E L ≤ I = 0",
        left=sp.log(2) - mean,
        op="≤",
        right=0,
        ours=sp.N(mean, 6),
        instead="the mean loss, below log 2",
    )


@derivation(
    "contrastive.certifies-at-most-log-n",
    wrong=lambda: Chain(_certified()).above(n + 1, "more than there are candidates"),
)
def the_estimate_is_below_the_logarithm():
    return Chain(_certified()).below(n + 1, "exp(log(n + 1) - L), and exp(L) > 1")


def _certified():
    """exp of the estimate, with exp(L) = 1 + s and s > 0."""
    return (n + 1) / (1 + positive("s"))
