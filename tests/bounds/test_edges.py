"""Masks, shapes, conventions, and what has no bound."""

import doctest
import importlib
import tracemalloc
from itertools import pairwise

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
    problem,
    softmax_tolerance,
    softmax_tolerance_by_size,
)
from atensi_bounds.formats import named
from atensi_bounds.roundings import MARGIN

from tests.bounds import kernels
from tests.bounds.inputs import drawn, waves
from tests.bounds.kernels import rounded
from tests.bounds.test_wrong import attention

N = 16
Q, K, V = (np.float32(x) for x in waves("float32", N, N))
CAUSAL = np.tri(N, dtype=bool)


def test_masks_of_all_kinds_say_the_same():
    expected = attention_tolerance(Q, K, V, is_causal=True)
    additive = np.where(CAUSAL, 0, -np.inf)
    for mask in (CAUSAL, additive, np.float32(additive), CAUSAL[None, None]):
        np.testing.assert_array_equal(np.squeeze(attention_tolerance(Q, K, V, mask)), expected)
    half = np.where(np.arange(N) > 3, CAUSAL, True)
    got = attention_tolerance(Q, K, V, half, is_causal=True)
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("lowest", [-1e4, -1e9, np.finfo(np.float32).min])
def test_a_large_negative_number_masks_as_well(lowest):
    mask = np.float32(np.where(CAUSAL, 0, lowest))
    bound = attention_tolerance(Q, K, V, mask)
    assert (bound < 2 * attention_tolerance(Q, K, V, is_causal=True) + 1e-4).all()
    actual = kernels.stepwise(Q, K, V, "float32", "float32", mask=mask)
    assert_attention_close(actual, Q, K, V, mask)
    assert_attention_close(actual, Q, K, V, is_causal=True)


def test_an_additive_mask_is_added_and_its_rounding_counts():
    bias = rounded(-np.abs(np.subtract.outer(np.arange(N), np.arange(N))) / 8, "float32")
    s = Q.astype(float) @ K.T / 4 + bias
    p = np.exp(s) / np.exp(s).sum(axis=-1, keepdims=True)
    assert_attention_close(p @ V, Q, K, V, bias)
    with pytest.raises(AssertionError, match="times the bound"):
        assert_attention_close(p @ V, Q, K, V)
    between = bias + 2.0**-30  # no float32: the computation must round it first
    assert (attention_tolerance(Q, K, V, between) > attention_tolerance(Q, K, V, bias)).all()


@pytest.mark.parametrize("convention", ["zero", "nan", "mean"])
def test_a_query_without_keys_gives_what_the_convention_says(convention):
    mask = CAUSAL.copy()
    mask[3] = False
    given = {"zero": 0, "nan": np.nan, "mean": V.mean(axis=0)}
    with np.errstate(invalid="ignore"):
        actual = attention(Q, K, V, CAUSAL)
    for name, row in given.items():
        actual[3] = row
        if name == convention:
            assert_attention_close(actual, Q, K, V, mask, masked_rows=convention)
        else:
            with pytest.raises(AssertionError, match="4 of 64 entries"):
                assert_attention_close(actual, Q, K, V, mask, masked_rows=convention)
    bound = attention_tolerance(Q, K, V, mask, masked_rows=convention)[3]
    assert (bound > 0).all() if convention == "mean" else (bound == 0).all()


def test_a_row_of_minus_infinity_has_no_weights():
    x = np.full((2, 3), -np.inf, dtype=np.float32)
    assert_softmax_close(np.zeros((2, 3)), x)
    assert_softmax_close(np.full((2, 3), np.nan), x, masked_rows="nan")
    with pytest.raises(AssertionError):
        assert_softmax_close(np.full((2, 3), 1 / 3), x)


def test_what_no_query_sees_may_be_nan():
    k, v = K.copy(), V.copy()
    k[-2:], v[-2:] = np.nan, np.inf
    mask = np.arange(N) < N - 2
    assert_attention_close(attention(Q, K[:-2], V[:-2]), Q, k, v, mask)
    with pytest.raises(ValueError, match="that a query sees, has NaN or inf"):
        attention_tolerance(Q, k, v)


