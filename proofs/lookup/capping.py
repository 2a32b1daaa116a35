"""A soft cap bounds scores: it flattens their gradients, and takes the focus from weights."""

from impl.sinks import softcap
from proofs.engine.evidence import derivation, general_run
from theory.lookup.capping import bent, c, g, i, j, lead, n, others, t
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, log, tanh
from theory.stating.variables import nonnegative, positive

BOUNDS, FOCUS = "lookup.softcap-bounds-scores", "lookup.softcap-cannot-focus"
NORMALISED = "lookup.normalised-scores-need-half-a-logarithm"
behind = every(j, entry=exp(bent[j] - bent[i]))


@general_run("lookup.softcap", {"capped": lambda c, t: softcap(t, c)})
def softcap_is_the_printed_bend(chain):
    return chain.closes("this is what the code computes")


@derivation(BOUNDS, turned=True)
def a_capped_score_exceeds_minus_the_cap(chain):
    return chain.closes("tanh lies above -1")


@derivation(BOUNDS, duty=1)
def a_capped_score_is_below_the_cap(chain):
    return chain.closes("tanh lies below 1")


@derivation(BOUNDS, duty=2)
def the_slope_of_a_capped_score(chain):
    return chain.closes("the derivative of tanh is 1 - tanh²")


@derivation(BOUNDS, duty=3)
def a_capped_score_rises(chain):
    return chain.equals((1 - tanh(t / c)) * (1 + tanh(t / c)), "a difference of squares").closes(
        "tanh lies between -1 and 1"
    )


@derivation(BOUNDS, duty=4)
def the_slope_of_a_capped_weight(chain):
    return chain.closes("the chain rule; only score k depends on x_k")


@derivation(FOCUS, turned=True)
def no_weight_is_large(chain):
    apart = lambda entry: total(every(j, entry=(1 - delta(i, j)) * entry))
    return (
        chain.equals(1 + apart(behind[j]), "divide by the numerator; score i is 0 behind itself")
        .at_least(1 + apart(exp(-2 * c)), "capped scores differ by at most 2c")
        .closes("there are n - 1 others")
    )


@derivation(FOCUS, duty=1)
def no_weight_is_small(chain):
    return chain.equals(total(behind), "divide by the numerator").closes(
        "capped scores differ by at most 2c"
    )


slack, missing, rest = numbers("s", n, domain="nonnegative"), positive("r"), nonnegative("r")


@derivation(NORMALISED, let={others[j]: lead - 2 + slack[j]})
def no_cosine_leads_by_more_than_two(chain):
    return chain.equals(
        1 / (1 + total((g * (slack - 2)).map(exp))), "divide by the numerator"
    ).closes("each of the n others is at most 2 behind")


@derivation(NORMALISED, duty=1, let={others[j]: lead - 2})
def the_bound_is_reached(chain):
    return chain.closes("divide by the numerator")


@derivation(NORMALISED, duty=2, let={g: log(n) / 2 - missing})
def a_small_scale_keeps_less_than_half(chain):
    return chain.equals(1 / (1 + exp(2 * missing)), "exp(log n) = n").closes("exp(2r) > 1")


@derivation(NORMALISED, duty=3, let={g: log(n) / 2 + rest})
def a_larger_scale_keeps_half(chain):
    return chain.equals(1 / (1 + exp(-2 * rest)), "exp(log n) = n").closes("exp(-2r) ≤ 1")


GRADIENTS = "lookup.normalised-gradients-are-bounded"


@derivation(GRADIENTS)
def the_slope_of_a_cosine(chain):
    return chain.closes("differentiate the quotient")


@derivation(GRADIENTS, duty=1)
def the_part_of_the_key_across_the_query(chain):
    return chain.closes("Pythagoras: the part along the query is taken off")


@derivation(GRADIENTS, duty=2)
def a_square_is_taken_off(chain):
    return chain.closes("a square is not negative")


@derivation(GRADIENTS, duty=3)
def the_query_is_turned_alone(chain):
    return chain.closes("what is left of the key is across the query")
