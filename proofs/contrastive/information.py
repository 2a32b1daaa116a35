"""Why the loss bounds mutual information from below.

Method: a derivation for any finite number of equally or unequally likely bags of candidates, with E
as a sum over bags and places; exact mean losses where negatives are not drawn fairly.
"""

import sympy as sp

from proofs.contrastive.loss import mean_of
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from theory import contrastive as theory
from theory.symbols import a, d, family, j, sum_over


def _beyond_the_information():
    """log d - E L - I, E over bags j with their positive at place a, d candidates in all."""
    share = lambda place: theory.together(j, place) * d / theory.apart(j)  # ρ
    loss = lambda place: -sp.log(theory.place_weight(j, place))
    inside = lambda place: sp.log(d) - loss(place) - sp.log(share(place))
    return sum_over(j, sum_over(a, theory.together(j, a) * inside(a)))


@derivation("contrastive.bounds-mutual-information")
def the_estimate_stays_below_the_information():
    lead, weight_ = family("t"), theory.place_weight
    pairs = lambda of: sum_over(j, sum_over(a, of(j, a)))
    every = pairs(lambda z, place: theory.apart(z) * weight_(z, place))
    return (
        Chain(_beyond_the_information())
        .equals(pairs(lambda z, place: theory.together(z, place) * lead[z, place]), "log(d w/ρ)")
        .at_most(
            pairs(lambda z, place: theory.together(z, place) * (sp.exp(lead[z, place]) - 1)),
            "t ≤ exp(t) - 1",
        )
        .equals(every - pairs(theory.together), "split into two sums")
        .equals(sum_over(j, theory.apart(j)) - pairs(theory.together), "a bag's weights sum to 1")
        .given(
            "independent-of-each-other",
            sum_over(j, theory.apart(j)),
            1,
            "drawn apart, all bags have total probability 1",
        )
        .given(
            "independent-of-the-pair",
            pairs(theory.together),
            1,
            "drawn together, all bags have total probability 1",
        )
        .equals(0, "1 - 1 = 0")
    )


refuses(
    the_estimate_stays_below_the_information,
    lambda: Chain(_beyond_the_information()).at_most(-1, "strictly less"),
)


def _unfair(given, cases, information):
    """log(n + 1) - E L ≤ I, for equally likely cases (score of the positive, of the negatives)."""
    mean = mean_of(cases)
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
        {
            "y": "1 with probability 9/10, whatever x, so I = 0",
            "negative": "0",
            "f": "log(9) for y = 1",
        },
        [(NINE, [0])] * 9 + [(0, [0])],
        0,
    )


@necessity("contrastive.bounds-mutual-information", "independent-of-the-pair")
def negatives_that_avoid_the_anchor_give_the_positive_away():
    return _unfair(
        {
            "x, y": "independent fair coins, so I = 0",
            "negative": "1 - x, a fair coin",
            "f": "log(9) for y = x",
        },
        [(NINE, [0]), (0, [0])],
        0,
    )


@necessity("contrastive.bounds-mutual-information", "independent-of-each-other")
def copies_of_one_negative_give_the_positive_away():
    high = sp.log(36)
    return _unfair(
        {"x = y": "a fair coin, so I = log(2)", "4 negatives": "copies of one other fair coin",
         "f": "log(36) for y = x"},
        [(high, [high] * 4), (high, [0] * 4)],
        sp.log(2),
    )  # fmt: skip
