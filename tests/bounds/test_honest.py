"""Honest results are within their bounds: all formats, orders of summation, and hard inputs."""

import numpy as np
import pytest
from atensi_bounds import (
    NoBoundError,
    assert_attention_close,
    assert_layer_norm_close,
    assert_softmax_close,
    attention_tolerance,
    attention_tolerance_by_size,
    layer_norm_tolerance,
    layer_norm_tolerance_by_size,
    softmax_tolerance,
    softmax_tolerance_by_size,
)
from hypothesis import given
from hypothesis import strategies as st

from tests.bounds import kernels
from tests.bounds.inputs import KINDS, drawn
from tests.bounds.kernels import ORDERS, rounded

FORMATS = {  # of data, and of sums
    "float16": "float32",
    "bfloat16": "float32",
    "float32": "float32",
    "float64": "float64",
}
SHORT = ("float16", "bfloat16")
each_format = pytest.mark.parametrize("dtype", FORMATS)
each_order = pytest.mark.parametrize("order", ORDERS)
seeds = st.integers(0, 2**32 - 1)
# what the bound of a short format may say nothing of: scores that its own rounding scatters, and
# results that are as small as the rounding of the values
HARD = ("saturated", "dominant", "shifted", "cancelling")


def hard(kind, dtype):
    """Say whether the bound for any kernel may be no help; results may be subnormal, too."""
    return kind == "subnormal" or dtype == "bfloat16" or (dtype in SHORT and kind in HARD)


TOLERANCE = {
    assert_attention_close: attention_tolerance,
    assert_softmax_close: softmax_tolerance,
    assert_layer_norm_close: layer_norm_tolerance,
}


def accepted(check, actual, *given, may_be_no_help=False, **options):
    """Check, and return whether there was a bound to check with.

    Where a test does not expect that there is none, it must be finite, and zeros must not be wrong:
    results may be nearly zero by chance.
    """
    try:
        check(actual, *given, **options)
    except NoBoundError:
        if not may_be_no_help:
            assert np.isfinite(TOLERANCE[check](*given, **options)).all()
            with pytest.raises(NoBoundError):
                check(np.zeros_like(actual), *given, **options)
        return False
    return True


@each_order
@each_format
@given(kind=st.sampled_from(KINDS), scaled=st.sampled_from(["q", "scores", "both"]), seed=seeds)
def test_attention_step_by_step_is_accepted(dtype, order, kind, scaled, seed):
    q, k, v = drawn(kind, seed, dtype)
    actual = kernels.stepwise(q, k, v, dtype, FORMATS[dtype], order, scaled)
    options = {"dtype": dtype, "kernel": "stepwise"}
    help_ = hard(kind, dtype)
    accepted(assert_attention_close, actual, q, k, v, may_be_no_help=help_, **options)


@each_order
@each_format
@given(kind=st.sampled_from(KINDS), seed=seeds)
def test_attention_in_one_kernel_is_accepted(dtype, order, kind, seed):
    q, k, v = drawn(kind, seed, dtype)
    actual = kernels.fused(q, k, v, dtype, FORMATS[dtype], order)
    near_zero = kind == "subnormal" or (dtype in SHORT and kind == "cancelling")
    options = {"dtype": dtype, "kernel": "fused", "may_be_no_help": near_zero}
    accepted(assert_attention_close, actual, q, k, v, **options)
    options |= {"kernel": "any", "may_be_no_help": hard(kind, dtype)}
    accepted(assert_attention_close, actual, q, k, v, **options)


@each_order
@given(seed=seeds)
def test_sums_in_halves_are_accepted_if_one_says_so(order, seed):
    q, k, v = drawn("gaussian", seed, "float16", n=24)
    actual = kernels.stepwise(q, k, v, "float16", "float16", order)
    assert_attention_close(actual, q, k, v, dtype="float16", accumulate="float16")


@each_order
@each_format
@given(seed=seeds, spread=st.sampled_from([0, 1, 4]), shift=st.sampled_from([0, 100]))
def test_softmax_is_accepted(dtype, order, seed, spread, shift):
    x = rounded(shift + spread * np.random.default_rng(seed).standard_normal((3, 40)), dtype)
    x[1, 5:] = -np.inf
    actual = kernels.softmax(x, dtype, FORMATS[dtype], order)
    help_ = dtype in SHORT and spread == 4
    accepted(assert_softmax_close, actual, x, dtype=dtype, may_be_no_help=help_)
    assert (softmax_tolerance(x, dtype=dtype)[1, 5:] == 0).all()


