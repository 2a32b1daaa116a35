"""The loss over masked tokens, and the printed loss, which copying solves."""

import sympy as sp

from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation
from proofs.rules import cases
from theory.bert.words import V, W, answer, u
from theory.stating.relations import elsewhere
from theory.stating.terms import Variable


@counterexample("bert.printed-loss-hides-its-answer")
def the_answer_stands_in_the_input():
    rows = ((sp.log(9), 0), (0, sp.log(9)))
    return At(
        {W: rows, answer: 1, elsewhere(answer, (answer,)): 2, u: 1},
        [softmax(expressions.array(row)).tolist()[0] for row in rows],
        "the first entry for both tokens",
    )


OTHERS = {V: 2 + Variable("r", "natural")}  # words, at least two


@derivation("bert.printed-loss-is-solved-by-copying", let=OTHERS)
def copying_has_a_small_loss(chain):
    return chain.by(cases, "the token, or another one").closes("divide by exp(c)")


closes("bert.printed-loss-is-solved-by-copying", "exp(-c) → 0", duty=1, let=OTHERS)
