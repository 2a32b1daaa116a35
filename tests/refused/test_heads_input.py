"""Heads: what they do with input that is a batch, empty, extreme or wrong."""

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


@pytest.mark.parametrize("sign", [1, -1])
def test_scores_beyond_the_floats_are_refused_not_made_up(subject, sign):
    q, k = np.full((1, 2), 300, dtype="float16"), np.full((1, 2), sign * 300, dtype="float16")
    words = "scaled_dot_product_attention: a score of finite queries and keys is beyond the range"
    with pytest.raises(ValueError, match=words), np.errstate(over="ignore"):
        subject.scaled_dot_product_attention(q, k, k)


def test_heads_whose_scores_are_beyond_the_floats_are_refused(subject):
    one = np.ones((1, 1, 1))
    params = {"w_q": one, "w_k": one, "w_v": one, "w_o": one[0]}
    words = (
        "^multi_head_attention: a score of finite queries and keys is beyond the range of float64; "
        "expected smaller entries or a wider dtype, because an infinite score decides alone$"
    )
    with pytest.raises(ValueError, match=words), np.errstate(over="ignore"):
        subject.multi_head_attention(np.full((2, 1), 1e200), np.full((2, 1), 1e200), params)


def test_scores_that_fit_are_not_lost_to_their_undivided_products(subject):
    x = np.full((1, 64), 32, dtype="float16")  # 65536 is no half, 65536/8 is
    assert (subject.scaled_dot_product_attention(x, x, x) == x).all()


def test_a_mask_beside_is_causal_is_checked_as_well(subject):
    x = np.ones((2, 3))
    with pytest.raises(TypeError, match="scaled_dot_product_attention: mask is int64"):
        subject.scaled_dot_product_attention(x, x, x, mask=np.eye(2, dtype=int), is_causal=True)
    with pytest.raises(ValueError, match=r"mask has shape \(3, 3\); expected one that broadcasts"):
        wide = np.ones((3, 3), dtype=bool)
        subject.scaled_dot_product_attention(x, x, x, mask=wide, is_causal=True)


def test_a_mask_that_could_mean_batch_or_heads_is_refused(subject):
    x, mask = np.ones((2, 5, 3)), np.ones((2, 5, 5), dtype=bool)
    words = r"multi_head_attention: mask has shape \(2, 5, 5\); expected two axes or 4"
    with pytest.raises(ValueError, match=words):
        subject.multi_head_attention(x, x, params(), mask=mask)
    alone = subject.multi_head_attention(x, x, params(), mask=mask[:, None])
    assert alone.shape == (2, 5, 4)


def test_a_scale_of_another_dtype_does_not_widen_the_result(subject):
    x = np.ones((1, 2), dtype="float16")
    for scale in (np.float64(0.5), np.asarray(0.5), np.sqrt(2)):
        assert subject.scaled_dot_product_attention(x, x, x, scale=scale).dtype == x.dtype
        assert subject.scaled_dot(x, x, scale=scale).dtype == x.dtype


@pytest.mark.parametrize("name", ["scaled_dot_product_attention", "multi_head_attention"])
def test_causal_order_of_unequal_lengths_is_refused_as_ambiguous(subject, name):
    x, y = np.ones((2, 3)), np.ones((4, 3))
    arguments = (x, y, y) if name.startswith("scaled") else (x, y, params())
    words = rf"^{name}: is_causal with 2 queries and 4 keys; .*mask=causal_mask\("
    with pytest.raises(ValueError, match=words):
        getattr(subject, name)(*arguments, is_causal=True)


def test_sizes_that_do_not_fit_are_refused_with_all_shapes(subject):
    q, k, v = np.ones((2, 3)), np.ones((4, 2)), np.ones((5, 1))
    words = r"^scaled_dot_product_attention: q has shape \(2, 3\), k \(4, 2\), v \(5, 1\)"
    with pytest.raises(ValueError, match=words):
        subject.scaled_dot_product_attention(q, k, v)
    with pytest.raises(ValueError, match="the batch dimensions do not fit"):
        subject.scaled_dot_product_attention(
            np.ones((2, 1, 1)), np.ones((3, 1, 1)), np.ones((1, 1))
        )
    words = r"^multi_head_attention: x_query has shape \(2, 4\), .* w_q \(2, 3, 2\)"
    with pytest.raises(ValueError, match=words):
        subject.multi_head_attention(np.ones((2, 4)), np.ones((2, 3)), params())
    with pytest.raises(ValueError, match=r"multi_head_attention: .* w_o \(3, 4\)"):
        subject.multi_head_attention(q, q, {**params(), "w_o": np.ones((3, 4))})


def test_parameters_are_refused_by_name(subject):
    x = np.ones((2, 3))
    given = params()
    given["w_output"] = given.pop("w_o")
    words = r"params lacks \['w_o'\] and has \['w_output'\] besides; expected exactly"
    with pytest.raises(ValueError, match=words):
        subject.multi_head_attention(x, x, given)
    with pytest.raises(TypeError, match="params is a NoneType; expected a mapping from the names"):
        subject.multi_head_attention(x, x, None)


def test_other_bad_arguments_are_refused(subject):
    x = np.ones((2, 3))
    with pytest.raises(TypeError, match="scaled_dot_product_attention: k has dtype int64"):
        subject.scaled_dot_product_attention(x, x.astype(int), x)
    with pytest.raises(ValueError, match="scale is inf; expected a finite number"):
        subject.scaled_dot_product_attention(x, x, x, scale=float("inf"))
    with pytest.raises(ValueError, match=r"mask has shape .* because of the scores"):
        subject.scaled_dot_product_attention(x, x, x, mask=np.ones((3, 3), dtype=bool))
    with pytest.raises(TypeError, match="scaled_dot_product_attention: mask is list"):
        subject.scaled_dot_product_attention(x, x, x, mask=[True, False])
    with pytest.raises(ValueError, match="causal_mask: align is 'left'; expected 'start' or 'end'"):
        subject.causal_mask(2, 3, align="left")
    with pytest.raises(ValueError, match="causal_mask: n_keys is -1; expected an integer, 0 or"):
        subject.causal_mask(2, -1)


def test_a_causal_mask_is_made_for_all_sizes_at_once(subject):
    mask = subject.causal_mask(m, n, align="end", xp=shapes.xp)
    assert mask.shape == (m, n)
