"""What the code of the scores of retrieval computes, at all sizes."""

from impl.retrieval import cat_score, dot_score
from proofs.engine.evidence import general_run
from proofs.rules import by_sign


@general_run("retrieval.cat", {"cat": cat_score})
def cat_is_the_logistic_of_one_row(chain):
    return chain.by(by_sign, "for either sign").closes("e^(-|z|) is e^(-z) or e^z")


@general_run(
    "retrieval.dot", {"dot_score": lambda query, document: dot_score(query, document[None, ...])[0]}
)
def dot_compares_the_first_rows(chain):
    return chain.closes("as it is printed")
