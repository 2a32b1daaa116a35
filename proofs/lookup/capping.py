"""A soft cap bounds scores: it flattens their gradients, and takes the focus from weights."""

from impl.sinks import softcap
from proofs.engine.evidence import closes, computes, derivation
from theory.lookup.capping import bent, c, g, i, j, lead, n, others, t
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, log, tanh
from theory.stating.variables import nonnegative, positive

BOUNDS, FOCUS = "lookup.softcap-bounds-scores", "lookup.softcap-cannot-focus"
NORMALISED = "lookup.normalised-scores-need-half-a-logarithm"
behind = every(j, entry=exp(bent[j] - bent[i]))

computes("lookup.softcap", {"capped": lambda c, t: softcap(t, c)}, "this is what the code computes")
closes(BOUNDS, "tanh lies above -1", turned=True)
closes(BOUNDS, "tanh lies below 1", "the derivative of tanh is 1 - tanh²", duty=1)


@derivation(BOUNDS, duty=3)
def a_capped_score_rises(chain):
    return chain.equals((1 - tanh(t / c)) * (1 + tanh(t / c)), "a difference of squares").closes(
        "tanh lies between -1 and 1"
    )


closes(BOUNDS, "the chain rule; only score k depends on x_k", duty=4)


def others_alone(entry):
    """Sum over all scores but the i-th."""
    return total(every(j, entry=(1 - delta(i, j)) * entry))


def opened(chain):
    return chain.equals(
        1 + others_alone(behind[j]), "divide by the numerator; score i is 0 behind itself"
    )


APART, COUNTED = "capped scores differ by at most 2c", "there are n - 1 others"


@derivation(FOCUS, turned=True)
def no_weight_is_large(chain):
    return opened(chain).at_least(1 + others_alone(exp(-2 * c)), APART).closes(COUNTED)


@derivation(FOCUS, duty=1)
def no_weight_is_small(chain):
    return opened(chain).at_most(1 + others_alone(exp(2 * c)), APART).closes(COUNTED)


slack, missing, rest = numbers("s", n, domain="nonnegative"), positive("r"), nonnegative("r")


@derivation(NORMALISED, let={others[j]: lead - 2 + slack[j]})
def no_cosine_leads_by_more_than_two(chain):
    return chain.equals(
        1 / (1 + total((g * (slack - 2)).map(exp))), "divide by the numerator"
    ).closes("each of the n others is at most 2 behind")


closes(NORMALISED, "divide by the numerator", duty=1, let={others[j]: lead - 2})


@derivation(NORMALISED, duty=2, let={g: log(n) / 2 - missing})
def a_small_scale_keeps_less_than_half(chain):
    return chain.equals(1 / (1 + exp(2 * missing)), "exp(log n) = n").closes("exp(2r) > 1")


@derivation(NORMALISED, duty=3, let={g: log(n) / 2 + rest})
def a_larger_scale_keeps_half(chain):
    return chain.equals(1 / (1 + exp(-2 * rest)), "exp(log n) = n").closes("exp(-2r) ≤ 1")


GRADIENTS = "lookup.normalised-gradients-are-bounded"

closes(
    GRADIENTS,
    "differentiate the quotient",
    "Pythagoras: the part along the query is taken off",
    "a square is not negative",
    "what is left of the key is across the query",
)
