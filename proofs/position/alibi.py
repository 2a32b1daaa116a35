"""Linear biases are kernels of the distance; in causal order the query's position cancels."""

from proofs.engine.evidence import derivation
from theory.alibi import at, distance, s, steep
from theory.letters import j
from theory.stating.families import delta, every, exp, total


@derivation("position.linear-bias-is-a-kernel")
def a_bias_is_a_factor(chain):
    return chain.closes("the exponential of a sum is a product")


@derivation("position.linear-bias-in-order-knows-the-key-alone")
def the_position_of_the_query_cancels(chain):
    return chain.closes("exp(-m i) is common to all terms")


@derivation("position.linear-bias-forgets-the-far")
def a_sum_is_at_least_its_own_term(chain):
    weigh = every(j, entry=exp(s[j]) * exp(-steep * distance))
    others = total(every(j, entry=(1 - delta(at, j)) * weigh[j]))
    return chain.equals(
        weigh[j] / (exp(s[at]) + others), "the query's own key has no distance"
    ).closes("the others add to the sum")
