"""What evicting pairs costs: their share, times how far their mean is from that of the others."""

import sympy as sp

from impl.lookup import attention as attend
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample
from theory.letters import i, j, k
from theory.lookup.evicting import high, low, m, n, second, w, y
from theory.softmax.words import v, x
from theory.stating.families import numbers, total
from theory.stating.operations import exp

COSTS = "lookup.evicting-costs"
r, s = numbers("r", n, domain="nonnegative"), numbers("s", m, domain="nonnegative")
kept, gone = total(x.map(exp)), total(y.map(exp))


@counterexample("lookup.least-weight-costs-least")
def a_light_key_far_away():
    scores, values = (sp.log(2), sp.log(2), 0), (0, 1, -6)
    ours = attend(
        expressions.array(scores), expressions.array([[each] for each in values])
    ).tolist()
    return At({x: scores, v: values, i: 3, k: 1}, ours, "the output with all keys")


closes(COSTS, "a common denominator", "a common denominator")


closes(
    COSTS,
    "the share times a difference of two means, both between L and H",
    duty=2,
    let={v[j]: low + r[j], w[second]: high - s[second]},
    turned=True,
)


closes(
    COSTS,
    "the share times a difference of two means, both between L and H",
    duty=3,
    let={v[j]: high - r[j], w[second]: low + s[second]},
)
