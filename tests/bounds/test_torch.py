"""Tensors of PyTorch, and arrays of ml_dtypes, are taken as they are, without importing either."""

import numpy as np
import pytest
from atensi_bounds import (
    assert_attention_close,
    assert_layer_norm_close,
    assert_softmax_close,
    attention_tolerance,
)

SHAPE = (2, 3, 64, 32)


@pytest.fixture
def torch():
    return pytest.importorskip("torch", reason="torch is not installed")


@pytest.mark.parametrize("is_causal", [False, True])
@pytest.mark.parametrize("backend", ["MATH", "FLASH_ATTENTION"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_what_pytorch_computes_is_accepted(torch, dtype, backend, is_causal):
    from torch.nn.attention import SDPBackend, sdpa_kernel

    q, k, v = (torch.randn(SHAPE, dtype=getattr(torch, dtype)) for _ in "qkv")
    with sdpa_kernel(getattr(SDPBackend, backend)):
        actual = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=is_causal)
    # Eight bits a step would allow zeros in some rows; PyTorch keeps its steps in float32.
    kernel = "fused" if backend == "FLASH_ATTENTION" or dtype == "bfloat16" else "any"
    assert_attention_close(actual, q, k, v, is_causal=is_causal, kernel=kernel)
    for wrong in (0 * actual, actual.flip(-2), v.mean(-2, keepdim=True).expand(SHAPE)):
        with pytest.raises(AssertionError, match="times the bound"):
            assert_attention_close(wrong, q, k, v, is_causal=is_causal, kernel="fused")


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_softmax_and_layer_norm_of_pytorch_are_accepted(torch, dtype):
    x = torch.randn(SHAPE, dtype=getattr(torch, dtype), requires_grad=True)
    gain, bias = (torch.randn(SHAPE[-1], dtype=x.dtype) for _ in "gb")
    assert_softmax_close(torch.softmax(x, -1), x)
    normal = torch.nn.functional.layer_norm(x, SHAPE[-1:], gain, bias)
    assert_layer_norm_close(normal, x, gain, bias, kernel="fused")


def test_tensors_and_arrays_have_the_same_bound(torch):
    q, k, v = (torch.randn(8, 4) for _ in "qkv")
    arrays = (x.numpy() for x in (q, k, v))
    mask = torch.ones(8, 8, dtype=torch.bool).tril()
    got = attention_tolerance(q, k, v, mask, dtype=torch.float32)
    np.testing.assert_array_equal(got, attention_tolerance(*arrays, mask.numpy()))


def test_arrays_of_bfloat16_are_taken():
    bfloat16 = pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed").bfloat16
    q, k, v = (np.random.default_rng().standard_normal(SHAPE).astype(bfloat16) for _ in "qkv")
    q_32, k_32 = q.astype(np.float32), k.astype(np.float32)
    s = q_32 @ np.swapaxes(k_32, -1, -2) / np.float32(32**0.5)  # rounded are weights and results
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    p = (e / e.sum(axis=-1, keepdims=True)).astype(bfloat16)
    actual = (p.astype(np.float32) @ v.astype(np.float32)).astype(bfloat16)
    assert_attention_close(actual, q, k, v, kernel="fused")
    with pytest.raises(AssertionError, match="times the bound"):
        assert_attention_close(0 * actual, q, k, v, kernel="fused")