def test_batches_and_heads_broadcast():
    q, k, v = np.stack([Q, 2 * Q, -Q])[:, None], np.stack([K, K[::-1]]), V
    mask = np.stack([np.ones_like(CAUSAL), CAUSAL])
    bound = attention_tolerance(q, k, v, mask)
    assert bound.shape == (3, 2, N, 4)
    np.testing.assert_array_equal(bound[2, 1], attention_tolerance(-Q, K[::-1], V, CAUSAL))


@pytest.mark.parametrize("most", [1, 3 * N, N * N, 3 * N * N])
def test_a_batch_is_judged_in_parts_as_it_is_whole(most, monkeypatch):
    q, k = np.stack([Q, np.float32(2.0**30) * Q, -Q])[:, None], np.stack([K, K * 0])
    v, bias = np.stack([V, 1e30 * V]), np.stack([CAUSAL * 0.1, CAUSAL * 0])
    whole = attention_tolerance(q, k, v, bias)
    assert np.isfinite(whole[0]).all() and np.isinf(whole[1, 0]).any()
    monkeypatch.setattr(problem, "CHUNK", most)
    parts = attention_tolerance(q, k, v, bias)
    alike = (parts <= whole * MARGIN) & (whole <= parts * MARGIN)  # but for how formulas round
    assert alike.all()


def test_heads_in_groups_share_keys_and_values():
    q, k = np.stack([Q, 2 * Q, -Q, Q + 1]), np.stack([K, K[::-1]])
    v = np.stack([V, 2 * V])
    bound = attention_tolerance(q, k, v, enable_gqa=True)
    np.testing.assert_array_equal(bound[1], attention_tolerance(2 * Q, K, V))
    np.testing.assert_array_equal(bound[2], attention_tolerance(-Q, K[::-1], 2 * V))
    with pytest.raises(ValueError, match="expected a multiple of the heads"):
        attention_tolerance(q[:3], k, v, enable_gqa=True)


def test_bounds_grow_with_coarser_formats_and_cover_each_kernel():
    q, k, v = waves("bfloat16", N, N)
    of = lambda dtype, **more: attention_tolerance(q, k, v, dtype=dtype, **more)
    order = ("float64", "float32", "float16", "bfloat16")
    for finer, coarser in pairwise(order):
        assert (of(finer) < of(coarser)).all()
    for dtype in order:
        both = np.maximum(of(dtype, kernel="fused"), of(dtype, kernel="stepwise"))
        np.testing.assert_array_equal(of(dtype), both)
    assert (of("float16", accumulate="float16") > of("float16", accumulate="float32")).all()


def test_a_known_height_of_the_sums_makes_the_bound_smaller():
    by_halves = [f(height=4) for f in HEIGHTS]
    worst = [f() for f in HEIGHTS]
    for known, unknown, long in zip(by_halves, worst, (f(height=99) for f in HEIGHTS), strict=True):
        assert np.all(known < unknown)
        np.testing.assert_array_equal(unknown, long)
    actual = kernels.stepwise(Q, K, V, "float32", "float32", "pairwise")
    assert_attention_close(actual, Q, K, V, height=4)


def test_scores_too_large_for_the_format_have_no_bound_and_the_error_says_so():
    q, k, v = drawn("shifted", 0, "float16")
    assert np.isinf(attention_tolerance(q, k, v, dtype="float16")).all()
    with pytest.raises(NoBoundError, match=r"no help at 9 of 9 .* may move all the weights"):
        assert_attention_close(attention(q, k, v), q, k, v, dtype="float16")
    assert np.isfinite(attention_tolerance(q, k, v, dtype="float16", kernel="fused")).all()
    with pytest.raises(AssertionError, match="times the bound"):  # what has a bound comes first
        wide = [np.stack([x, x / 64]) for x in (q, k, v)]
        assert_attention_close(np.zeros((2, 3, 3)), *wide, dtype="float64")


@pytest.mark.parametrize("scale", [None, 1.0, 100.0])
def test_what_may_overflow_has_no_bound(scale):
    q = np.float16(np.full((1, 64), 100))
    v = np.float16(np.ones((2, 1)))
    assert np.isinf(attention_tolerance(q, np.tile(q, (2, 1)), v, scale=scale)).all()
    with pytest.raises(NoBoundError, match="may overflow in float16"):
        assert_attention_close(np.ones((1, 1)), q, np.tile(q, (2, 1)), v, scale=scale)


