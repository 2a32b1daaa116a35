"""The score of BERT-CAT is a probability of relevance; it ranks documents like its logit."""

import sympy as sp

from impl import retrieval as impl
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation
from theory.retrieval.words import other, p, y, z
from theory.stating.variables import nonnegative, positive


@counterexample("retrieval.relevance-is-free-of-y")
def relevant_and_not_differ():
    ours = impl.cat_score(expressions.array([[1]]), expressions.array([sp.log(9)])).data.item()
    return At({p: ours, y: 0}, ours, "p")


@derivation("retrieval.bernoulli")
def one_has_the_probability_p(chain):
    return chain.closes("p¹ (1 - p)⁰")


@derivation("retrieval.bernoulli", duty=1)
def both_outcomes_sum_to_one(chain):
    return chain.closes("(1 - p) + p")


@derivation(
    "retrieval.logistic-keeps-order", let={z: other + positive("t")}, apart=True, turned=True
)
def the_logistic_function_grows(chain):
    return chain.closes("exp(-z) falls as z grows")


@derivation("retrieval.logistic-keeps-order", duty=1, let={other: z + nonnegative("t")}, apart=True)
def and_only_so(chain):
    return chain.closes("exp(-z) falls as z grows")
