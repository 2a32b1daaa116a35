"""The contrastive loss on the sphere."""

from fractions import Fraction

import sympy as sp

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, met_by, necessity
from proofs.rules.rewriting import cases
from theory.contrastive.geometry import (
    F,
    G,
    T,
    U,
    ahead,
    b,
    c,
    copies,
    crowd,
    e,
    e_minus,
    e_plus,
    lead,
    least,
    lost,
    mu,
    o,
    p,
    q,
    r,
    s,
    u,
    v,
    w,
)
from theory.contrastive.loss import loss
from theory.kernel.random_features import X
from theory.letters import d, j, k, n
from theory.scaling.random_rows import E, P
from theory.shared_words import dot, length_squared
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, log

MANY, APPROACHED = "contrastive.many-negatives", "contrastive.logarithm-is-approached"
AN_NTH = "kernel.a-mean-varies-by-an-nth"
DRAWN, SPREAD = "contrastive.drawn-negatives", "contrastive.spread-has-a-bound"
NEAR = "contrastive.nearness-is-greatest-for-equal-pairs"
WIDTH = "contrastive.temperature-is-a-width"

closes("contrastive.nearness-and-spread", "the logarithm of a quotient")


@derivation(WIDTH, turned=True)
def kernels_of_one_length_are_products(chain):
    opened = lambda x: exp((2 * dot(e, x) - length_squared(e) - length_squared(x)) / (2 * T))
    near, others = opened(e_plus), total(every(j, entry=opened(e_minus[j])))
    return (
        chain.equals(-log(near / (near + others)), "open the squares of the differences")
        .given("", length_squared(e_plus), length_squared(e), "all have one length")
        .given("", length_squared(e_minus[j]), length_squared(e), "all have one length")
        .closes("the lengths are common to all, and cancel")
    )


closes(MANY, "the positive counts once, each negative N times")


@derivation(MANY, duty=1)
def the_loss_of_many_tends_to_a_logarithm(chain):
    return (
        chain.equals(log(1 / copies + lead), "the positive counts once, each negative N times")
        .given("", lead, c, "the sum of exponentials")
        .closes("1/N → 0")
    )


AVERAGED = total(every(k, entry=ahead[k, o])) / n
OPENED = "the loss is the logarithm of 1 plus a sum"


def of_drawn(chain):
    return chain.given("", lost[o], loss(p, every(k, entry=G[k, o])), "what the loss is")


@derivation(DRAWN)
def drawn_negatives_have_the_mean(chain):
    return (
        of_drawn(chain)
        .equals(E(every(o, entry=AVERAGED)), OPENED)
        .cites(AN_NTH, "kernel.a-mean-varies-by-an-nth", {X: ahead})
    )


@derivation(DRAWN, duty=1)
def drawn_negatives_vary_by_an_nth(chain):
    return (
        of_drawn(chain)
        .equals(E(every(o, entry=(AVERAGED - mu) ** 2)), OPENED)
        .cites(AN_NTH, "kernel.a-mean-varies-by-an-nth", {X: ahead}, duty=1)
    )


@derivation(DRAWN, duty=2)
def an_exponential_lies_above_its_tangent(chain):
    middle = E(lost)
    t = lost[o] - middle
    raised = exp(middle) * E(every(o, entry=exp(t) - 1 - t))
    tangent = (
        chain.at_most(exp(middle) + raised, "exp(t) ≥ 1 + t")
        .equals(E(lost.map(exp)) + exp(middle) * (1 - middle) * (1 - total(P)), "multiply out")
        .given("", total(P), 1, "probabilities sum to one")
    )
    return (
        of_drawn(tangent)
        .equals(total(P) + n * E(every(o, entry=AVERAGED)), OPENED)
        .given("", total(P), 1, "probabilities sum to one")
        .cites(AN_NTH, "kernel.a-mean-varies-by-an-nth", {X: ahead})
    )


def drawn_at(chances, rows):
    """Return leads, with the losses that they make: the logarithms of 1 and their exponentials."""
    losses = tuple(sp.log(1 + sum(map(sp.exp, of_one))) for of_one in zip(*rows, strict=True))
    return {n: len(rows), P: chances, G: rows, p: 0, lost: losses, v: 1}


