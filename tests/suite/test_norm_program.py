"""The theorem on LayerNorm is of the program that `impl` runs: the same floats, where -0 is 0."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from impl.normalization import half_root, layer_norm
from tests.helpers.strategies import numbers


def or_one(number):
    return number if number != 0 else number.dtype.type(1)


def added(entries):
    """Add from left to right: NumPy adds fewer than eight entries in this order."""
    whole, *more = entries
    for each in more:
        whole = whole + each
    return whole


def divided(deviation, part, sigma):
    return deviation * part / sigma


def computed_norm(x, eps, quotient=divided):
    """Return what `computed_norm` of proofs/rocq/norm_program.v defines, operation by operation."""
    one = x.dtype.type
    size = or_one(max(abs(v) for v in x))
    small = [v / size for v in x]
    mean = added(small) / one(len(x))
    away = [v - mean for v in small]
    furthest = or_one(max(abs(v) for v in away))
    deviations = [v / furthest for v in away]
    variance = added([v * v for v in deviations]) / one(len(x))
    if eps == 0:
        return [v / or_one(np.sqrt(variance)) for v in deviations]
    half_unit, root = size * (furthest / one(2)), one(np.sqrt(np.float64(eps)) / 2)
    larger = or_one(max(half_unit, root))
    part, rest = half_unit / larger, root / larger
    sigma = or_one(np.sqrt(variance * part * part + rest * rest))
    return [quotient(v, part, sigma) for v in deviations]


@st.composite
def rows(draw):
    kinds = ("ties", "moderate", "spikes", "huge", "far below")
    dtype = draw(st.sampled_from(("float32", "float64")))
    return draw(numbers(draw(st.integers(1, 7)), dtype=dtype, kinds=kinds))


@given(x=rows(), eps=st.sampled_from([0.0, 1e-300, 1e-12, 1e-5, 1.0, 1e4]))
def test_each_float_is_that_of_the_program(x, eps):
    assert np.array_equal(layer_norm(x, eps=eps), computed_norm(x, eps))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_another_order_of_operations_has_other_floats(dtype):
    x = np.asarray([[k, k * k % 7, -k] for k in range(1, 40)], dtype=dtype) / 10
    other = [computed_norm(row, 20.0, lambda v, part, sigma: v * (part / sigma)) for row in x]
    assert not np.array_equal(layer_norm(x, eps=20.0), other)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_root_of_epsilon_is_taken_in_doubles(dtype):
    taken = half_root("layer_norm", np, 1e-5, np.dtype(dtype))
    assert taken == np.dtype(dtype).type(np.sqrt(np.float64(1e-5)) / 2)
