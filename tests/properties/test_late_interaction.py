"""Late interaction: the claims, on whole numbers, whose products and sums are exact."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers.holds import holds

WHOLE = st.integers(-9, 9)


@st.composite
def tokens(draw, *counts, dtypes=("float64", "float32")):
    """Draw the tokens of a query and of documents, and which tokens of these count."""
    few = st.integers(1, 3)
    L_q, L_d, d, n = (draw(each) for each in (few, few | st.just(9), few, few))
    dtype = draw(st.sampled_from(dtypes))
    entries = lambda *shape: np.asarray(
        draw(st.lists(WHOLE, min_size=int(np.prod(shape)), max_size=int(np.prod(shape)))), dtype
    ).reshape(shape)
    kept = np.asarray(draw(st.lists(st.booleans(), min_size=n * L_d, max_size=n * L_d)))
    kept = kept.reshape(n, L_d)
    kept[:, 0] |= ~kept.any(axis=1)
    scale = np.asarray(draw(st.sampled_from([1, 2**20])), dtype)  # products far below -10^9
    return scale * entries(L_q, d), scale * entries(n, L_d, d), kept


def score(query, document):
    """Return the sum over the query's tokens of the best product with one of the document."""
    return sum(max(int(q @ t) for t in document) for q in query)


@holds(
    "retrieval.late-interaction-with-one-token-is-dot",
    "retrieval.late-interaction-never-falls-with-a-token",
    case=tokens(),
)
def test_each_token_of_the_query_takes_its_best(subject, case):
    query, documents, kept = case
    got = subject.late_interaction(query, documents, mask=kept)
    assert got.dtype == query.dtype
    wanted = [score(query, each[keep]) for each, keep in zip(documents, kept, strict=True)]
    assert got.tolist() == wanted
    assert subject.late_interaction(query, documents).tolist() == [
        score(query, each) for each in documents
    ]


@holds("retrieval.late-interaction-sees-no-order", case=tokens(), seed=st.permutations(range(9)))
def test_the_order_of_tokens_does_not_matter(subject, case, seed):
    query, documents, _ = case
    order = [place for place in seed if place < documents.shape[1]]
    again = subject.late_interaction(query, documents[:, order])
    assert again.tolist() == subject.late_interaction(query, documents).tolist()
    assert again.tolist() == [score(query, each) for each in documents]
