"""Softmax and its relatives: what they do with input that is extreme, empty or wrong."""

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


def test_a_number_that_is_none_makes_its_row_none_and_no_other(subject):
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


def test_plus_infinity_is_refused_with_the_reason(subject):
    for name in ("softmax", "log_softmax", "logsumexp"):
        words = rf"^{name}: x contains \+inf; expected values below \+inf, because"
        with pytest.raises(ValueError, match=words):
            getattr(subject, name)(np.asarray([0.0, np.inf]))


@pytest.mark.parametrize(
    ("x", "words"),
    [
        ([0.0, 1.0], "x is a list; expected an array of the array API standard"),
        (np.asarray([0, 1]), "x has dtype int64; expected a real floating dtype"),
        (np.asarray([True]), "x has dtype bool; expected a real floating dtype"),
        (np.asarray([1j]), "x has dtype complex128; expected a real floating dtype"),
        (None, "x is a NoneType"),
    ],
)
def test_what_is_no_real_floating_array_is_refused_by_name(function, x, words):
    with pytest.raises(TypeError, match=words):
        function(x)


def test_an_axis_that_is_not_there_is_refused(function):
    with pytest.raises(
        ValueError, match=r"axis is 2; expected -2 to 1, because x has shape \(2, 3\)"
    ):
        function(np.zeros((2, 3)), axis=2)
    with pytest.raises(TypeError, match=r"axis is 0.5; expected one integer"):
        function(np.zeros((2, 3)), axis=0.5)
    with pytest.raises(ValueError, match="x has no axes; expected at least one"):
        function(np.asarray(1.0))


def test_a_mask_that_does_not_fit_is_refused(subject):
    with pytest.raises(TypeError, match="where is int64; expected booleans"):
        subject.softmax(np.zeros(2), where=np.asarray([0, 1]))
    with pytest.raises(TypeError, match="where is list; expected booleans"):
        subject.softmax(np.zeros(2), where=[True, False])
    with pytest.raises(
        ValueError, match=r"where has shape \(3,\); expected one that broadcasts to \(2,\)"
    ):
        subject.softmax(np.zeros(2), where=np.ones(3, dtype=bool))


def test_arrays_of_two_libraries_are_refused(subject):
    strict = pytest.importorskip("array_api_strict", reason="array-api-strict is not installed")
    with pytest.raises(TypeError, match=r"expected all of one array library"):
        subject.attention(np.zeros(2), strict.zeros((2, 1)))


def test_zero_and_the_hidden_entries_of_a_mask_may_hold_anything(subject):
    x, keep = np.asarray([np.nan, np.inf, 0.0]), np.asarray([False, False, True])
    assert subject.softmax(x, where=keep).tolist() == [0.0, 0.0, 1.0]


def test_a_logarithm_far_below_is_kept_down_to_the_lowest_float(subject):
    x = np.asarray([0.0, 0.9 * np.finfo("float64").min])
    assert subject.log_softmax(x).tolist() == x.tolist()
