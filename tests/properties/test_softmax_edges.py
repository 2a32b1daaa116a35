"""Softmax and its relatives on extremes, NaN, empty rows and masks; dtypes are kept."""

import numpy as np
import pytest

FUNCTIONS = ("softmax", "log_softmax", "logsumexp", "hardmax")


@pytest.fixture(params=FUNCTIONS)
def function(request, subject):
    return getattr(subject, request.param)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_dtype_is_kept_and_the_argument_is_left_as_it_was(function, dtype):
    x = np.asarray([[1.0, 3.0, 2.0], [5.0, 5.0, 5.0]], dtype=dtype)
    before = x.copy()
    assert function(x).dtype == x.dtype
    assert (x == before).all()


def test_every_row_is_treated_by_itself(function):
    x = np.asarray([[1.0, 3.0], [1000.0, -1000.0], [0.5, 0.5]])
    assert (function(x) == np.asarray([function(row) for row in x])).all()


def test_an_empty_row_has_empty_weights_and_no_mass(subject):
    for name in ("softmax", "log_softmax", "hardmax"):
        assert getattr(subject, name)(np.zeros((2, 0))).shape == (2, 0)
    assert (subject.logsumexp(np.zeros((2, 0))) == -np.inf).all()
    assert subject.softmax(np.zeros((0, 3))).shape == (0, 3)


def test_minus_infinity_means_weight_zero(subject):
    x = np.asarray([-np.inf, 0.0, 0.0])
    assert subject.softmax(x).tolist() == [0.0, 0.5, 0.5]
    assert subject.log_softmax(x)[0] == -np.inf
    nothing = np.full(3, -np.inf)
    assert subject.hardmax(nothing).tolist() == [0.0] * 3
    assert subject.logsumexp(nothing) == -np.inf
    assert (subject.log_softmax(nothing) == -np.inf).all()


def test_a_nan_makes_its_own_row_nan_and_no_other(subject):
    x = np.asarray([[np.nan, 1000.0], [0.0, 0.0]])
    for name in FUNCTIONS:
        bad, good = getattr(subject, name)(x)
        assert np.isnan(bad).all()
        assert np.isfinite(good).all()


def test_logits_of_any_size_stay_finite(subject):
    x = np.asarray([1e308, -1e308, 1.7e308])
    assert subject.softmax(x).tolist() == [0.0, 0.0, 1.0]
    assert subject.logsumexp(x) == 1.7e308
    assert np.isfinite(subject.log_softmax(x)).all()


def test_zero_and_the_hidden_entries_of_a_mask_may_hold_anything(subject):
    x, keep = np.asarray([np.nan, np.inf, 0.0]), np.asarray([False, False, True])
    assert subject.softmax(x, where=keep).tolist() == [0.0, 0.0, 1.0]


def test_a_logarithm_far_below_is_kept_down_to_the_lowest_float(subject):
    x = np.asarray([0.0, 0.9 * np.finfo("float64").min])
    assert subject.log_softmax(x).tolist() == x.tolist()


def test_the_normaliser_runs_along_any_axis(subject):
    x = np.asarray([[0.0, 1.5, -2.0], [4.0, 0.5, 1.0]])
    assert np.array_equal(subject.logsumexp(x.T, axis=0), subject.logsumexp(x))
    assert np.array_equal(subject.log_softmax(x.T, axis=0).T, subject.log_softmax(x))
