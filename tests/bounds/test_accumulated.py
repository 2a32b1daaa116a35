"""What `impl/` computes of halves in float32 is within the bounds of `atensi_bounds`.

The bounds are for `accumulate="float32"` and a fused kernel, which may round its weights, too. So
they accept more than `floats.stored-once`: kernels of the zoo, which are too short somewhere
between, are refused where that weighs more than the weights' rounding.
"""

import numpy as np
import pytest
from atensi_bounds import assert_attention_close, assert_layer_norm_close, assert_softmax_close
from hypothesis import given
from hypothesis import strategies as st

from impl.heads import scaled_dot_product_attention
from impl.normalization import layer_norm
from impl.softmax import softmax
from proofs.exhaustive.all_floats import dtype_of
from tests.bounds.inputs import KINDS, drawn
from tests.bounds.test_honest import accepted
from tests.helpers.accumulated import HALVES, accumulated
from tests.zoo import floats as wrong

seeds = st.integers(0, 2**32 - 1)
KEPT = {"accumulate": "float32", "kernel": "fused"}
each_half = pytest.mark.parametrize(
    "dtype",
    [
        pytest.param(
            name, marks=pytest.mark.skipif(name not in HALVES, reason="ml_dtypes is not installed")
        )
        for name in ("float16", "bfloat16")
    ],
)


def triple(kind, seed, dtype, **sizes):
    return [x.astype(dtype_of(dtype)) for x in drawn(kind, seed, dtype, **sizes)]


@each_half
@given(kind=st.sampled_from(KINDS), seed=seeds)
def test_attention_is_within_its_bound(dtype, kind, seed):
    q, k, v = triple(kind, seed, dtype)
    actual = accumulated(scaled_dot_product_attention)(q, k, v)
    accepted(assert_attention_close, actual, q, k, v, **KEPT)


@each_half
@given(kind=st.sampled_from(KINDS), seed=seeds)
def test_softmax_and_layer_norm_are_within_their_bounds(dtype, kind, seed):
    x, gain, bias = (each[:, 0] for each in triple(kind, seed, dtype, m=40))
    assert_softmax_close(accumulated(softmax)(x), x, **KEPT)
    actual = accumulated(layer_norm)(x, gain, bias, eps=1e-5)
    no_help = kind in ("subnormal", "shifted")  # gain and bias are, and x is flat
    accepted(
        assert_layer_norm_close, actual, x, gain, bias, eps=1e-5, may_be_no_help=no_help, **KEPT
    )


@each_half
@pytest.mark.parametrize(
    ("kernel", "kind"),
    [
        (wrong.sdpa_with_rounded_scores, "shifted"),
        (wrong.sdpa_with_sums_in_halves, "shifted"),
        (wrong.sdpa_with_sums_in_halves, "subnormal"),
    ],
)
def test_attention_that_is_too_short_between_is_refused(dtype, kernel, kind):
    for seed in range(8):
        q, k, v = triple(kind, seed, dtype)
        with pytest.raises(AssertionError, match="times the bound"):
            assert_attention_close(kernel(q, k, v), q, k, v, **KEPT)


@each_half
def test_a_sum_of_many_equal_keys_in_halves_is_refused(dtype):
    x = np.zeros(5000, dtype=dtype_of(dtype))
    assert_softmax_close(accumulated(softmax)(x), x, **KEPT)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_softmax_close(wrong.softmax_summed_in_halves(x), x, **KEPT)


def test_squares_beyond_halves_are_refused():
    x = np.float16([-300, 0, 100, 300])
    assert_layer_norm_close(accumulated(layer_norm)(x, eps=1e-5), x, **KEPT)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_layer_norm_close(wrong.layer_norm_with_squares_in_halves(x, eps=1e-5), x, **KEPT)
