"""Lookup on extremes, NaN, empty tables, masks and batches; dtypes are kept."""

import numpy as np
import pytest

from tests.helpers import oracle
from tests.helpers.holds import within
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_attention


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_dtype_is_kept_and_the_arguments_are_left_as_they_were(subject, dtype):
    scores = np.asarray([[1.0, 3.0], [2.0, 2.0]], dtype=dtype)
    values, mask = np.asarray([[5.0], [7.0]], dtype=dtype), np.asarray([[True, False]])
    before = [each.copy() for each in (scores, values, mask)]
    for output in (
        subject.attention(scores, values, mask=mask),
        subject.attention(scores, values, mask=np.zeros((2, 2))),  # a float64 mask adds, no more
        subject.hard_attention(scores, values),
    ):
        assert output.dtype == scores.dtype
    assert all((a == b).all() for a, b in zip(before, (scores, values, mask), strict=True))


def test_an_output_known_to_fifty_digits_is_met_within_rounding(subject):
    # (1 + 2e + 4e²) / (1 + e + e²), by mpmath at 50 digits
    known = "3.2404513383792633210600144588649990119976072555896"
    scores, values = [0.0, 1.0, 2.0], [1.0, 2.0, 4.0]
    x, v = oracle.exact(scores), oracle.exact(values)
    off = bound_attention(x, oracle.softmax(x), v, "float64")
    output = subject.attention(np.asarray(scores), np.asarray(values)[:, None])
    within(output, [mp.mpf(known)], [off], "the known output")


def test_equal_scores_of_kept_pairs_give_their_exact_mean(subject):
    values, mask = np.asarray([[8.0], [16.0], [1000.0]]), np.asarray([True, True, False])
    assert subject.attention(np.zeros(3), values, mask=mask).tolist() == [12.0]


def test_a_masked_value_leaks_into_no_batch(subject):
    values = np.ones((2, 3, 1))
    values[0, 0], values[1, 2] = np.nan, np.inf
    mask = np.asarray([[[False, True, True]], [[True, True, False]]])
    assert (subject.attention(np.zeros((2, 1, 3)), values, mask=mask) == 1).all()
    kept = subject.attention(np.zeros((2, 1, 3)), values)
    assert np.isnan(kept[0]).all()
    assert (kept[1] == np.inf).all()


def test_nan_scores_make_the_output_of_their_query_nan_and_no_other(subject):
    output = subject.attention(np.asarray([[np.nan, 0.0], [0.0, 0.0]]), np.ones((2, 1)))
    assert np.isnan(output[0]).all()
    assert (output[1] == 1).all()


def test_a_single_query_is_a_row_of_scores_without_an_axis(subject):
    scores, values = np.asarray([0.0, 1.0, 2.0]), np.eye(3)
    assert (subject.attention(scores, values) == subject.attention(scores[None], values)[0]).all()


def test_a_batch_is_each_table_by_itself(subject):
    scores = np.arange(12.0).reshape(2, 2, 3) % 5
    values = np.arange(18.0).reshape(2, 3, 3) % 7
    for place, output in enumerate(subject.attention(scores, values)):
        assert (output == subject.attention(scores[place], values[place])).all()


def test_no_pairs_give_output_zero_and_no_queries_no_rows(subject):
    assert (subject.attention(np.zeros((2, 0)), np.zeros((0, 3))) == np.zeros((2, 3))).all()
    assert subject.attention(np.zeros((0, 2)), np.zeros((2, 3))).shape == (0, 3)
    assert (subject.hard_attention(np.zeros((2, 0)), np.zeros((0, 3))) == 0).all()


def test_a_very_negative_mask_is_as_good_as_dropping(subject):
    scores = np.asarray([0.0, 60000.0, -60000.0], dtype=np.float16)
    mask = np.asarray([0.0, -1e9, -60000.0])
    values = np.eye(3, dtype=np.float16)
    assert subject.attention(scores, values, mask=mask).tolist() == [1.0, 0.0, 0.0]


def test_a_sum_below_the_lowest_float_does_not_take_others_with_it(subject):
    lowest = np.finfo("float64").min
    scores, mask = np.asarray([0.9 * lowest, lowest]), np.asarray([0.0, lowest])
    assert subject.attention(scores, np.eye(2), mask=mask).tolist() == [1.0, 0.0]
