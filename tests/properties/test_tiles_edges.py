"""Attention in tiles at its edges: biases, halves, no rows, and what does not fit the floats."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from impl.refusals import ArgumentValueError

V = np.asarray([[2.0], [4.0]])


@pytest.mark.parametrize(
    ("biases", "mean"), [([5.0, 5.0], 3.0), ([1.0, 1.0], 3.0), ([0.0, 800.0], 4.0)]
)
def test_a_mask_may_add_numbers_that_neither_keep_nor_drop(subject, biases, mean):
    q, k = np.zeros((1, 1)), np.zeros((2, 1))
    found = subject.tiled_attention(q, k, V, mask=np.asarray([biases]))
    assert found.tolist() == [[mean]]


def test_halves_are_rounded_once(subject):
    random = np.random.default_rng(0)
    q, k, v = (random.normal(size=(70, 4)).astype(np.float16) for _ in range(3))
    single = subject.tiled_attention(*(x.astype(np.float32) for x in (q, k, v)))
    found = subject.tiled_attention(q, k, v)
    assert found.dtype == np.float16
    assert (found == single.astype(np.float16)).all()


def test_of_no_keys_nothing_comes_and_of_no_queries_no_row(subject):
    some, none = np.ones((2, 3)), np.ones((0, 3))
    assert subject.tiled_attention(some, none, none).tolist() == [[0.0] * 3] * 2
    assert subject.tiled_attention(none, some, some).shape == (0, 3)


def test_scores_are_as_large_as_their_scale_makes_them(subject):
    """By itself the product of the two fits; four times that does not."""
    large = np.asarray([[1e154]])
    assert subject.tiled_attention(large, large, V[:1]).tolist() == [[2.0]]
    said = "^scaled_dot_product_attention: q has a score beyond the range of float64"
    with pytest.raises(ArgumentValueError, match=said), np.errstate(over="ignore"):
        subject.tiled_attention(large, large, V[:1], scale=4.0)


def test_rows_whose_lengths_overflow_may_have_scores_that_do_not(subject):
    q, k = np.asarray([[1e200]]), np.zeros((2, 1))
    with np.errstate(over="raise", invalid="raise"):
        assert subject.tiled_attention(q, k, V).tolist() == [[3.0]]


def test_each_of_a_batch_has_its_own_values(subject):
    q, k = np.zeros((2, 1, 1)), np.zeros((2, 2, 1))
    found = subject.tiled_attention(q, k, np.stack([V, 10 * V]))
    assert found.tolist() == [[[3.0]], [[30.0]]]


def test_a_new_thread_has_room_for_small_and_for_large(subject):
    sizes = (1, 200, 3)
    one = lambda n: subject.tiled_attention(np.zeros((n, 1)), np.zeros((n, 1)), np.ones((n, 1)))
    with ThreadPoolExecutor(1) as fresh:
        assert all((each == 1).all() for each in fresh.map(one, sizes))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tile": 0}, "tile is 0, expected an integer, 1 or more"),
        ({"scale": np.inf}, "scale is inf, expected a finite number"),
    ],
)
def test_a_refusal_is_that_of_attention(subject, options, said):
    with pytest.raises((TypeError, ValueError)) as error:
        subject.tiled_attention(V, V, V, **options)
    assert str(error.value) == f"scaled_dot_product_attention: {said}"
