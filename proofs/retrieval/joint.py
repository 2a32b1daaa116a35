"""A joint score of two numbers ranks any of three documents first for some query."""

from impl.feedforward import feed_forward
from proofs.arrays import expressions
from proofs.engine.evidence import closes, derivation, exact_run
from proofs.rules import maximum
from theory.retrieval.words import document, query
from theory.stating.terms import Variable
from theory.symbols import real

CLAIM = "retrieval.joint-score-of-two-numbers-ranks-any-first"


PARAMS = {
    "w_1": expressions.array([[1, -1], [-1, 1]]), "b_1": expressions.array([0, 0]),
    "w_2": expressions.array([[-1], [-1]]), "b_2": expressions.array([0]),
}  # fmt: skip


def two_hidden_units(*both):
    return feed_forward(expressions.array([[each.item() for each in both]]), PARAMS)[0, 0]


@exact_run(CLAIM, {"joint": two_hidden_units})
def any_two_numbers():
    for names in ("qd", "st"):
        yield dict(zip((query, document), map(real, names), strict=True))


@derivation(CLAIM, duty=1)
def the_two_units_make_the_distance(chain):
    return chain.by(
        maximum, "max(0, t) = (t + |t|)/2; the halves of a number and its opposite cancel"
    ).closes("|d - q| = |q - d|")


@derivation(CLAIM, duty=2, let={query: document + Variable("t", "nonzero")})
def another_document_scores_less(chain):
    return chain.by(maximum, "max(0, t) = (t + |t|)/2").closes("t ≠ 0, so -|t| < 0")


closes(CLAIM, "max(0, 0) = 0", duty=3)
