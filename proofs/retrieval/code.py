"""What the code of the scores of retrieval computes, at all sizes."""

from impl.retrieval import cat_score, dot_score
from proofs.engine.evidence import computes, general_run
from proofs.rules import by_sign


@general_run("retrieval.cat", {"cat": cat_score})
def cat_is_the_logistic_of_one_row(chain):
    return chain.by(by_sign, "e^(-|z|) is e^z below 0, and e^(-z) otherwise").closes(
        "both quotients are σ(z), and their shares add up to 1"
    )


computes(
    "retrieval.dot",
    {"dot_score": lambda query, document: dot_score(query, document[None, ...])[0]},
    "this is the dot product",
)
