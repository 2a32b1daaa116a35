"""Linear biases: the claims, on numbers."""

import math

import numpy as np
import pytest
from hypothesis import strategies as st

from proofs.arrays import digits
from proofs.arrays.objects import ObjectArray
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import DTYPES, numbers
from theory.fifty_digits import mp
from theory.rounding.bounds import SUBNORMAL, bound_attention, factors
from theory.rounding.library_functions import within as units

SIDES = st.integers(0, 4) | st.sampled_from([9, 300])  # farther than a byte can count


@st.composite
def slopes(draw):
    return draw(numbers(draw(st.integers(1, 3)), dtype=draw(st.sampled_from(DTYPES))))


@holds("position.linear-bias", slopes=slopes(), m=SIDES, n=SIDES)
def test_a_score_loses_the_slope_times_the_distance(subject, slopes, m, n):
    got = subject.linear_bias(slopes, m, n)
    assert got.dtype == slopes.dtype and got.shape == (len(slopes), m, n)
    dtype = slopes.dtype.name
    rows, columns = ({*range(min(size, 5)), *range(max(size - 4, 0), size)} for size in (m, n))
    places = [(i, j) for i in sorted(rows) for j in sorted(columns)]
    exact = [-slope * abs(i + n - m - j) for slope in oracle.exact(slopes) for i, j in places]
    bounds = [abs(value) * factors(1, dtype) + SUBNORMAL[dtype] for value in exact]
    found = [each[i, j] for each in got for i, j in places]
    within(found, exact, bounds, "linear bias")


def of_heads(heads):
    """Return the slopes that Press et al. choose, and by how much each may be off.

    They are those of a power of two, then every second of twice as many. Their code takes powers of
    the first slope: the r-th is off by what r first ones, a power and a product are.
    """
    power = 1
    while 2 * power <= heads:
        power *= 2
    plain = [(r, mp.mpf(8) / power) for r in range(1, power + 1)]
    between = [(r, mp.mpf(4) / power) for r in range(1, 2 * power + 1, 2)]
    chosen = [(r, mp.mpf(2) ** -(step * r)) for r, step in [*plain, *between][:heads]]
    off = units("power", "float64")
    bounds = [slope * factors((r + 1) * off + 1, "float64") for r, slope in chosen]
    return [slope for _, slope in chosen], bounds


HEADS = st.integers(1, 40) | st.sampled_from([64, 71, 96, 128, 130])


@holds("position.slopes-beyond-a-power-of-two", "position.slopes-of-half-the-heads", heads=HEADS)
def test_heads_beyond_a_power_of_two_have_slopes_between(subject, heads):
    within(subject.slopes_of_heads(heads), *of_heads(heads), "slopes")


def powers_of_the_first(heads):
    """Return the slopes as the code of Press et al. computes them."""
    power = 2 ** math.floor(math.log2(heads))
    first = 2 ** (-(2 ** -(math.log2(power) - 3)))
    slopes = [first * first**r for r in range(power)]
    more = powers_of_the_first(2 * power)[::2] if power < heads else []
    return [*slopes, *more][:heads]


@pytest.mark.parametrize("heads", [*range(1, 41), 64, 71, 96, 128, 130, 255, 256])
def test_powers_of_the_first_slope_are_near_enough(heads):
    within(np.asarray(powers_of_the_first(heads)), *of_heads(heads), "slopes")


def test_slopes_are_of_the_library_that_is_asked_for(subject):
    found = subject.slopes_of_heads(3, xp=digits.xp)
    assert isinstance(found, ObjectArray)
    assert found.tolist() == [mp.mpf(1) / 16, mp.mpf(1) / 256, mp.mpf(1) / 4]


@holds(
    "position.linear-bias-is-a-factor", "position.linear-bias-forgets-the-far",
    "position.linear-bias-in-order-knows-the-key-alone",
    n=st.integers(1, 5), slope=st.sampled_from([0.0, 0.25, 1.0, 8.0]), is_causal=st.booleans(),
)  # fmt: skip
def test_equal_scores_have_the_weights_of_an_exponential_kernel(subject, n, slope, is_causal):
    rows, bias = np.zeros((n, 1)), subject.linear_bias(np.asarray([slope]), n, n)[0]
    got = subject.scaled_dot_product_attention(rows, rows, np.eye(n), bias, is_causal=is_causal)
    exact, bounds = [], []
    for i in range(n):
        seen = range(i + 1) if is_causal else range(n)
        scores = [-mp.mpf(slope) * abs(i - j) for j in seen]
        p = oracle.softmax(scores)
        for column in range(n):
            values = [mp.mpf(int(j == column)) for j in seen]
            exact.append(oracle.mean(p, values))
            bounds.append(bound_attention(scores, p, values, "float64"))
    within(got.reshape(-1), exact, bounds, "weights of a kernel")
