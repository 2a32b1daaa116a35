"""Wrong results are refused, by many multiples of the bound."""

import numpy as np
import pytest
from atensi_bounds import (
    NoBoundError,
    assert_attention_close,
    assert_layer_norm_close,
    assert_softmax_close,
    attention_tolerance,
)

from tests.bounds import kernels
from tests.bounds.inputs import drawn, waves
from tests.bounds.kernels import rounded

M, N = 16, 16
EPS = 1e-3
CAUSAL = np.tri(M, N, dtype=bool)


def attention(q, k, v, mask=None, scale=None):
    s = q @ np.swapaxes(k, -1, -2) * (scale or q.shape[-1] ** -0.5)
    s = s if mask is None else np.where(mask, s, -np.inf)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ v


def unnormalised(q, k, v):
    s = q @ k.T / np.sqrt(q.shape[-1])
    return np.exp(s - s.max(axis=-1, keepdims=True)) @ v


def half_zeroed(q, k, v):
    s = q @ k.T / np.sqrt(q.shape[-1])
    s[:, ::2] = 0
    e = np.exp(s)
    return e / e.sum(axis=-1, keepdims=True) @ v


WRONG = {
    "zeros": lambda q, k, v: np.zeros((len(q), v.shape[-1])),
    "uniform weights": lambda q, k, v: np.tile(v.mean(axis=0), (len(q), 1)),
    "unnormalised weights": unnormalised,
    "half of the scores zeroed": half_zeroed,
    "a scale that is off by 1 %": lambda q, k, v: attention(1.01 * q, k, v),
    "no scale": lambda q, k, v: attention(q, k, v, scale=1.0),
    "the last key dropped": lambda q, k, v: attention(q, k[:-1], v[:-1]),
    "values in another order": lambda q, k, v: attention(q, k, v[::-1]),
    "a causal mask": lambda q, k, v: attention(q, k, v, CAUSAL),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_wrong_attention_is_refused(dtype, wrong):
    q, k, v = waves(dtype, M, N)
    actual = rounded(WRONG[wrong](q, k, v), dtype)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_attention_close(actual, q, k, v, dtype=dtype, kernel="fused")
    right = rounded(attention(q, k, v), dtype)
    assert_attention_close(right, q, k, v, dtype=dtype, kernel="fused")


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("by", [-1, 1])
def test_a_causal_mask_that_is_off_by_one_is_refused(dtype, by):
    q, k, v = waves(dtype, M, N)
    mask = np.tri(M, N, by, dtype=bool)
    mask[0, 0] = True
    actual = rounded(attention(q, k, v, mask), dtype)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_attention_close(actual, q, k, v, is_causal=True, dtype=dtype, kernel="fused")
    right = rounded(attention(q, k, v, CAUSAL), dtype)
    assert_attention_close(right, q, k, v, is_causal=True, dtype=dtype, kernel="fused")


@pytest.mark.parametrize("wrong", ["zeros", "uniform weights", "unnormalised weights", "no scale"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_the_bound_for_every_kernel_refuses_gross_errors(dtype, wrong):
    q, k, v = (0.5 * x for x in waves(dtype, M, N, d=64))
    v += 0.5 * np.sign(np.arange(N) - 3.5)[:, None]
    v = rounded(v, dtype)
    actual = rounded(WRONG[wrong](2 * q, k, v), dtype)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_attention_close(actual, 2 * q, k, v, dtype=dtype)


@pytest.mark.parametrize(("dtype", "n"), [("bfloat16", 128), ("float16", 16384)])
def test_a_bound_that_zeros_would_meet_everywhere_is_not_used(dtype, n):
    q, k, v = drawn("gaussian", 0, dtype, 4, n, 64, 4)
    honest, zeros = rounded(attention(q, k, v), dtype), np.zeros((4, 4))
    for actual in (honest, zeros):
        with pytest.raises(NoBoundError, match=r"from zeros.* all 16 entries.* kernel='fused'"):
            assert_attention_close(actual, q, k, v, dtype=dtype)
    with pytest.raises(AssertionError, match="times the bound"):  # what is wrong is said first
        assert_attention_close(honest + 99, q, k, v, dtype=dtype)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_attention_close(zeros, q, k, v, dtype=dtype, kernel="fused")
    assert_attention_close(honest, q, k, v, dtype=dtype, kernel="fused")


@pytest.mark.parametrize(("dtype", "n"), [("bfloat16", 128), ("float16", 16384)])
def test_rows_that_zeros_would_meet_are_not_judged_by_the_others(dtype, n):
    q, k, v = drawn("gaussian", 0, dtype, 4, n, 64, 4)
    few = np.arange(n) < np.asarray([1, 4, n, n])[:, None]  # as in causal order, or padded
    honest = rounded(attention(q, k, v, few), dtype)
    for actual in (honest, np.where(few[:, -1:], 0, honest)):
        with pytest.raises(NoBoundError, match=r"2 of 4 rows from zeros, .* \[2\]"):
            assert_attention_close(actual, q, k, v, few, dtype=dtype)
    assert_attention_close(honest[:2], q[:2], k, v, few[:2], dtype=dtype)
    assert_attention_close(honest, q, k, v, few, dtype=dtype, kernel="fused")


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_single_values_that_cancel_are_accepted(dtype):
    q, k, v = np.zeros((2, 4)), np.zeros((4, 4)), np.asarray([[1.0], [-1.0], [0.5], [-0.5]])
    k[:, 0], q[1] = (0, 0, 9, 9), 3
    size = 2.0**1020 if dtype == "float64" else 1.0
    assert_attention_close(np.zeros((2, 1)), q, k, v * size, dtype=dtype)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_attention_close(np.full((2, 1), 0.1 * size), q, k, v * size, dtype=dtype)


def test_zeros_that_are_right_are_accepted():
    q, k, v = waves("float32", M, N)
    k, v = np.concatenate([k, k]), np.concatenate([v, -v])  # the values cancel exactly
    assert_attention_close(np.zeros((M, v.shape[-1])), q, k, v, dtype="float32")
    assert_attention_close(np.zeros((M, v.shape[-1])), q, k, 0 * v, dtype="float32")


def test_a_result_of_a_shorter_format_than_claimed_is_refused():
    q, k, v = waves("bfloat16", M, N)
    for claimed, was in (("float16", "bfloat16"), ("float32", "float16"), ("float64", "float32")):
        actual = kernels.fused(q, k, v, was, "float32")
        with pytest.raises(AssertionError, match="times the bound"):
            assert_attention_close(actual, q, k, v, dtype=claimed, kernel="fused")


def test_nan_and_another_shape_are_refused():
    q, k, v = waves("float32", M, N)
    right = attention(q, k, v)
    wrong = right.copy()
    wrong[3, 1] = np.nan
    with pytest.raises(AssertionError, match=r"1 of 64 entries .* at \[3, 1\]: nan"):
        assert_attention_close(wrong, q, k, v, dtype="float32")
    with pytest.raises(AssertionError, match=r"actual has shape \(15, 4\); expected \(16, 4\)"):
        assert_attention_close(right[1:], q, k, v, dtype="float32")


@pytest.mark.parametrize(
    ("actual", "says"),
    [
        (lambda right: right + 1j, "actual has dtype complex128; expected real numbers"),
        (lambda right: right.astype(str), "actual has dtype <U"),
        (lambda right: right.astype(object), "actual has dtype object"),
        (lambda right: np.ma.array(right, mask=True), "actual is a masked array; expected a plain"),
    ],
)
def test_what_is_no_real_number_is_not_read_as_one(actual, says):
    q, k, v = waves("float32", M, N)
    with pytest.raises(ValueError, match=says):
        assert_attention_close(actual(attention(q, k, v)), q, k, v, dtype="float32")
    p = np.full((2, 4), 0.25)
    with pytest.raises(ValueError, match=says):
        assert_softmax_close(actual(p), np.zeros((2, 4)))
    with pytest.raises(ValueError, match=says):
        assert_layer_norm_close(actual(0 * p), p)


def test_the_error_says_the_worst_entry_its_multiple_and_the_claim():
    q, k, v = waves("float32", M, N)
    wrong = attention(q, k, v)
    bound = attention_tolerance(q, k, v, dtype="float32")[2, 1]
    wrong[2, 1] += 40 * bound
    wrong[5, 0] += 1.5 * bound
    with pytest.raises(AssertionError) as caught:
        assert_attention_close(wrong, q, k, v, dtype="float32")
    says = str(caught.value)
    assert "The worst is at [2, 1]" in says and "which is 40 times the bound" in says
    assert "licensed by floats.attention: Computed attention is off by at most the" in says


def test_wrong_softmax_is_refused():
    x = waves("float32", 8, 8)[0]
    exact = np.exp(x - x.max(axis=-1, keepdims=True))
    right = exact / exact.sum(axis=-1, keepdims=True)
    assert_softmax_close(right, x, dtype="float32")
    for wrong in (exact, right * 1.0001, np.full_like(x, 1 / 16), right[:, ::-1], right.T @ right):
        with pytest.raises(AssertionError):
            assert_softmax_close(wrong, x, dtype="float32")
    with pytest.raises(AssertionError):
        assert_softmax_close(right, x, axis=0, dtype="float32")


def test_wrong_layer_norm_is_refused():
    x = waves("float32", 8, 8, d=32)[0]
    gain, bias = rounded(1 + x[0] / 8, "float32"), x[1]
    away = x - x.mean(axis=-1, keepdims=True)
    variance = (away**2).mean(axis=-1, keepdims=True)
    right = away / np.sqrt(variance + EPS) * gain + bias
    assert_layer_norm_close(right, x, gain, bias, EPS, dtype="float32")
    unbiased = away / np.sqrt(variance * 32 / 31 + EPS) * gain + bias
    outside = away / (np.sqrt(variance) + EPS) * gain + bias
    without = away / np.sqrt(variance) * gain + bias
    uncentred = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + EPS) * gain + bias
    for wrong in (unbiased, outside, without, uncentred, right - bias, right / gain, 0 * x):
        with pytest.raises(AssertionError, match="times the bound"):
            assert_layer_norm_close(wrong, x, gain, bias, EPS, dtype="float32")


def test_the_variance_as_mean_square_less_squared_mean_is_refused():
    x = np.float32(1000 + waves("float32", 8, 8, d=32)[0])
    square = (x**2).mean(axis=-1, keepdims=True) - x.mean(axis=-1, keepdims=True) ** 2
    actual = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(np.maximum(square, 0) + 1e-5)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_layer_norm_close(actual, x)
