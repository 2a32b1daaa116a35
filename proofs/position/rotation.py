"""A row is a point on each of d circles: all have one length, and a shift turns them."""

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, derivation, necessity
from proofs.position.sinusoids import sinusoids
from proofs.rules import in_pairs
from theory.letters import d, d_model
from theory.position.sinusoids import c, p, q, row_length_squared, wide
from theory.shared_words import length_squared
from theory.stating.operations import sqrt

PAIRS = {d_model: 2 * d}  # the width is even
BY_PAIRS = "sum over the d pairs of columns"


@derivation("position.length-of-a-row", let=PAIRS)
def all_rows_have_one_length(chain):
    return chain.by(in_pairs, BY_PAIRS).closes("sin² + cos² = 1 for each of d pairs")


def _balanced(chain, scale):
    return (
        chain.cites("position.length-of-a-row", "position.length-of-a-row", at={c: scale})
        .given("unit-embeddings", length_squared(wide), 1, "the embedding has length 1")
        .closes("so the difference is 0")
    )


@derivation("position.original-balances-token-and-place", apart=True)
def token_and_place_are_balanced(chain):
    scaled = 2 * row_length_squared(p) - d_model * length_squared(wide)
    return _balanced(chain.equals(scaled, "(√d)² = d, with d the width"), 1)


@derivation("position.original-balances-token-and-place", duty=1, apart=True)
def with_the_scale_of_the_draft_the_token_is_small(chain):
    return _balanced(chain, sqrt(d_model))


@derivation("position.inner-product-knows-the-offset", let=PAIRS)
def inner_products_know_the_offset(chain):
    return chain.by(in_pairs, BY_PAIRS).closes("the cosine of a difference")


closes(
    "position.shift-is-a-rotation",
    "the sine of a sum: the first row of the rotation",
    "the cosine of a sum: the second row of the rotation",
)


ALONE = {d_model: 1, d: 1}  # the only column is a sine, which has no cosine


@necessity("position.length-of-a-row", "even-width")
def a_lone_sine_has_another_length():
    return At({**ALONE, c: 1, p: 1}, sinusoids(2, 1).flat(), "the sines of 0 and 1")


@necessity("position.inner-product-knows-the-offset", "even-width")
def lone_sines_know_where_they_are():
    return At({**ALONE, p: 0, q: 0}, sinusoids(1, 1).flat(), "the sine of 0")


@necessity("position.original-balances-token-and-place", "even-width")
def a_lone_sine_is_not_balanced():
    return At({**ALONE, wide: (1,), p: 1}, sinusoids(2, 1).flat(), "the sines of 0 and 1")


@necessity("position.original-balances-token-and-place", "unit-embeddings")
def a_zero_embedding_is_not_balanced():
    return At({d_model: 2, d: 1, wide: (0, 0), p: 0}, sinusoids(1, 2).flat(), "PE_0")
