"""Linear biases are kernels of the distance; in causal order the query's position cancels."""

from impl.alibi import linear_bias, slopes_of_heads
from proofs.arrays import expressions
from proofs.engine.evidence import closes, computes, derivation, exact_run
from theory.letters import j
from theory.position.alibi import at, distance, fall, s
from theory.stating.families import every, total
from theory.stating.operations import delta, exp

closes("position.linear-bias-is-a-factor", "the exponential of a sum is a product")
closes("position.linear-bias-in-order-knows-the-key-alone", "exp(-m i) is common to all terms")


@derivation("position.linear-bias-forgets-the-far")
def a_sum_is_at_least_its_own_term(chain):
    weigh = every(j, entry=exp(s[j]) * exp(-fall * distance))
    others = total(every(j, entry=(1 - delta(at, j)) * weigh[j]))
    return chain.equals(
        weigh[j] / (exp(s[at]) + others), "the query's own key has no distance"
    ).closes("the others add to the sum")


computes("position.linear-bias", {"bias": linear_bias}, "as it is printed")
computes("position.linear-bias", {"bias": linear_bias}, "as it is printed", duty=1)
closes("position.slopes-of-half-the-heads", "2r of 2h is r of h")


BEYOND = "position.slopes-beyond-a-power-of-two"


def given(heads):
    return slopes_of_heads(int(heads), expressions.xp)


def one_to_seven_heads():
    yield {}


for duty in range(14):
    exact_run(BEYOND, {"slopes": given}, duty)(one_to_seven_heads)
