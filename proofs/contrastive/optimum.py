"""Why the scores that lose least are logarithms of density ratios.

Method: Bayes and the slope of the mean loss, for any number of candidates; by exact mean losses,
other scores lose less where negatives are not drawn fairly.
"""

import sympy as sp

from proofs.contrastive.loss import mean_of
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from theory.softmax import ratio, weight
from theory.symbols import family, i, j, k, n, positive, real, sum_over

f = family("f")
rho = family("rho", positive=True)


@derivation("contrastive.optimum-is-the-posterior")
def the_posterior_is_a_ratio_of_density_ratios():
    return Chain(ratio(_positive_at, i)).equals(
        ratio(rho, i), "Bayes: what all candidates share cancels"
    )


refuses(
    the_posterior_is_a_ratio_of_density_ratios,
    lambda: Chain(ratio(_positive_at, i)).equals(1 / n, "all alike"),
)


def _positive_at(place):
    """The chance of the bag with its positive there: Π p(y_k), 1/n for the place, and ρ."""
    return positive("P") / n * rho[place]


@derivation("contrastive.optimum-is-the-posterior")
def weights_are_posteriors():
    return Chain(weight(_best, i)).equals(ratio(rho, i), "exp(log ρ + c), and c cancels")


refuses(weights_are_posteriors, lambda: Chain(weight(_best, i)).equals(1 / n, "uniform"))


def _best(place):
    return sp.log(rho[place]) + real("c")


@derivation("contrastive.optimum-is-the-posterior")
def the_slope_is_the_weight_less_the_posterior():
    return Chain(sp.Derivative(_mean_loss(), f[k])).equals(
        weight(f, k) - ratio(rho, k), "posterior probabilities sum to 1"
    )


refuses(
    the_slope_is_the_weight_less_the_posterior,
    lambda: Chain(sp.Derivative(_mean_loss(), f[k])).equals(0, "for any scores"),
)


def _mean_loss():
    """Σ_i π_i L_i over the n candidates of a bag, L_i = log Σ exp(f_j) - f_i."""
    return sum_over(i, ratio(rho, i) * (sp.log(sum_over(j, sp.exp(f[j]))) - f[i]))


def _slope(given, cases, lead):
    """The slope of the mean over equally likely cases; f has the given lead at f = log ρ."""
    slope = sp.diff(mean_of(cases(real("s"))), real("s")).subs(real("s"), lead)
    return Witness(
        given=given,
        claimed="the mean loss has the slope 0 at f = log ρ",
        left=sp.nsimplify(slope),
        op="=",
        right=0,
        ours=sp.N(slope, 6),
        instead="the slope by s",
    )


@necessity("contrastive.optimum-is-the-posterior", "same-distribution")
def negatives_of_another_kind_are_told_by_their_kind():
    return _slope(
        {"y": "1 with probability 9/10, whatever x, so ρ = 1", "negative": "0", "f": "s for y = 1"},
        lambda s: [(s, [0])] * 9 + [(0, [0])],
        0,
    )


@necessity("contrastive.optimum-is-the-posterior", "independent-of-the-pair")
def negatives_that_avoid_the_anchor_are_told_by_it():
    return _slope(
        {"x, y": "independent fair coins, so ρ = 1", "negative": "1 - x", "f": "s for y = x"},
        lambda s: [(s, [0]), (0, [0])],
        0,
    )


@necessity("contrastive.optimum-is-the-posterior", "independent-of-each-other")
def copies_of_one_negative_are_told_by_being_copies():
    def cases(s):
        told = [(s, [0, 0])] * 9 + [(0, [s, s])]
        return told + [(s, [s, s])] * 9 + [(0, [0, 0])]

    return _slope(
        {"x": "a fair coin", "y": "x with probability 9/10, so ρ = 9/5 or 1/5",
         "2 negatives": "copies of one fair coin", "f": "s for y = x"},
        cases,
        sp.log(9),
    )  # fmt: skip
