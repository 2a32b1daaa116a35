"""How far a number is off once it is stored: rounded again, to the format of inputs and outputs.

Kernels keep scores and sums in a longer format, and round what they store. Let x be computed as x'
with |x' - x| ≤ off. Storing moves x' by u |x'| + η/2, and |x'| ≤ |x| + off: floats.stored-once.
"""

from theory.rounding.attention_terms import eta, u
from theory.stating.terms import Term


def stored_off(size: Term, off: Term) -> Term:
    """Return how far a number of this size is off that was off, and is rounded once more."""
    return off + u * (size + off) + eta / 2


def stored_weight_off(p: Term, off: Term) -> Term:
    """Return how far a weight is off that is stored before or after its division by the sum.

    Before it, what underflows is divided, too. The sum includes exp(0) and is off by less than
    half of itself wherever the weights are known to better than that, so η/2 counts at most twice.
    """
    return off + u * (p + off) + eta
