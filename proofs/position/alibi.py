"""Linear biases are kernels of the distance; in causal order the query's position cancels."""

from impl.alibi import linear_bias, slopes_of_heads
from proofs.arrays import expressions
from proofs.engine.evidence import derivation, exact_run, general_run
from theory.letters import j
from theory.position.alibi import at, distance, fall, s
from theory.stating.families import every, total
from theory.stating.operations import delta, exp


@derivation("position.linear-bias-is-a-factor")
def a_bias_is_a_factor(chain):
    return chain.closes("the exponential of a sum is a product")


@derivation("position.linear-bias-in-order-knows-the-key-alone")
def the_position_of_the_query_cancels(chain):
    return chain.closes("exp(-m i) is common to all terms")


@derivation("position.linear-bias-forgets-the-far")
def a_sum_is_at_least_its_own_term(chain):
    weigh = every(j, entry=exp(s[j]) * exp(-fall * distance))
    others = total(every(j, entry=(1 - delta(at, j)) * weigh[j]))
    return chain.equals(
        weigh[j] / (exp(s[at]) + others), "the query's own key has no distance"
    ).closes("the others add to the sum")


@general_run("position.linear-bias", {"bias": linear_bias})
def the_bias_falls_with_the_distance(chain):
    return chain.closes("as it is printed")


@general_run("position.linear-bias", {"bias": linear_bias}, duty=1)
def the_last_query_stands_at_the_last_key(chain):
    return chain.closes("as it is printed")


@derivation("position.slopes-of-half-the-heads")
def twice_the_heads_have_roots_as_slopes(chain):
    return chain.closes("2r of 2h is r of h")


@exact_run(
    "position.slopes-of-three-heads",
    {"slopes_of_three": lambda: slopes_of_heads(3, expressions.xp)},
)
def three_heads():
    yield {}