def test_sums_too_long_for_the_format_have_no_bound():
    x = np.zeros(4000, dtype=np.float16)
    assert np.isfinite(softmax_tolerance(x)).all()
    assert np.isinf(softmax_tolerance(x, accumulate="float16")).all()
    with pytest.raises(NoBoundError, match="no help"):
        assert_softmax_close(np.full(4000, 1 / 4000), x, accumulate="float16")


def test_a_row_too_flat_for_layer_norm_has_no_bound():
    flat = np.float16([1000, 1001, 1000, 1000])
    assert np.isinf(layer_norm_tolerance(flat)).all()
    with pytest.raises(NoBoundError, match="too little variance"):
        assert_layer_norm_close(np.zeros(4), flat)
    assert np.isfinite(layer_norm_tolerance(flat.astype(np.float64))).all()
    with pytest.raises(NoBoundError, match="may overflow"):
        assert_layer_norm_close(np.zeros(2), np.float16([6e4, -6e4]))


def test_what_float64_itself_does_not_know_has_no_bound():
    far = np.float64([1e15, 1e15 + 1, 1e15])
    assert np.isinf(layer_norm_tolerance(far)).all()
    assert np.isinf(layer_norm_tolerance(np.float64([1e300, -1e300]))).all()
    assert softmax_tolerance(far).max() < 1e-15  # its differences are exact
    q, k, v = (np.float64(x) for x in (Q * 2.0**30, K, V))
    for kernel in ("fused", "any"):
        assert np.isinf(attention_tolerance(q, k, v, kernel=kernel)).all()


def test_no_inputs_are_rounded_in_silence():
    with pytest.raises(ValueError, match=r"q has entries such as 0\.1\S* that float16 does not"):
        attention_tolerance(Q * 0 + 0.1, K, V, dtype="float16")
    with pytest.raises(ValueError, match=r"k has entries such as 1\.0\S*e\+30 that bfloat16"):
        attention_tolerance(rounded(Q, "bfloat16"), K * 0 + np.float32(1e30), V, dtype="bfloat16")


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float32"])
def test_a_format_holds_what_rounds_to_itself(name):
    held = named(name)
    x = np.concatenate([held.eta * np.arange(-9, 9, 0.5), 1 + held.u * np.arange(-9, 9, 0.5)])
    x = np.append(x, [held.largest, held.largest * (1 + held.u), 0, held.largest * 2])
    with np.errstate(over="ignore"):
        expected = (rounded(x, name) == x) & (np.abs(x) <= held.largest)
    np.testing.assert_array_equal(held.holds(x), expected)


