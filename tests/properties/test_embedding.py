"""Embedding: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers.holds import holds
from tests.helpers.strategies import vocabularies

SIZES = st.integers(1, 5) | st.just(300)  # or more than a byte can count


@st.composite
def sequences(draw, sizes=SIZES):
    """Draw tokens of any shape with up to two axes, and a vocabulary's size."""
    size = draw(sizes)
    shape = draw(st.lists(st.integers(1, 4), max_size=2))
    count = int(np.prod(shape, dtype=int))
    few = size < 9
    flat = draw(st.lists(st.integers(0 if few else 250, size - 1), min_size=count, max_size=count))
    kind = draw(st.sampled_from(["int64", "int32", *(["uint8"] if few else [])]))
    return np.asarray(flat, dtype=kind).reshape(shape), size


@st.composite
def tables(draw):
    """Draw tokens and a table with a row for each."""
    table = draw(vocabularies())
    return draw(sequences(st.just(len(table))))[0], table


@holds("embedding.one-hot", "embedding.one-hot-is-sparse", case=sequences())
def test_a_token_is_a_single_one_at_its_place(subject, case):
    tokens, size = case
    vectors = subject.one_hot(tokens, size)
    assert vectors.shape == (*tokens.shape, size)
    assert ((vectors == 0) | (vectors == 1)).all()
    assert (vectors.sum(axis=-1) == 1).all()
    assert (vectors.argmax(axis=-1) == tokens).all()


@holds("embedding.one-hot-knows-no-relation", size=st.integers(1, 6))
def test_tokens_are_orthogonal_and_equally_far_apart(subject, size):
    vectors = subject.one_hot(np.arange(size), size)
    assert (vectors @ vectors.T == np.eye(size)).all()


@holds(
    "embedding.embed", "embedding.selects-a-row", "embedding.counts-embed-as-sums", case=tables()
)
def test_embedding_selects_rows_bit_for_bit(subject, case):
    tokens, table = case
    rows = subject.embed(tokens, table)
    assert rows.dtype == table.dtype
    assert rows.shape == (*tokens.shape, table.shape[1])
    assert (rows == table[tokens]).all()


@holds("embedding.selects-a-row", case=tables())
def test_embedding_is_the_product_with_one_hot_vectors(subject, case):
    tokens, table = case
    # every product but one is with zero, so the sum is exact
    assert (subject.one_hot(tokens, len(table)) @ table.astype(float) == table[tokens]).all()


@holds("embedding.only-used-rows-are-trained", case=tables())
def test_changing_the_row_of_an_absent_token_changes_nothing(subject, case):
    tokens, table = case
    wider = np.concatenate([table, table[:1] + 1])  # one more token, which does not occur
    assert (subject.embed(tokens, wider) == subject.embed(tokens, table)).all()


def test_a_nan_stays_in_its_row(subject):
    table = np.asarray([[1.0, 2.0], [np.nan, np.inf]])
    assert (subject.embed(np.asarray([0]), table) == [[1.0, 2.0]]).all()


def test_tokens_of_a_narrow_type_reach_a_large_table(subject):
    tokens = np.asarray([255, 0], dtype="uint8")
    assert subject.embed(tokens, np.arange(300.0)[:, None]).tolist() == [[255.0], [0.0]]
    assert subject.one_hot(tokens, 300).shape == (2, 300)


def test_no_tokens_have_no_rows(subject):
    none = np.zeros((0,), dtype=int)
    assert subject.embed(none, np.ones((2, 3))).shape == (0, 3)
    assert subject.one_hot(none, 4).shape == (0, 4)
