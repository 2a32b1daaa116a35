"""The score of BERT-CAT is a probability of relevance; it ranks documents like its logit."""

import sympy as sp

from impl import retrieval as impl
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses
from theory import retrieval as theory
from theory.bert import logistic
from theory.symbols import family, positive, real


@exact_run("retrieval.cat")
def the_score_is_the_logistic_of_the_first_row():
    # impl looks at the sign of the score, so the symbols are positive, and w of either sign.
    X, positive_w = family("X", positive=True), family("w", positive=True)
    for width, sign in ((1, 1), (2, 1), (2, -1)):
        rows = symbols.entries(X, 2, width)
        ours = impl.cat_score(rows, sign * symbols.entries(positive_w, width)).data.item()
        score = sum(X[1, place] * sign * positive_w[place] for place in range(1, width + 1))
        yield f"L = 2, d = {width}, w {'+' if sign > 0 else '-'}", [ours], [logistic(score)]


@counterexample("retrieval.relevance-is-free-of-y")
def relevant_and_not_differ():
    p = impl.cat_score(symbols.array([[1]]), symbols.array([sp.log(9)])).data.item()
    return Witness(
        given={"p": "9/10", "y": "1, then 0"},
        claimed="Ber(y | p) is the same for both y",
        left=theory.bernoulli(1, p),
        op="=",
        right=theory.bernoulli(0, p),
        ours=p,
        instead="p",
    )


@derivation("retrieval.bernoulli")
def one_has_the_probability_p():
    return Chain(_probability(1)).equals(real("p"), "p¹ (1 - p)⁰")


refuses(
    one_has_the_probability_p, lambda: Chain(_probability(0)).equals(real("p"), "the other outcome")
)


@derivation("retrieval.bernoulli")
def both_outcomes_sum_to_one():
    both = as_written(lambda: _probability(0) + _probability(1))
    return Chain(both).equals(1, "(1 - p) + p")


refuses(both_outcomes_sum_to_one, lambda: Chain(_probability(1)).equals(1, "certain"))


def _probability(outcome):
    return as_written(lambda: theory.bernoulli(outcome, real("p")))


@derivation("retrieval.logistic-keeps-order")
def the_logistic_function_grows():
    return _falls(real("z"), real("z") + positive("t"))  # and σ is positive


refuses(the_logistic_function_grows, lambda: _falls(real("z"), real("z") - positive("t")))


def _falls(first, second):
    return Chain(1 / logistic(first)).above(1 / logistic(second), "exp(-z) falls as z grows")
