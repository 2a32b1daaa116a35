"""A joint score of two numbers ranks any of three documents first for some query."""

from impl.feedforward import feed_forward
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import derivation, exact_run, refuses
from theory.feedforward import relu
from theory.symbols import positive, real


def _together(query, document):
    """-|q - d|, by two hidden units."""
    return -relu(query - document) - relu(document - query)


@derivation("retrieval.joint-score-of-two-numbers-ranks-any-first")
def an_equal_document_scores_most():
    query = real("q")
    return Chain(as_written(lambda: _together(query, query))).equals(0, "max(0, 0) = 0")


refuses(
    an_equal_document_scores_most,
    lambda: Chain(as_written(lambda: _together(real("q"), real("d")))).equals(
        0, "so does any other"
    ),
)


@derivation("retrieval.joint-score-of-two-numbers-ranks-any-first")
def a_smaller_document_scores_less():
    query = real("q")
    return Chain(_together(query, query - positive("t"))).below(0, "the first unit gives t > 0")


refuses(
    a_smaller_document_scores_less,
    lambda: Chain(_together(real("q"), real("q") - positive("t"))).above(0, "it scores more"),
)


@derivation("retrieval.joint-score-of-two-numbers-ranks-any-first")
def a_larger_document_scores_less():
    query = real("q")
    return Chain(_together(query, query + positive("t"))).below(0, "the second unit gives t > 0")


refuses(
    a_larger_document_scores_less,
    lambda: Chain(_together(real("q"), real("q") + positive("t"))).above(0, "it scores more"),
)


@exact_run("retrieval.joint-score-of-two-numbers-ranks-any-first")
def the_middle_of_three_is_first_for_itself():
    params = {
        "w_1": symbols.array([[1, -1], [-1, 1]]), "b_1": symbols.array([0, 0]),
        "w_2": symbols.array([[-1], [-1]]), "b_2": symbols.array([0]),
    }  # fmt: skip
    for query in (1, 2, 3):
        joined = symbols.array([[query, document] for document in (1, 2, 3)])
        ours = feed_forward(joined, params).flat()
        yield f"q = {query}, d = 1, 2, 3", ours, [_together(query, other) for other in (1, 2, 3)]
