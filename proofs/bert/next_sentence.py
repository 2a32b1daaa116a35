"""The probability that one sentence follows another is the logistic function of one number."""

import sympy as sp

from impl import bert as impl
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import derivation, exact_run, refuses
from theory import bert as theory
from theory.symbols import family, real


@exact_run("bert.next-sentence")
def the_probability_is_the_logistic_of_one_number():
    # impl looks at the sign of the score, so the symbols are positive, and w of either sign.
    first, w = family("X", positive=True), family("w", positive=True)
    for width, sign in ((1, 1), (1, -1), (2, 1), (2, -1)):
        rows = symbols.entries(first, 2, width)
        ours = impl.next_sentence_probability(rows, sign * symbols.entries(w, width)).data.item()
        score = sum(first[1, place] * sign * w[place] for place in range(1, width + 1))
        yield f"L = 2, d = {width}, w {'+' if sign > 0 else '-'}", [ours], [theory.logistic(score)]


@derivation("bert.two-classes-are-one-logit")
def two_classes_are_one_logit():
    return Chain(_second_of_two()).equals(
        theory.logistic(real("z_1") - real("z_0")), "divide by exp(z_1)"
    )


refuses(
    two_classes_are_one_logit,
    lambda: Chain(_second_of_two()).equals(
        theory.logistic(real("z_0") - real("z_1")), "the other class"
    ),
)


def _second_of_two():
    z = {1: real("z_0"), 2: real("z_1")}
    return sp.exp(z[2]) / (sp.exp(z[1]) + sp.exp(z[2]))