EVEN, TWO_LEADS = (Fraction(1, 2), Fraction(1, 2)), (0, sp.log(3))


@met_by(DRAWN)
def a_negative_with_two_leads():
    return drawn_at(EVEN, (TWO_LEADS,)) | {mu: 2}


@necessity(DRAWN, "one-mean")
def negatives_of_another_mean():
    return At(drawn_at((1,), ((0,),)) | {mu: 0})


@necessity(DRAWN, "uncorrelated")
def copies_of_one_negative_are_not_averaged():
    return At(drawn_at(EVEN, (TWO_LEADS, TWO_LEADS)) | {mu: 2})


@derivation(NEAR)
def a_score_is_a_distance(chain):
    return (
        chain.equals(
            (length_squared(e) + length_squared(e_plus) - length_squared(e - e_plus)) / (2 * T),
            "open the square of the difference",
        )
        .given("", length_squared(e), 1, "the length is 1")
        .given("", length_squared(e_plus), 1, "the length is 1")
        .closes("split the quotient; 2/2 = 1")
    )


closes(NEAR, "squares are not negative", duty=1)


@derivation(SPREAD, turned=True)
def points_cannot_all_be_far_apart(chain):
    lengths = total(every(u, entry=length_squared(U[u])))
    return (
        chain.equals(
            crowd + least * (lengths - n - 1) / T,
            "all products sum to the squared length of the sum",
        )
        .given("", length_squared(U[u]), 1, "all have length 1")
        .closes("n + 1 lengths are 1")
    )


closes(SPREAD, "exp(t) ≥ 1 + t; a squared length is not negative", duty=1)


@derivation(SPREAD, duty=2)
def a_simplex_reaches_the_bound(chain):
    return (
        chain.given("", dot(U[u], U[w]), (1 + 1 / n) * delta(u, w) - 1 / n, "each product")
        .by(cases, "a delta is 1 or 0")
        .closes("n (n + 1) equal terms")
    )


@derivation(SPREAD, duty=3)
def two_opposite_points_reach_the_bound(chain):
    return (
        chain.equals(exp(-length_squared(e) / T), "the product with the opposite")
        .given("", length_squared(e), 1, "the length is 1")
        .closes("this is the bound for n = 1")
    )


@met_by(SPREAD)
@met_by(SPREAD, supposed_by=2)
def two_opposite_points():
    return {n: 1, d: 1, U: ((1,), (-1,)), e: (1,), T: 1}


@derivation(APPROACHED)
def the_loss_counts_what_is_alike(chain):
    return opened(chain).closes("the positive's exponential cancels")


def opened(chain):
    return chain.given("", lost[o], loss(p, every(k, entry=F[k, o])), "what the loss is").given(
        "", exp(F[k, o]), exp(p) * (b[k, o] + r[k, o] * exp(-s)), "what is alike, and what is not"
    )


@derivation(APPROACHED, duty=1)
def a_logarithm_lies_below_its_tangent(chain):
    counted = total(every(k, entry=E(b[k])))
    rest = total(every(o, entry=P[o] * total(every(k, entry=b[k, o] + r[k, o]))))
    above = chain.at_least(
        log(n + 1) - total(every(o, entry=P[o] * (exp(lost[o]) - 1))), "exp(ℓ) ≥ 1 + ℓ"
    )
    return (
        opened(above)
        .equals(
            log(n + 1) - (1 - exp(-s)) * counted - exp(-s) * rest,
            "the positive's exponential cancels",
        )
        .given("", E(b[k]), q, "how often a negative is alike")
        .given("", r[k, o], 1 - b[k, o], "each negative is alike or not: b + r = 1")
        .equals(log(n + 1) - n * q * (1 - exp(-s)) - n * exp(-s) * total(P), "n equal terms")
        .given("", total(P), 1, "probabilities sum to one")
        .closes("n q (1 - exp(-s)) + n exp(-s) = n (q + (1 - q) exp(-s))")
    )


@met_by(APPROACHED)
def one_alike_negative():
    odds = {P: (1,), b: ((1,),), r: ((0,),), q: 1}
    return {n: 1, **odds, F: ((0,),), p: 0, s: 1, lost: (sp.log(2),)}
