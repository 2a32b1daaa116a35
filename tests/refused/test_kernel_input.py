"""Kernel regression: what it does with input that is a batch, extreme or wrong."""

import numpy as np
import pytest
from mpmath import mp

from tests.helpers import oracle
from tests.helpers.holds import within
from theory.rounding import bound_kernel_regression


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


def test_a_point_that_is_not_a_number_makes_the_prediction_none(subject):
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


@pytest.mark.parametrize(
    ("shapes", "beta", "error", "words"),
    [
        (
            ((2, 3), (4, 2), (4,)),
            1.0,
            ValueError,
            r"x_query has shape \(2, 3\) and x has shape \(4, 2\)",
        ),
        (((2, 1), (4,), (4,)), 1.0, ValueError, r"x has shape \(4,\)"),
        (((2, 1), (0, 1), (0,)), 1.0, ValueError, "x has no points; expected at least one"),
        (((2, 1), (4, 1), (3,)), 1.0, ValueError, r"y has shape \(3,\); expected \(..., 4\)"),
        (((2, 1), (4, 1), (4, 1, 1)), 1.0, ValueError, r"y has shape \(4, 1, 1\)"),
        (((3, 2, 1), (2, 4, 1), (2, 4)), 1.0, ValueError, "batch dimensions"),
        (((2, 1), (4, 1), (4,)), np.inf, ValueError, "beta is inf; expected a finite number"),
        (((2, 1), (4, 1), (4,)), np.nan, ValueError, "beta is nan"),
        (((2, 1), (4, 1), (4,)), "1", TypeError, "beta is '1'; expected a real number"),
        (((2, 1), (4, 1), (4,)), 1j, TypeError, "beta is 1j"),
        (((2, 1), (4, 1), (4,)), np.ones(2), ValueError, r"beta has shape \(2,\)"),
    ],
)
def test_data_that_do_not_fit_are_refused_by_name(subject, shapes, beta, error, words):
    with pytest.raises(error, match=f"(?s)^kernel_regression: .*{words}"):
        subject.kernel_regression(*(np.zeros(shape) for shape in shapes), beta)


@pytest.mark.parametrize(
    ("large", "dtype"), [(1e160, "float64"), (1e20, "float32"), (200, "float16")]
)
def test_data_too_large_to_square_are_refused_with_a_way_out(subject, large, dtype):
    x = np.asarray([[0.0], [large]], dtype=dtype)
    with pytest.raises(
        ValueError, match=r"x_query has an entry beyond .*divide the data by a number"
    ):
        subject.kernel_regression(x, x[:1], np.zeros(1, dtype=dtype), 1.0)
    with pytest.raises(ValueError, match=r"kernel_regression: x has an entry beyond"):
        subject.kernel_regression(x[:1], x, np.zeros(2, dtype=dtype), 1.0)


@pytest.mark.parametrize(
    ("beta", "error", "words"),
    [
        (np.inf, ValueError, "beta is inf; expected a finite number"),
        (None, TypeError, "beta is None; expected a real number"),
        (True, TypeError, "beta is True; expected a real number"),
        (np.ones(2), ValueError, r"beta has shape \(2,\); expected a single number"),
    ],
)
def test_a_width_that_is_no_finite_number_is_refused(subject, beta, error, words):
    with pytest.raises(error, match=f"^gaussian: {words}"):
        subject.gaussian(np.ones(2), beta)


def test_arguments_of_a_wrong_kind_are_refused_by_name(subject):
    with pytest.raises(TypeError, match=r"^gaussian: distance_squared has dtype int64; expected a"):
        subject.gaussian(np.ones(2, dtype="int64"), 1.0)
    with pytest.raises(TypeError, match=r"^gaussian: distance_squared is a float; expected an arr"):
        subject.gaussian(1.0, 1.0)
    words = "^kernel_regression: x has dtype int64, y has dtype complex128; expected a real"
    with pytest.raises(TypeError, match=words):
        x = np.ones((2, 1), dtype="int64")
        subject.kernel_regression(np.ones((1, 1)), x, np.ones(2, dtype="complex128"), 1.0)


def test_a_negative_squared_distance_is_refused(subject):
    with pytest.raises(ValueError, match=r"^gaussian: distance_squared contains a negative number"):
        subject.gaussian(np.asarray([-1.0]), 1.0)


def test_a_scalar_of_a_library_does_not_change_the_dtype(subject):
    x = np.zeros((2, 1), dtype=np.float32)
    assert subject.kernel_regression(x, x, x[:, 0], np.float64(0.5)).dtype == np.float32
    assert subject.gaussian(x, np.asarray(0.5)).dtype == np.float32


@pytest.mark.parametrize("beta", [np.asarray(np.nan), np.float32(np.inf)])
def test_a_librarys_scalar_must_be_finite_too(subject, beta):
    with pytest.raises(ValueError, match=r"gaussian: beta is (nan|inf); expected a finite number"):
        subject.gaussian(np.zeros(1), beta)


def test_a_beta_whose_square_overflows_is_refused(subject):
    x = np.zeros((1, 1), dtype=np.float16)
    with pytest.raises(
        ValueError, match=r"kernel_regression: beta is 300.0; expected a smaller one"
    ):
        subject.kernel_regression(x, x, x[0], 300.0)
    with pytest.raises(ValueError, match=r"gaussian: beta is 1e\+200"):
        subject.gaussian(np.zeros(1), 1e200)


def test_a_distance_whose_kernel_cannot_be_computed_is_refused(subject):
    with pytest.raises(ValueError, match=r"gaussian: distance_squared has an entry beyond"):
        subject.gaussian(np.asarray([1e308]), 10.0)
