"""Retrieval: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import DTYPES, long_rows, numbers, sides
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_dot

SMALL = st.integers(1, 3)


@st.composite
def rows(draw, dtypes=DTYPES):
    """Draw a query's rows (L_q, d) and rows of documents (n, L_d, d)."""
    d, dtype = draw(sides), draw(st.sampled_from(dtypes))
    query = draw(numbers(draw(SMALL), d, dtype=dtype))
    return query, draw(numbers(draw(SMALL), draw(SMALL), d, dtype=dtype))


@holds("retrieval.dot", "retrieval.sizes", case=rows())
def test_first_rows_are_multiplied(subject, case):
    query, documents = case
    scores = subject.dot_score(query, documents)
    assert scores.dtype == query.dtype
    assert scores.shape == (len(documents),)
    first = oracle.exact(query[0])
    for score, document in zip(scores, documents, strict=True):
        own = oracle.exact(document[0])
        size = sum(abs(a * b) for a, b in zip(first, own, strict=True))
        bound = bound_dot(size, len(own), query.dtype.name)
        within([score], [oracle.mean(first, own)], [bound], "score")
    several = subject.dot_score(np.stack([query, query]), documents)
    assert several.shape == (2, len(documents))


@holds(
    "retrieval.cat", "retrieval.logistic-keeps-order",
    z=numbers(5, kinds=("ties", "moderate", "saturating")),
)  # fmt: skip
def test_probabilities_rank_as_their_logits(subject, z):
    scores = subject.cat_score(z[:, None, None], np.ones(1))
    order = subject.ranking(scores)
    assert (np.sort(z)[::-1] == z[order]).all()
    assert ((scores > 0) & (scores < 1)).all()


@holds(
    "retrieval.ranking-ignores-shift-and-scale",
    z=numbers(6, kinds=("ties", "moderate", "far below", "spikes")), power=st.integers(-3, 30),
)  # fmt: skip
def test_a_ranking_ignores_shift_and_scale(subject, z, power):
    order = subject.ranking(z)
    # eighths up to 1000, times a power of 2, plus a whole number: exact in doubles
    small = np.round(z * 8) / 8
    assert (subject.ranking(small) == subject.ranking(np.ldexp(small, power) + 4)).all()
    assert sorted(order.tolist()) == list(range(len(z)))
    pairs = zip(order[:-1].tolist(), order[1:].tolist(), strict=True)
    assert all((z[a], -a) > (z[b], -b) for a, b in pairs)


@holds(
    "retrieval.ranking-ignores-shift-and-scale", z=long_rows(dtypes=("float64",), n=130),
    near=st.booleans(),
)  # fmt: skip
def test_each_of_many_queries_ranks_many_documents_by_itself(subject, z, near):
    rows = np.stack([z, z[::-1]])
    if near:  # beyond what float32 can tell apart
        rows = 1 + np.ldexp(np.round(rows * 8), -40)
    for row, order in zip(rows, subject.ranking(rows), strict=True):
        assert order.tolist() == sorted(range(len(row)), key=lambda place: (-row[place], place))


@holds("retrieval.dot-never-ranks-a-mixture-first", case=rows(dtypes=("float64",)), data=st.data())
def test_a_mixture_of_documents_is_never_strictly_first(subject, case, data):
    query, documents = case
    parts = data.draw(st.lists(st.integers(0, 5), min_size=len(documents), max_size=len(documents)))
    parts = parts if sum(parts) else [1] * len(documents)
    weights = [mp.mpf(part) / sum(parts) for part in parts]
    mixed = sum(w * digits.array(d).data for w, d in zip(weights, documents, strict=True))
    query = digits.array(query)
    mixture = subject.dot_score(query, digits.array(mixed[None])).tolist()[0]
    scores = subject.dot_score(query, digits.array(documents)).tolist()
    size = sum(abs(query.data[0])) * max(abs(digits.array(documents)).flat())
    d, n = query.shape[-1], len(documents)
    assert mixture <= max(scores) + 2 * bound_dot(size, d + n + 2, "digits")


@holds(
    "retrieval.joint-score-of-two-numbers-ranks-any-first",
    documents=numbers(5, kinds=("moderate",)),
)
def test_two_hidden_units_rank_any_document_first_for_itself(subject, documents):
    params = {
        "w_1": np.asarray([[1.0, -1.0], [-1.0, 1.0]]), "b_1": np.zeros(2),
        "w_2": np.asarray([[-1.0], [-1.0]]), "b_2": np.zeros(1),
    }  # fmt: skip
    for document in documents:
        joined = np.stack([np.full(5, document), documents], axis=-1)
        scores = subject.feed_forward(joined, params)[:, 0]
        assert documents[subject.ranking(scores)[0]] == document


INSIDE_A_TRIANGLE = np.asarray([[0.0, 0], [1, 0], [0, 1], [-1, -1]])
ASKED = {
    (0, 1): (2, -1), (0, 2): (-1, 2), (0, 3): (-1, -1),
    (1, 2): (1, 1), (1, 3): (1, -2), (2, 3): (-2, 1),
}  # fmt: skip


@holds("retrieval.four-documents-fit-a-plane", slant=st.integers(-4, 4))
def test_each_pair_of_four_documents_leads_the_others_by_one(subject, slant):
    documents = INSIDE_A_TRIANGLE @ np.asarray([[1, slant], [0, 1]])
    for pair, query in ASKED.items():
        asked = np.asarray([query]) @ np.asarray([[1.0, 0], [-slant, 1]])
        scores = subject.dot_score(asked, documents[:, None, :])
        assert min(scores[[*pair]]) >= max(np.delete(scores, pair)) + 1


@holds(
    "retrieval.a-line-ranks-two-sets", "retrieval.a-line-ranks-two-sets-at-most",
    points=st.lists(st.integers(-9, 9), min_size=2, max_size=7, unique=True),
    k=st.integers(1, 6), queries=st.lists(st.sampled_from((-3.0, -1.0, 2.0, 5.0)), max_size=4),
)  # fmt: skip
def test_on_a_line_the_first_k_are_the_largest_or_the_smallest(subject, points, k, queries):
    k, documents = min(k, len(points) - 1), np.asarray(points, float)[:, None, None]
    first = set()
    for query in (1.0, -1.0, *queries):
        order = subject.ranking(subject.dot_score(np.asarray([[query]]), documents))
        first.add(frozenset(points[each] for each in order[:k]))
    rising = sorted(points)
    assert first == {frozenset(rising[:k]), frozenset(rising[-k:])}
