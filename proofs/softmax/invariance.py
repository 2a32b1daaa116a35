"""Shifts, permutations and masks of the scores, and their effect on the weights."""

import sympy as sp

from impl.softmax import softmax as softmax_of
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from proofs.engine.rules import reindex, sigma
from proofs.softmax.weights import p, x
from theory.softmax import masked, weight
from theory.symbols import at, family, i, j, k, real, sum_over

c = real("c")


@derivation("softmax.shift-invariance")
def a_shift_cancels():
    shifted = weight(lambda index: x[index] + c, i)
    return (
        Chain(shifted)
        .equals(
            sp.exp(c) * sp.exp(x[i]) / sum_over(j, sp.exp(c) * sp.exp(x[j])),
            "exp of a sum is a product",
        )
        .equals(
            sp.exp(c) * sp.exp(x[i]) / (sp.exp(c) * sum_over(j, sp.exp(x[j]))),
            "exp(c) does not depend on j",
        )
        .equals(p(i), "exp(c) cancels")
    )


refuses(
    a_shift_cancels,
    lambda: Chain(weight(lambda q: 2 * x[q], i)).equals(p(i), "a factor instead of a shift"),
)


@derivation("softmax.permutation-equivariance")
def permuted_scores_have_permuted_weights():
    return (
        Chain(weight(lambda index: x[sigma(index)], i))
        .by(reindex, "a sum over all entries does not depend on their order")
        .equals(p(sigma(i)), "this is entry σ(i) of the softmax of x")
    )


refuses(
    permuted_scores_have_permuted_weights,
    lambda: (
        Chain(weight(lambda q: x[sigma(q)], i))
        .by(reindex, "re-index")
        .equals(p(i), "invariance instead of equivariance")
    ),
)


kappa = family("kappa", nonnegative=True)


@derivation("softmax.masking-renormalises")
def masking_renormalises():
    total = sum_over(j, sp.exp(x[j]))
    kept_total = sum_over(j, kappa[j] * sp.exp(x[j]))
    return (
        Chain(kappa[i] * p(i) / sum_over(k, kappa[k] * p(k)))
        .equals(kappa[i] * p(i) / (kept_total / total), "the weights have a common denominator")
        .equals(kappa[i] * sp.exp(x[i]) / kept_total, "that denominator cancels")
        .equals(masked(x, kappa, i), "what remains is softmax over the kept entries")
    )


refuses(
    masking_renormalises,
    lambda: Chain(masked(x, kappa, i)).equals(kappa[i] * p(i), "without dividing again"),
)


@necessity("softmax.masking-renormalises", "something-kept")
def nothing_kept():
    nothing = {kappa[1]: 0, kappa[2]: 0, x[1]: 0, x[2]: 0}
    zero = softmax_of(symbols.array([0, 0]), where=symbols.array([False, False]))
    return Witness(
        given={"x": "(0, 0)", "κ": "(0, 0)"},
        claimed="the renormalised weight is what impl gives",
        left=at(masked(x, kappa, i), n=2, i=1).xreplace(nothing),
        op="=",
        right=zero.tolist()[0],
        ours=zero.tolist(),
        instead="impl's convention; the formula divides zero by zero",
    )


@exact_run("softmax.nothing-to-attend-to")
def rows_of_minus_infinity():
    for size in (1, 2, 3):
        ours = softmax_of(symbols.array([[-sp.oo] * size, [0] * size])).flat()
        yield f"n = {size}", ours, [sp.S.Zero] * size + [sp.Rational(1, size)] * size
