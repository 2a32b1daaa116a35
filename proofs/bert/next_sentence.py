"""The probability that one sentence follows another is the logistic function of one number."""

from impl import bert as impl
from proofs.arrays import expressions
from proofs.engine.evidence import derivation, exact_run
from theory.bert import X, w
from theory.symbols import family


@exact_run("bert.next-sentence")
def the_probability_is_the_logistic_of_one_number():
    # impl looks at the sign of the score, so the symbols are positive, and w of either sign.
    for width, sign in ((1, 1), (1, -1), (2, 1), (2, -1)):
        rows = expressions.entries(family("X", positive=True), 2, width)
        weights = sign * expressions.entries(family("w", positive=True), width)
        ours = impl.next_sentence_probability(rows, weights).data.item()
        yield {X: rows.tolist(), w: weights.tolist()}, [ours]


@derivation("bert.two-classes-are-one-logit")
def two_classes_are_one_logit(chain):
    return chain.closes("divide by exp(z_2)")