HEIGHTS = (
    lambda **known: attention_tolerance(Q, K, V, **known),
    lambda **known: softmax_tolerance(Q, **known),
    lambda **known: layer_norm_tolerance(Q, **known),
    lambda **known: attention_tolerance_by_size(N, N, query=1, key=1, value=1, **known),
)
WRONG = {
    "dtype is float8": lambda: attention_tolerance(Q, K, V, dtype="float8"),
    "the dtype of q is int": lambda: attention_tolerance([[1]], [[1]], [[1]]),
    "accumulate is float16": lambda: attention_tolerance(Q, K, V, accumulate="float16"),
    "kernel is 'flash'": lambda: attention_tolerance(Q, K, V, kernel="flash"),
    "height is -1": lambda: attention_tolerance(Q, K, V, height=-1),
    "masked_rows is 'one'": lambda: attention_tolerance(Q, K, V, masked_rows="one"),
    "masked_rows is 'mean'": lambda: assert_softmax_close(Q, Q, masked_rows="mean"),
    "mask has dtype <U1": lambda: attention_tolerance(Q, K, V, np.full((N, N), "1")),
    "mask has dtype complex": lambda: attention_tolerance(Q, K, V, np.zeros((N, N), complex)),
    "mask is a masked array": lambda: attention_tolerance(Q, K, V, np.ma.array(CAUSAL, mask=True)),
    r"mask has shape \(15, 16\); expected .* \(\.\.\., 16, 16\)": lambda: attention_tolerance(
        Q, K, V, CAUSAL[1:]
    ),
    r"mask has shape \(5,\); expected .* \(\.\.\., 16, 1\)": lambda: attention_tolerance(
        Q, K[:1], V[:1], np.ones(5, dtype=bool)
    ),
    "is_causal is 'no'; expected True or False": lambda: attention_tolerance(
        Q, K, V, is_causal="no"
    ),
    "scale is nan; expected a finite": lambda: attention_tolerance(Q, K, V, scale=np.nan),
    "scale is inf; expected a finite": lambda: attention_tolerance_by_size(
        4, 4, query=1, key=1, value=1, scale=np.inf
    ),
    "q is a masked array": lambda: attention_tolerance(np.ma.array(Q, mask=CAUSAL), K, V),
    "k has dtype complex64": lambda: attention_tolerance(Q, K + 0j, V),
    "gain has dtype complex": lambda: layer_norm_tolerance(Q, np.ones(Q.shape[1], complex)),
    "v has entries such as 90071992547409": lambda: attention_tolerance(
        np.float64(Q), K, np.full(V.shape, 2**53 + 1)
    ),
    "expected a multiple of the heads": lambda: attention_tolerance(
        Q[None], K[None][:0], V[None], enable_gqa=True
    ),
    "mask has dtype int": lambda: attention_tolerance(Q, K, V, np.ones((N, N), int)),
    "mask has NaN or inf": lambda: attention_tolerance(Q, K, V, np.full((N, N), np.inf)),
    "is_causal is True with 16": lambda: attention_tolerance(Q, K[1:], V[1:], is_causal=True),
    "expected as many keys": lambda: attention_tolerance(Q, K, V[1:]),
    r"expected \(\.\.\., m, d\)": lambda: attention_tolerance(Q[0], K, V),
    "x has NaN or inf": lambda: softmax_tolerance(np.float32([np.nan])),
    "expected finite numbers": lambda: layer_norm_tolerance(np.float32([np.inf])),
    "at least one entry": lambda: layer_norm_tolerance(Q[:, :0]),
    "n is 0, spread is 1": lambda: softmax_tolerance_by_size(0, spread=1),
    "expected d ≥ 1": lambda: layer_norm_tolerance_by_size(4, entry=-1),
    "eps is -1": lambda: layer_norm_tolerance(Q, eps=-1),
    "gain and bias": lambda: layer_norm_tolerance(Q, Q[0, 1:]),
}


@pytest.mark.parametrize("says", WRONG)
def test_a_call_that_makes_no_sense_is_refused(says):
    with pytest.raises(ValueError, match=says):
        WRONG[says]()


@pytest.mark.parametrize("name", ["attention", "softmax", "normalization"])
def test_the_examples_in_docstrings_run(name):
    failed, tried = doctest.testmod(importlib.import_module(f"atensi_bounds.{name}"))
    assert tried and not failed


def test_nothing_to_attend_with_or_to_is_no_error():
    none = np.zeros((0, 3), dtype=np.float32)
    assert attention_tolerance(none, K[:, :3], V).shape == (0, 4)
    assert not attention_tolerance(K[:, :3], none, none).any()
    assert (attention_tolerance(K[:, :0], K[:, :0], V) > 0).all()


def test_memory_stays_below_that_of_all_scores():
    q, k, v = (np.float32(x) for x in waves("float32", 3000, 3000, 4, 2))
    tracemalloc.start()
    attention_tolerance(q, k, v)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3000 * 3000 * 8


def test_sizes_alone_bound_softmax_and_layer_norm():
    of = softmax_tolerance_by_size
    assert of(64, spread=1) < of(64, spread=4) < of(64, spread=4, dtype="float16", kernel="fused")
    assert of(64, spread=1000, dtype="bfloat16") == np.inf
    assert of(4000, spread=0, dtype="float16", accumulate="float16") == np.inf
    of = lambda d=64, **sizes: layer_norm_tolerance_by_size(d, **{"entry": 4.0, **sizes})
    assert of(deviation=1) < of(deviation=0.5) < of(deviation=0.5, entry=8)
    assert of(deviation=1) < of(deviation=1, gain=2) < of(deviation=1, gain=2, dtype="float16")
    assert of(deviation=0, eps=0) == of(deviation=1, entry=1e30) == np.inf


def test_sizes_alone_give_a_bound_that_grows():
    of = lambda n, **more: attention_tolerance_by_size(n, 64, query=1, key=1, value=1, **more)
    assert of(64) < of(128) < of(128, dtype="float16", kernel="fused") < of(128, dtype="float16")
    assert of(128, dtype="bfloat16") == np.inf
