"""Why the claims on the contrastive loss hold.

Method: derivations for any number n of negatives; the bound on mutual information for any finite
number of equally or unequally likely bags of candidates, with E as a sum over bags and places.
"""

import sympy as sp

from impl.contrastive import contrastive_loss, dot_contrastive_loss
from proofs.arrays import symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, derivation, exact_run, necessity
from theory import contrastive as theory
from theory.softmax import ratio, weight
from theory.symbols import a, at, d, family, i, j, k, n, positive, real, sum_over

f, e, g, N_ = (family(name) for name in ("f", "e", "g", "N"))
own = real("p")


@exact_run("contrastive.loss")
def the_loss_is_the_printed_logarithm():
    for count in (1, 2, 3):
        ours = contrastive_loss(symbols.array(own), symbols.entries(f, count)).data.item()
        yield f"n = {count}", [ours], [at(theory.loss(own, f), n=count)]
    anchor, positive_, negatives = symbols.entries(e, 2), symbols.entries(g, 2), (1, 2)
    ours = dot_contrastive_loss(anchor, positive_, symbols.entries(N_, 2, 2)).data.item()
    dots = {row: sum(e[c] * N_[row, c] for c in (1, 2)) for row in negatives}
    printed = at(theory.loss(sum(e[c] * g[c] for c in (1, 2)), f), n=2)
    printed = printed.subs({f[row]: dots[row] for row in negatives})
    yield "dot products, n = 2, d = 2", [ours], [printed]


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
    return (
        Chain(_inverse())
        .equals(1 + sum_over(j, sp.exp(f[j] - own)), "contrastive.cross-entropy")
        .above(1, "exponentials are positive, and log 1 = 0")
    )


def _inverse():
    """exp of the loss."""
    return sp.exp(theory.loss(own, f))


@derivation(
    "contrastive.positive",
    wrong=lambda: Chain(_after_a_lead()).tends(lead, sp.oo, 1, "a whole unit", side="-"),
)
def a_growing_lead_has_a_vanishing_loss():
    return (
        Chain(_after_a_lead())
        .equals(sp.log(1 + n * sp.exp(-lead)), "n equal exponentials")
        .tends(lead, sp.oo, 0, "exp(-s) → 0", side="-")
    )


lead = positive("s")


def _after_a_lead():
    return theory.loss(own, lambda _: own - lead)


@necessity("contrastive.positive", "a-negative")
def without_negatives_nothing_is_lost():
    loss = contrastive_loss(symbols.array(own), symbols.array([])).data.item()
    return Witness(
        given={"n": "0"},
        claimed="the loss is positive",
        left=loss,
        op=">",
        right=0,
        ours=loss,
        instead="the loss of a positive without rivals",
    )


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
        1 + n * sp.exp(-real("D")), "the positive leads by D - t_k with t_k ≥ 0"
    )


def _bounded():
    slack, most = family("t", nonnegative=True), real("D")
    return sp.exp(theory.loss(own, lambda k: own - (most - slack[k])))


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


rho = family("rho", positive=True)


@derivation(
    "contrastive.optimum-is-the-posterior",
    wrong=lambda: Chain(ratio(_positive_at, i)).equals(1 / n, "all alike"),
)
def the_posterior_is_a_ratio_of_density_ratios():
    return Chain(ratio(_positive_at, i)).equals(
        ratio(rho, i), "Bayes: what all candidates share cancels"
    )


def _positive_at(place):
    """The chance of the bag with its positive there: Π p(y_k), 1/n for the place, and ρ."""
    return positive("P") / n * rho[place]


@derivation(
    "contrastive.optimum-is-the-posterior",
    wrong=lambda: Chain(weight(_best, i)).equals(1 / n, "uniform"),
)
def weights_are_posteriors():
    return Chain(weight(_best, i)).equals(ratio(rho, i), "exp(log ρ + c), and c cancels")


def _best(place):
    return sp.log(rho[place]) + real("c")


