"""Wrong linear attentions and wrong local-linear regressions."""

import numpy as np

from impl.kernel import kernel_regression
from impl.linear_attention import elu_plus_one, linear_attention
from impl.local_linear import local_linear_regression
from tests.zoo import specimen


@specimen("linear_attention", "the sum of values is not divided by that of the products")
def linear_attention_without_normalising(q, k, v, features=elu_plus_one, is_causal=False):
    scores = features(q) @ np.swapaxes(features(k), -1, -2)
    return (np.tril(scores) if is_causal else scores) @ v


@specimen("linear_attention", "plain ELU: features may be negative, and the products cancel")
def linear_attention_with_elu(q, k, v, features=elu_plus_one, is_causal=False):
    return linear_attention(q, k, v, lambda x: features(x) - np.asarray(0.5, x.dtype), is_causal)


@specimen("linear_attention", "the state is updated after it is read: a query misses its own key")
def linear_attention_one_late(q, k, v, features=elu_plus_one, is_causal=False):
    if not is_causal:
        return linear_attention(q, k, v, features)
    late = linear_attention(q[1:], k[:-1], v[:-1], features, True)
    return np.concatenate([v[:1], late])


@specimen("linear_attention", "a decoder's query reads the state of all keys")
def linear_attention_that_looks_ahead(q, k, v, features=elu_plus_one, is_causal=False):
    return linear_attention(q, k, v, features)


@specimen("local_linear_regression", "the mean weighted by kernels: it bends lines")
def local_linear_as_a_mean(x_query, x, y, beta):
    rows = y if y.ndim > 1 else y[None]
    means = [kernel_regression(x_query[:, None], x[:, None], row, beta) for row in rows]
    return np.stack(means) if y.ndim > 1 else means[0]


@specimen("local_linear_regression", "one line for all queries: kernels are left out")
def local_linear_without_kernels(x_query, x, y, beta):
    return local_linear_regression(x_query, x, y, 0.0)


@specimen("local_linear_regression", "the slope runs away from the query")
def local_linear_with_the_wrong_sign(x_query, x, y, beta):
    rows = np.atleast_2d(y)
    mean = local_linear_as_a_mean(x_query, x, rows, beta)
    right = local_linear_regression(x_query, x, rows, beta)
    return (2 * mean - right).reshape(right.shape if y.ndim > 1 else right.shape[1:])
