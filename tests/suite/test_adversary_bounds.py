"""Right results that a bound refused, and wrong ones that it let through."""

import numpy as np
import pytest
from atensi_bounds import (
    NoBoundError,
    assert_attention_close,
    assert_layer_norm_close,
    attention_tolerance,
    attention_tolerance_by_size,
    layer_norm_tolerance,
)
from atensi_bounds.formats import named

from tests.bounds import kernels
from tests.bounds.kernels import added, exp, products, rounded


def divided_last(q, k, v, dtype, sums):
    """Return attention of one query, every step stored, that divides the sum of e v."""
    s = kernels.scores(q, k, dtype, sums, "sequential")
    e = exp(rounded(s - s.max(axis=-1, keepdims=True), dtype), dtype)
    total = rounded(added(e, sums, "sequential"), dtype)[..., None]
    return rounded(rounded(products(e, v, sums, "sequential"), dtype) / total, dtype)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_a_sum_that_overflows_before_it_is_divided_is_no_error(dtype):
    sums = "float32" if dtype.endswith("16") else dtype
    q, k = np.zeros((1, 4)), np.zeros((128, 4))
    v = rounded(np.full((128, 1), named(dtype).largest / 100), dtype)
    with np.errstate(over="ignore"):
        actual = divided_last(q, k, v, dtype, sums)
    assert np.isinf(actual).all()
    with pytest.raises(NoBoundError, match="may overflow"):
        assert_attention_close(actual, q, k, v, dtype=dtype)
    v = rounded(v / 2, dtype)
    assert_attention_close(divided_last(q, k, v, dtype, sums), q, k, v, dtype=dtype)


def test_what_a_query_does_not_see_overflows_nothing():
    q, k = np.zeros((2, 4), dtype=np.float32), np.zeros((2, 4), dtype=np.float32)
    v = np.float32([[1e38], [3e38]])
    bound = attention_tolerance(q, k, v, is_causal=True)
    assert np.isfinite(bound[0]) and np.isinf(bound[1])


@pytest.mark.parametrize("row", [[-1.7e308, 1.7e308, 1.7e308], [1.7e308] * 3])
def test_a_row_that_float64_cannot_add_has_no_bound(row):
    assert np.isinf(layer_norm_tolerance(np.float64(row))).all()
    with pytest.raises(NoBoundError):
        assert_layer_norm_close(np.float64([0.3, 0.1, 0.1]), np.float64(row))


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
@pytest.mark.parametrize("name", ["gain", "bias"])
def test_a_gain_or_bias_that_is_no_number_is_refused(name, wrong):
    x, given = np.float64([1, 2]), {name: np.float64([wrong, 1])}
    with pytest.raises(ValueError, match="gain or bias has NaN or inf"):
        assert_layer_norm_close(np.float64([5, 0.99998]), x, **given)


def test_an_online_softmax_may_exceed_the_bound_only_if_its_factors_are_short():
    """Each factor is near 1 and is rounded the same way, so that their errors add up."""
    tiles, each, u = 200, 11, 2.0**-11
    k = rounded(np.repeat(1.5 * u * np.arange(tiles), each)[:, None], "float16")
    q, v = np.ones((1, 1)), np.float64(np.arange(tiles * each) < 50 * each)[:, None]

    def online(kept):
        top, total, out = -np.inf, 0.0, 0.0
        for part, values in zip(k.reshape(tiles, each), v.reshape(tiles, each), strict=True):
            new = max(top, part.max())
            old = exp(np.asarray(rounded(top - new, kept)), kept)
            e = exp(rounded(part - new, "float16"), "float16")
            total = rounded(
                rounded(total * old, "float32") + added(e, "float32", "pairwise"), "float32"
            )
            more = added(rounded(e * values, "float32"), "float32", "pairwise")
            out = rounded(rounded(out * old, "float32") + more, "float32")
            top = new
        return np.reshape(rounded(out / total, "float16"), (1, 1))

    assert_attention_close(online("float32"), q, k, v, dtype="float16")
    with pytest.raises(AssertionError, match="times the bound"):
        assert_attention_close(online("float16"), q, k, v, dtype="float16")


@pytest.mark.parametrize("n", range(1, 12))
def test_the_bound_by_sizes_is_not_below_by_the_rounding_of_its_own_sums(n):
    for seed in range(40):
        random = np.random.default_rng((n, seed))
        v = np.full((n, 1), random.standard_normal())
        q, k = np.zeros((1, 2)), np.zeros((n, 2))
        by_size = attention_tolerance_by_size(
            n, 2, query=0, key=0, value=abs(v[0, 0]), dtype="float64"
        )
        assert (attention_tolerance(q, k, v) <= by_size).all()
