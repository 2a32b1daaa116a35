"""Why the claims on the contrastive loss hold.

Method: derivations for any number n of negatives, and general runs of `impl`.
"""

import sympy as sp

from impl.contrastive import contrastive_loss
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, necessity
from theory.contrastive.words import D, f, f_minus, f_plus, p_minus
from theory.letters import i, k, n
from theory.softmax.words import softmax
from theory.stating.families import numbers, total
from theory.stating.operations import exp, log
from theory.stating.variables import positive
from theory.symbols import real

r, t = positive("r"), numbers("t", n, domain="nonnegative")

closes("contrastive.cross-entropy", "divide numerator and denominator by exp(f⁺)")


@derivation("contrastive.cross-entropy", duty=1)
def it_is_the_cross_entropy_of_softmax(chain):
    return (
        chain.equals(-log(softmax(f)[i]), "δ picks the class")
        .equals(log(total((f - f[i]).map(exp))), "divide numerator and denominator by exp(f_i)")
        .closes("the term of the class itself is exp(0)")
    )


closes("contrastive.cross-entropy", "exp(c) cancels", duty=2)


@derivation("contrastive.positive")
def the_loss_is_positive(chain):
    return chain.equals(
        log(1 + total((f_minus - f_plus).map(exp))), "contrastive.cross-entropy"
    ).closes("exponentials are positive, and log(1) = 0")


closes("contrastive.positive", "n equal exponentials", "exp(-s) → 0", duty=1)


@necessity("contrastive.positive", "a-negative")
def without_negatives_nothing_is_lost():
    ours = contrastive_loss(expressions.array(real("f^+")), expressions.array([])).data.item()
    return At({f_plus: 0, f_minus: ()}, ours, "the loss of a positive without negatives")


closes("contrastive.blind-scores", "n + 1 equal exponentials")


closes(
    "contrastive.bounded-scores",
    "the positive leads by D - t_k with t_k ≥ 0",
    let={f_minus[k]: f_plus - D + t[k]},
)


@necessity("contrastive.bounded-scores", "bounded-lead")
def a_larger_lead_has_a_smaller_loss():
    ours = contrastive_loss(expressions.array(sp.log(8)), expressions.array([0])).data.item()
    return At({f_plus: sp.log(8), f_minus: (0,), D: 0}, sp.N(ours, 6), "the loss")


closes(
    "contrastive.gradient",
    "the derivative of a logarithm of a sum",
    "this is the weight of negative k",
)


@derivation(
    "contrastive.gradient", duty=2, let={f_minus[i]: f_minus[k] + r}, apart=True, turned=True
)
def the_harder_negative_is_pushed_more(chain):
    return chain.equals(p_minus[k] * (exp(r) - 1), "the score of i is larger by r > 0").closes(
        "so exp(r) > 1, and weights are positive"
    )


closes("contrastive.gradient", "the weights sum to one", duty=3)


def mean_loss(chances, scores):
    """Return the mean loss of `impl` where each candidate is the positive with its chance."""
    losses = [
        contrastive_loss(
            expressions.array(own), expressions.array(scores[:place] + scores[place + 1 :])
        )
        for place, own in enumerate(scores)
    ]
    pairs = zip(chances, losses, strict=True)
    return sum(sp.sympify(chance) * each.data.item() for chance, each in pairs)
