"""A mask of -t leaves a share of exp(-t), and all of it where the whole row is masked."""

import numpy as np

from impl.softmax import softmax as softmax_of
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation
from theory.letters import i
from theory.lookup.finite_masks import t, x, y
from theory.stating.families import total
from theory.stating.operations import exp

kept, dropped = total(x.map(exp)), total(y.map(exp))


@counterexample("lookup.finite-mask")
def a_score_as_large_as_what_is_subtracted():
    ours = softmax_of(expressions.array([0, 0])).tolist()[0]
    return At({x: (0,), y: (1000,), t: 1000, i: 1}, ours, "the weight of 0 beside 1000 - 1000")


@counterexample("lookup.finite-mask-of-a-row")
def one_masked_score():
    return At(
        {x: (0,), t: 1000, i: 1}, softmax_of(np.asarray([-1000.0])).tolist(), "softmax(-1000)"
    )


@derivation("lookup.finite-mask-leaves-a-share")
def the_others_give_in_proportion(chain):
    return chain.equals(
        exp(x[i]) / (kept + exp(-t) * dropped), "exp(-t) leaves the sum over the dropped"
    ).closes("the rest of the sum, over the sum, is one less the share")


@derivation("lookup.finite-mask-leaves-a-share", duty=1)
def the_share_is_less_than_exp_of_minus_t(chain):
    return chain.equals(
        exp(-t) * dropped / (kept + exp(-t) * dropped), "exp(-t) leaves the sum"
    ).closes("a smaller denominator")
