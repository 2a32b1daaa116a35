"""Late interaction: between one product and a joint encoding."""

from impl.late_interaction import late_interaction
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.contrary import Never
from proofs.engine.evidence import closes, counterexample, exact_run, formed, sizes
from theory.retrieval.late_interaction import Q, x, y
from theory.symbols import real

closes(
    "retrieval.late-interaction-with-one-token-is-dot",
    "exchange the sums over tokens and coordinates",
)


@exact_run("retrieval.late-interaction-outranks-a-product", {"of_many": late_interaction})
def three_queries_of_three_documents():
    yield {}


@counterexample("retrieval.late-interaction-is-a-dot-product")
def both_signs_of_a_query_find_a_token():
    return At({Q: ((1,),), x: (1,), y: (-1,)})


@counterexample("retrieval.late-interaction-gives-any-joint-score")
def a_further_token_never_lowers_the_score():
    query, document = (
        expressions.array([[real("q")]]),
        expressions.array([[[real("x")], [real("y")]]]),
    )
    return Never(
        lambda chain: chain.closes("each token of the query takes the larger"),
        late_interaction(query, document).tolist(),
        "the score of a document of two tokens x and y of width 1, for a query of one token q: "
        "never less than q x",
        words="a further token never lowers the score",
        view={"closed": ("dot",)},
    )


closes(
    "retrieval.late-interaction-never-falls-with-a-token",
    "each token of the query takes the larger",
)


closes("retrieval.late-interaction-sees-no-order", "the larger of two, in either order")


sizes("retrieval.late-interaction-costs", {"of_many": late_interaction})
formed("retrieval.late-interaction-costs", duty=1)
