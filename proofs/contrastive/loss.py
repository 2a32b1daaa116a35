"""Why the claims on the contrastive loss hold.

Method: derivations for any number n of negatives, and exact runs of `impl`.
"""

import sympy as sp

from impl.contrastive import contrastive_loss, dot_contrastive_loss
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from theory import contrastive as theory
from theory.symbols import at, family, i, j, n, positive, real, sum_over

f, e, g, N_ = (family(name) for name in ("f", "e", "g", "N"))
f_plus = real("p")


@exact_run("contrastive.loss")
def the_loss_is_the_printed_logarithm():
    for count in (1, 2, 3):
        ours = contrastive_loss(symbols.array(f_plus), symbols.entries(f, count)).data.item()
        yield f"n = {count}", [ours], [at(theory.loss(f_plus, f), n=count)]
    anchor, positive_, negatives = symbols.entries(e, 2), symbols.entries(g, 2), (1, 2)
    ours = dot_contrastive_loss(anchor, positive_, symbols.entries(N_, 2, 2)).data.item()
    dots = {row: sum(e[c] * N_[row, c] for c in (1, 2)) for row in negatives}
    printed = at(theory.loss(sum(e[c] * g[c] for c in (1, 2)), f), n=2)
    printed = printed.subs({f[row]: dots[row] for row in negatives})
    yield "dot products, n = 2, d = 2", [ours], [printed]


@derivation("contrastive.cross-entropy")
def the_loss_depends_on_differences():
    return Chain(sp.exp(theory.loss(f_plus, f))).equals(
        1 + sum_over(j, sp.exp(f[j] - f_plus)), "divide numerator and denominator by exp(f⁺)"
    )


refuses(
    the_loss_depends_on_differences,
    lambda: Chain(theory.loss(f_plus, f)).equals(
        sp.log(sum_over(j, sp.exp(f[j] - f_plus))), "no 1"
    ),
)


@derivation("contrastive.cross-entropy")
def a_number_added_to_all_scores_changes_nothing():
    return Chain(_shifted(f_plus + real("c"))).equals(theory.loss(f_plus, f), "exp(c) cancels")


refuses(
    a_number_added_to_all_scores_changes_nothing,
    lambda: Chain(_shifted(f_plus)).equals(theory.loss(f_plus, f), "the negatives alone"),
)


def _shifted(positive_score):
    return theory.loss(positive_score, lambda k: f[k] + real("c"))


@derivation("contrastive.positive")
def the_loss_is_positive():
    return (
        Chain(_inverse())
        .equals(1 + sum_over(j, sp.exp(f[j] - f_plus)), "contrastive.cross-entropy")
        .above(1, "exponentials are positive, and log(1) = 0")
    )


refuses(the_loss_is_positive, lambda: Chain(_inverse()).above(2, "at least a bit"))


def _inverse():
    """exp of the loss."""
    return sp.exp(theory.loss(f_plus, f))


@derivation("contrastive.positive")
def a_growing_lead_has_a_vanishing_loss():
    return (
        Chain(_after_a_lead())
        .equals(sp.log(1 + n * sp.exp(-lead)), "n equal exponentials")
        .tends(lead, sp.oo, 0, "exp(-s) → 0", side="-")
    )


refuses(
    a_growing_lead_has_a_vanishing_loss,
    lambda: Chain(_after_a_lead()).tends(lead, sp.oo, 1, "a whole unit", side="-"),
)


lead = positive("s")


def _after_a_lead():
    return theory.loss(f_plus, lambda _: f_plus - lead)


@necessity("contrastive.positive", "a-negative")
def without_negatives_nothing_is_lost():
    loss = contrastive_loss(symbols.array(f_plus), symbols.array([])).data.item()
    return Witness(
        given={"n": "0"},
        claimed="the loss is positive",
        left=loss,
        op=">",
        right=0,
        ours=loss,
        instead="the loss of a positive without negatives",
    )


@derivation("contrastive.blind-scores")
def equal_scores_lose_the_logarithm():
    return Chain(theory.loss(f_plus, lambda _: f_plus)).equals(
        sp.log(n + 1), "n + 1 equal exponentials"
    )


refuses(
    equal_scores_lose_the_logarithm,
    lambda: Chain(theory.loss(f_plus, lambda _: f_plus)).equals(sp.log(n), "without the positive"),
)


@derivation("contrastive.bounded-scores")
def bounded_scores_keep_a_loss():
    return Chain(_bounded()).at_least(
        1 + n * sp.exp(-real("D")), "the positive leads by D - t_k with t_k ≥ 0"
    )


refuses(bounded_scores_keep_a_loss, lambda: Chain(_bounded()).at_least(1 + n, "as if blind"))


def _bounded():
    slack, most = family("t", nonnegative=True), real("D")
    return sp.exp(theory.loss(f_plus, lambda k: f_plus - (most - slack[k])))


@necessity("contrastive.bounded-scores", "bounded-lead")
def a_larger_lead_has_a_smaller_loss():
    loss = contrastive_loss(symbols.array(sp.log(8)), symbols.array([0])).data.item()
    return Witness(
        given={"f⁺": "log(8)", "f⁻": "0", "D": "0", "n": "1"},
        claimed="the loss is at least log(2)",
        left=loss,
        op="≥",
        right=sp.log(2),
        ours=sp.N(loss, 6),
        instead="the loss",
    )


@derivation("contrastive.gradient")
def the_positive_is_pulled():
    return Chain(sp.Derivative(theory.loss(f_plus, f), f_plus)).equals(
        theory.probability(f_plus, f) - 1, "the derivative of a logarithm of a sum"
    )


refuses(
    the_positive_is_pulled,
    lambda: Chain(sp.Derivative(theory.loss(f_plus, f), f_plus)).equals(
        theory.probability(f_plus, f), "pushed by its weight"
    ),
)


@derivation("contrastive.gradient")
def each_negative_is_pushed():
    total = sp.exp(f_plus) + sum_over(j, sp.exp(f[j]))
    return Chain(sp.Derivative(theory.loss(f_plus, f), f[i])).equals(
        sp.exp(f[i]) / total, "this is the weight of negative i"
    )


refuses(
    each_negative_is_pushed,
    lambda: Chain(sp.Derivative(theory.loss(f_plus, f), f[i])).equals(0, "it is not felt"),
)


def mean_of(cases):
    """Return the mean loss of equally likely cases: the positive's score, and the negatives'."""
    losses = [
        contrastive_loss(symbols.array(first), symbols.array(others)).data.item()
        for first, others in cases
    ]
    return sum(losses) / sp.Integer(len(losses))
