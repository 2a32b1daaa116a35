"""Heads on extremes, NaN, empty rows, masks and batches; dtypes are kept."""

import numpy as np
import pytest

from proofs.arrays import shapes
from theory.symbols import m, n


def params(h=2, d=3, e=3, d_k=2, d_v=2, d_out=4):
    sizes = {"w_q": (h, d, d_k), "w_k": (h, e, d_k), "w_v": (h, e, d_v), "w_o": (h * d_v, d_out)}
    return {name: np.ones(shape) for name, shape in sizes.items()}


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_the_dtype_is_kept_and_the_arguments_are_left_as_they_were(subject, dtype):
    x = np.asarray([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]], dtype=dtype)
    weights = {name: w.astype(dtype) for name, w in params().items()}
    before = [each.copy() for each in (x, *weights.values())]
    assert subject.scaled_dot_product_attention(x, x, x, is_causal=True).dtype == dtype
    assert subject.multi_head_attention(x, x, weights, is_causal=True).dtype == dtype
    after = [x, *weights.values()]
    assert all((a == b).all() for a, b in zip(before, after, strict=True))


def test_batches_stretch_and_each_is_computed_by_itself(subject):
    draw = np.random.default_rng()
    x = draw.integers(-2, 3, size=(2, 1, 3, 3)).astype(float)
    y = draw.integers(-2, 3, size=(4, 5, 3)).astype(float)
    output = subject.multi_head_attention(x, y, params())
    assert output.shape == (2, 4, 3, 4)
    single = subject.multi_head_attention(x[1, 0], y[2], params())
    assert output[1, 2].shape == single.shape


def test_a_query_with_nothing_to_attend_to_gets_zero(subject):
    x = np.ones((2, 3))
    mask = np.asarray([[True, True], [False, False]])
    assert (subject.scaled_dot_product_attention(x, x, x, mask=mask)[1] == 0).all()
    assert (subject.multi_head_attention(x, x, params(), mask=mask)[1] == 0).all()
    none = np.zeros((0, 3))
    assert (subject.scaled_dot_product_attention(x, none, none) == np.zeros((2, 3))).all()
    assert subject.scaled_dot_product_attention(none, x, x).shape == (0, 3)


def test_what_a_mask_drops_does_not_leak_through_key_or_value(subject):
    x = np.ones((2, 3))
    bad = x.copy()
    bad[1] = np.nan
    mask = np.asarray([[True, False], [True, False]])
    assert (subject.scaled_dot_product_attention(x, bad, bad, mask=mask) == 1).all()


def test_scores_that_fit_are_not_lost_to_their_undivided_products(subject):
    x = np.full((1, 64), 32, dtype="float16")  # 65536 is no half, 65536/8 is
    assert (subject.scaled_dot_product_attention(x, x, x) == x).all()


def test_a_scale_of_another_dtype_does_not_widen_the_result(subject):
    x = np.ones((1, 2), dtype="float16")
    for scale in (np.float64(0.5), np.asarray(0.5), np.sqrt(2)):
        assert subject.scaled_dot_product_attention(x, x, x, scale=scale).dtype == x.dtype
        assert subject.scaled_dot(x, x, scale=scale).dtype == x.dtype


def test_a_causal_mask_is_made_for_all_sizes_at_once(subject):
    mask = subject.causal_mask(m, n, align="end", xp=shapes.xp)
    assert mask.shape == (m, n)