@each_order
@each_format
@given(seed=seeds, shift=st.sampled_from([0, 3]), eps=st.sampled_from([0.0, 1e-5, 0.5]))
def test_layer_norm_is_accepted(dtype, order, seed, shift, eps):
    random = np.random.default_rng(seed)
    x, gain, bias = (rounded(random.standard_normal(s), dtype) for s in ((3, 48), 48, 48))
    x = rounded(x + shift, dtype)
    actual = kernels.layer_norm(x, gain, bias, eps, dtype, FORMATS[dtype], order)
    help_ = dtype in SHORT and shift
    accepted(assert_layer_norm_close, actual, x, gain, bias, eps, dtype=dtype, may_be_no_help=help_)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_what_numpy_itself_computes_is_accepted(dtype):
    random = np.random.default_rng()
    q, k, v = (random.standard_normal((2, 3, 128, 64)).astype(dtype) for _ in "qkv")
    s = (q / np.sqrt(np.asarray(64, dtype))) @ np.swapaxes(k, -1, -2)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    assert p.dtype == dtype
    assert_attention_close(p @ v, q, k, v)
    assert_softmax_close(p, s)
    centred = q - q.mean(axis=-1, keepdims=True)
    root = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.asarray(1e-5, dtype))
    assert_layer_norm_close(centred / root, q)


@each_format
@given(kind=st.sampled_from(KINDS), seed=seeds)
def test_the_bound_by_sizes_is_not_below_the_one_with_data(dtype, kind, seed):
    q, k, v = drawn(kind, seed, dtype)
    sizes = {n: np.abs(x).max() for n, x in (("query", q), ("key", k), ("value", v))}
    for kernel in ("stepwise", "fused"):
        by_size = attention_tolerance_by_size(
            len(k), k.shape[-1], **sizes, dtype=dtype, kernel=kernel
        )
        assert (attention_tolerance(q, k, v, dtype=dtype, kernel=kernel) <= by_size).all()


@each_format
@given(seed=seeds, spread=st.sampled_from([0, 1, 4]), n=st.sampled_from([1, 2, 40]))
def test_the_bound_of_softmax_by_sizes_is_not_below_the_one_with_data(dtype, seed, spread, n):
    x = rounded(spread * np.random.default_rng(seed).standard_normal((3, n)), dtype)
    widest = np.ptp(x, axis=-1).max()
    for kernel in ("stepwise", "fused"):
        options = {"dtype": dtype, "kernel": kernel}
        by_size = softmax_tolerance_by_size(n, spread=widest, **options)
        assert (softmax_tolerance(x, **options) <= by_size).all()


@each_format
@given(seed=seeds, shift=st.sampled_from([0, 3]), eps=st.sampled_from([0.0, 1e-5, 0.5]))
def test_the_bound_of_layer_norm_by_sizes_is_not_below_the_one_with_data(dtype, seed, shift, eps):
    random = np.random.default_rng(seed)
    x, gain, bias = (rounded(random.standard_normal(s), dtype) for s in ((3, 48), 48, 48))
    x = rounded(x + shift, dtype)
    sizes = {n: np.abs(each).max() for n, each in (("entry", x), ("gain", gain), ("bias", bias))}
    for kernel in ("stepwise", "fused"):
        options = {"dtype": dtype, "kernel": kernel, "eps": eps}
        by_size = layer_norm_tolerance_by_size(
            48, deviation=x.std(axis=-1).min(), **sizes, **options
        )
        assert (layer_norm_tolerance(x, gain, bias, **options) <= by_size).all()


@pytest.mark.parametrize("kind", ["gaussian", "equal", "cancelling"])
def test_the_bound_is_not_idle(kind):
    """With one number fewer in the mantissa than it is for, an honest result is refused."""
    q, k, v = drawn(kind, 0, "float64")
    for longer, shorter in (("float32", "float16"), ("float64", "float32")):
        few = tuple(rounded(x, shorter) for x in (q, k, v))
        actual = kernels.fused(*few, shorter, "float32")
        with pytest.raises(AssertionError, match="times the bound"):
            assert_attention_close(actual, *few, dtype=longer)


def test_layer_norm_of_a_shifted_row_has_a_bound_that_says_so():
    x = np.float32(np.arange(8))
    near, far = layer_norm_tolerance(x).max(), layer_norm_tolerance(x + 1000).max()
    assert 20 * near < far < 0.05
