"""The score of BERT-CAT is a probability of relevance; it ranks documents like its logit."""

import sympy as sp

from impl import retrieval as impl
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample
from theory.retrieval.words import other, p, y, z
from theory.stating.variables import nonnegative, positive


@counterexample("retrieval.relevance-is-free-of-y")
def relevant_and_not_differ():
    ours = impl.cat_score(expressions.array([[1]]), expressions.array([sp.log(9)])).data.item()
    return At({p: ours, y: 0}, ours, "p")


closes("retrieval.bernoulli", "p¹ (1 - p)⁰", "(1 - p) + p")


closes(
    "retrieval.logistic-keeps-order",
    "exp(-z) falls as z grows",
    let={z: other + positive("t")},
    apart=True,
    turned=True,
)


closes(
    "retrieval.logistic-keeps-order",
    "exp(-z) falls as z grows",
    duty=1,
    let={other: z + nonnegative("t")},
    apart=True,
)
