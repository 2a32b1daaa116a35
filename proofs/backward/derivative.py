"""The formulas of the backward pass are the derivatives."""

from proofs.engine.evidence import closes, derivation
from proofs.rules import differentiate

DERIVATIVES = "backward.gradients-are-derivatives"
QUOTIENT = "quotient rule"


@derivation("backward.softmax-gradient-is-a-derivative")
def by_scores(chain):
    return chain.by(differentiate, QUOTIENT).closes("only one term of the sum contains x_j")


closes(DERIVATIVES, "the weights do not depend on the values")


@derivation(DERIVATIVES, duty=1)
def by_queries(chain):
    return chain.by(differentiate, QUOTIENT).closes("only the scores of query i contain it")


@derivation(DERIVATIVES, duty=2)
def by_keys(chain):
    return chain.by(differentiate, QUOTIENT).closes("one score of each query contains key j")
