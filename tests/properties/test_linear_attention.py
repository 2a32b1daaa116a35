"""Linear attention, on numbers."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import numbers
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_linear_attention

DTYPES = st.sampled_from(["float64", "float32"])


def feature(x):
    """Return elu(x) + 1 of exact numbers."""
    return [v + 1 if v > 0 else mp.exp(v) for v in x]


def mean_of_all(query, keys, values):
    """Return the mean by the quadratic form, and the weights."""
    features = [feature(oracle.exact(row)) for row in keys]
    products = [oracle.mean(feature(oracle.exact(query)), row) for row in features]
    p = [product / sum(products) for product in products]
    return oracle.mean(p, oracle.exact(values)), p


@holds("kernel.linear-attention", "kernel.positive-kernel-is-attention",
       q=numbers(2, 3, 2), k=numbers(2, 4, 2), v=numbers(2, 4, 1), dtype=DTYPES)  # fmt: skip
def test_linear_attention_is_the_quadratic_form(subject, q, k, v, dtype):
    q, k, v = (each.astype(dtype) for each in (q, k, v))
    got = subject.linear_attention(q, k, v)
    assert got.dtype == v.dtype
    for queries, keys, values, found in zip(q, k, v[..., 0], got[..., 0], strict=True):
        for query, each in zip(queries, found, strict=True):
            exact, p = mean_of_all(query, keys, values)
            bound = bound_linear_attention(p, oracle.exact(values), 2, dtype)
            within([each], [exact], [bound], "linear attention")


@holds("kernel.linear-attention-is-a-state",
       q=numbers(2, 4, 2), k=numbers(2, 4, 2), v=numbers(2, 4, 1), n=st.sampled_from([4, 19]),
       dtype=DTYPES)  # fmt: skip
def test_the_running_state_knows_the_keys_so_far(subject, q, k, v, n, dtype):
    q, k, v = (np.resize(each, (2, n, each.shape[2])).astype(dtype) for each in (q, k, v))
    got = subject.linear_attention(q, k, v, is_causal=True)
    for head, place in np.ndindex(2, n):
        seen = np.s_[head, : place + 1]
        values = v[seen][:, 0]
        exact, p = mean_of_all(q[head, place], k[seen], values)
        bound = bound_linear_attention(p, oracle.exact(values), 2, dtype)
        within(got[head, place], [exact], [bound], "causal linear attention")


def test_far_below_zero_the_feature_is_not_zero():
    from impl.linear_attention import elu_plus_one

    x = np.asarray([-40.0, -1.0, 0.0, 3.0])
    assert (np.expm1(x) + 1)[0] == 0
    np.testing.assert_array_equal(elu_plus_one(x), np.where(x > 0, x + 1, np.exp(x)))


def test_one_query_and_features_that_are_given(subject):
    features, values = np.asarray([[1.0, 2.0], [3.0, 1.0]]), np.asarray([[5.0], [7.0]])
    found = subject.linear_attention(features[1], features, values, features=None)
    assert found.shape == (1,) and found == (5 * 5 + 10 * 7) / 15
