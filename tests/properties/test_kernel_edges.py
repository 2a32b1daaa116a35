"""Kernel regression on NaN, batches and several targets; dtypes are kept."""

import numpy as np
import pytest

from tests.helpers import oracle
from tests.helpers.holds import within
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_kernel_regression


def test_a_prediction_known_to_fifty_digits_is_met_within_rounding(subject):
    # (3 + 5k) / (1 + k) with k = exp(-1/2), by mpmath at 50 digits
    known = "3.7550813375962908707221988685089830424934412693822"
    scores = oracle.log_kernels([0], [[0], [1]], mp.mpf(1))
    p, y = oracle.softmax(scores), [3.0, 5.0]
    off = bound_kernel_regression(scores, p, oracle.exact(y), mp.mpf(1), 1, "float64")
    x = np.asarray([[0.0], [1.0]])
    got = subject.kernel_regression(np.zeros((1, 1)), x, np.asarray(y), 1.0)
    within(got, [mp.mpf(known)], [off], "the known prediction")


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_dtype_is_kept_and_the_arguments_are_left_as_they_were(subject, dtype):
    arrays = [np.asarray(each, dtype=dtype) for each in ([[1.0]], [[0.0], [2.0]], [3.0, 5.0])]
    before = [each.copy() for each in arrays]
    assert subject.kernel_regression(*arrays, 0.5).dtype == dtype
    assert subject.gaussian(arrays[1], 0.5).dtype == dtype
    assert all((a == b).all() for a, b in zip(before, arrays, strict=True))


def test_a_nan_point_makes_the_prediction_nan(subject):
    x = np.asarray([[0.0], [np.nan]])
    assert np.isnan(subject.kernel_regression(np.zeros((1, 1)), x, np.ones(2), 1.0)).all()
    one, none = subject.kernel_regression(np.asarray([[0.0], [np.nan]]), x[:1], np.ones(1), 1.0)
    assert one == 1
    assert np.isnan(none)


def test_several_targets_are_predicted_side_by_side(subject):
    x_query, x = np.asarray([[0.0], [2.0]]), np.asarray([[0.0], [1.0], [3.0]])
    y = np.arange(6.0).reshape(3, 2)
    both = subject.kernel_regression(x_query, x, y, 1.0)
    assert both.shape == (2, 2)
    assert (both[:, 0] == subject.kernel_regression(x_query, x, y[:, 0], 1.0)).all()
    assert (both[0] == subject.kernel_regression(x_query[0], x, y, 1.0)).all()


def test_a_batch_is_each_problem_by_itself(subject):
    x_query, x, y = (
        np.zeros((2, 3, 1)),
        np.arange(8.0).reshape(2, 4, 1),
        np.arange(8.0).reshape(2, 4),
    )
    for place, got in enumerate(subject.kernel_regression(x_query, x, y, 0.5)):
        assert (got == subject.kernel_regression(x_query[place], x[place], y[place], 0.5)).all()


def test_a_scalar_of_a_library_does_not_change_the_dtype(subject):
    x = np.zeros((2, 1), dtype=np.float32)
    assert subject.kernel_regression(x, x, x[:, 0], np.float64(0.5)).dtype == np.float32
    assert subject.gaussian(x, np.asarray(0.5)).dtype == np.float32


def test_one_query_is_answered_by_each_table_of_a_batch(subject):
    x, y = np.zeros((3, 2, 1)), np.asarray([[1.0, 3.0], [2.0, 4.0], [5.0, 7.0]])
    assert subject.kernel_regression(np.zeros(1), x, y, 1.0).tolist() == [2.0, 3.0, 6.0]