@derivation(
    "contrastive.optimum-is-the-posterior",
    wrong=lambda: Chain(sp.Derivative(_mean_loss(), f[k])).equals(0, "for any scores"),
)
def the_slope_is_the_weight_less_the_posterior():
    return Chain(sp.Derivative(_mean_loss(), f[k])).equals(
        weight(f, k) - ratio(rho, k), "posterior probabilities sum to 1"
    )


def _mean_loss():
    """Σ_i π_i L_i over the n candidates of a bag, L_i = log Σ exp(f_j) - f_i."""
    return sum_over(i, ratio(rho, i) * (sp.log(sum_over(j, sp.exp(f[j]))) - f[i]))


def _beyond_the_information():
    """log d - E L - I, E over bags j with their positive at place a, d candidates in all."""
    share = lambda place: theory.together(j, place) * d / theory.apart(j)  # noqa: E731  (ρ)
    loss = lambda place: -sp.log(theory.place_weight(j, place))  # noqa: E731
    inside = lambda place: sp.log(d) - loss(place) - sp.log(share(place))  # noqa: E731
    return sum_over(j, sum_over(a, theory.together(j, a) * inside(a)))


@derivation(
    "contrastive.bounds-mutual-information",
    wrong=lambda: Chain(_beyond_the_information()).at_most(-1, "strictly less"),
)
def the_estimate_stays_below_the_information():
    lead, weight_ = family("t"), theory.place_weight
    pairs = lambda of: sum_over(j, sum_over(a, of(j, a)))  # noqa: E731
    every = pairs(lambda z, place: theory.apart(z) * weight_(z, place))
    return (
        Chain(_beyond_the_information())
        .equals(pairs(lambda z, place: theory.together(z, place) * lead[z, place]), "log(d w/ρ)")
        .at_most(
            pairs(lambda z, place: theory.together(z, place) * (sp.exp(lead[z, place]) - 1)),
            "t ≤ exp(t) - 1",
        )
        .equals(every - pairs(theory.together), "two sums")
        .equals(sum_over(j, theory.apart(j)) - pairs(theory.together), "a bag's weights sum to 1")
        .given("independent-of-each-other", sum_over(j, theory.apart(j)), 1, "all bags, apart")
        .given("independent-of-the-pair", pairs(theory.together), 1, "all bags, together")
        .equals(0, "1 - 1")
    )


def _unfair(given, cases, information):
    """log(n + 1) - E L ≤ I, for equally likely cases (score of the positive, of the negatives)."""
    losses = [
        contrastive_loss(symbols.array(own), symbols.array(others)).data.item()
        for own, others in cases
    ]
    mean = sp.Rational(1, len(losses)) * sum(losses)
    return Witness(
        given=given,
        claimed="log(n + 1) - E L ≤ I",
        left=sp.log(len(cases[0][1]) + 1) - mean,
        op="≤",
        right=information,
        ours=sp.N(mean, 6),
        instead="the mean loss",
    )


NINE = sp.log(9)


@necessity("contrastive.bounds-mutual-information", "same-distribution")
def negatives_of_another_kind_give_the_positive_away():
    return _unfair(
        {"y": "1 nine times in ten, whatever x, so I = 0", "negative": "0", "f": "log 9 for y = 1"},
        [(NINE, [0])] * 9 + [(0, [0])],
        0,
    )


@necessity("contrastive.bounds-mutual-information", "independent-of-the-pair")
def negatives_that_avoid_the_anchor_give_the_positive_away():
    return _unfair(
        {"x, y": "fair coins, I = 0", "negative": "1 - x, a fair coin", "f": "log 9 for y = x"},
        [(NINE, [0]), (0, [0])],
        0,
    )


@necessity("contrastive.bounds-mutual-information", "independent-of-each-other")
def copies_of_one_negative_give_the_positive_away():
    high = sp.log(36)
    return _unfair(
        {"x = y": "a fair coin, I = log 2", "4 negatives": "copies of one other fair coin",
         "f": "log 36 for y = x"},
        [(high, [high] * 4), (high, [0] * 4)],
        sp.log(2),
    )  # fmt: skip
