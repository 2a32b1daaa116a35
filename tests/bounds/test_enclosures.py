"""What `impl` computes on floats is within its bounds of balls that are proved to hold the truth.

The balls come from `impl` itself, run on intervals of 169 bits. So no oracle is believed but Arb's
arithmetic, and the oracle of fifty digits is compared with the balls too.
"""

import numpy as np
import pytest

pytest.importorskip("flint", reason="python-flint is not installed")

from atensi_bounds import attention_tolerance, layer_norm_tolerance, softmax_tolerance
from hypothesis import given
from hypothesis import strategies as st

from impl.heads import scaled_dot_product_attention
from impl.kernel import kernel_regression
from impl.normalization import layer_norm
from impl.softmax import log_softmax, softmax
from proofs.arrays import balls, digits
from tests.helpers import oracle
from tests.helpers.enclosure import holds_all, within_balls
from tests.helpers.strategies import DTYPES, data, logits, numbers
from tests.properties.test_kernel import predictions
from tests.zoo import heads as zoo
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_log_softmax, bound_softmax, factors


@given(x=logits(kinds=("ties", "moderate", "spikes", "shifted", "subnormal"), batch=False))
def test_the_oracle_of_fifty_digits_lies_in_the_balls(x):
    row, enclosed = oracle.exact(x), balls.array(x)
    p, whole = oracle.softmax(row), oracle.logsumexp(row)
    within_balls(softmax(x), softmax(enclosed), softmax_tolerance(x), "softmax")
    assert holds_all(softmax(enclosed), p, bound_softmax(row, p, "digits"))
    off = bound_log_softmax(row, p, [score - whole for score in row], "digits")
    assert holds_all(log_softmax(enclosed), log_softmax(digits.array(x)).data, off)


@st.composite
def rows_to_attend(draw):
    m, n, d = (draw(st.integers(1, 4)) for _ in "mnd")
    dtype, causal = draw(st.sampled_from(DTYPES)), draw(st.booleans())
    n = m if causal else n
    q, k, v = (draw(numbers(*size, dtype=dtype)) for size in ((m, d), (n, d), (n, 2)))
    flat = draw(st.lists(st.booleans(), min_size=m * n, max_size=m * n))
    return q, k, v, np.asarray(flat).reshape(m, n), causal


@given(case=rows_to_attend())
def test_attention_lies_in_its_balls_also_masked_and_causal(case):
    *rows, mask, causal = case
    options = {"is_causal": causal}
    bound = attention_tolerance(*rows, mask, **options)
    enclosed = map(balls.array, rows)
    found = scaled_dot_product_attention(*enclosed, mask=balls.array(mask), **options)
    within_balls(
        scaled_dot_product_attention(*rows, mask=mask, **options), found, bound, "attention"
    )


@given(x=st.sampled_from(DTYPES).flatmap(lambda dtype: numbers(3, 5, dtype=dtype)),
       eps=st.sampled_from([1e-5, 1e-3, 1.0]))  # fmt: skip
def test_layer_norm_lies_in_its_balls(x, eps):
    eps = float(np.asarray(eps, dtype=x.dtype))
    found, bound = layer_norm(balls.array(x), eps=eps), layer_norm_tolerance(x, eps=eps)
    told = np.isfinite(bound).all(axis=-1)  # a row that hardly varies has no bound
    within_balls(layer_norm(x, eps=eps)[told], found[told], bound[told], "LayerNorm")


@given(case=data())
def test_kernel_regression_lies_in_its_balls(case):
    *points, beta = case
    enclosed = kernel_regression(*map(balls.array, points), beta)
    _, bounds = predictions(*case)
    within_balls(kernel_regression(*case), enclosed, bounds, "kernel regression")


def test_attention_of_512_rows_lies_in_its_balls():
    rows = np.random.default_rng(2).normal(size=(3, 512, 64))
    enclosed = scaled_dot_product_attention(*map(balls.array, rows))
    within_balls(scaled_dot_product_attention(*rows), enclosed, attention_tolerance(*rows), "512")


ROWS = np.random.default_rng(3).normal(size=(3, 6, 4))


@pytest.mark.parametrize("wrong", [zoo.sdpa_divided_by_the_width, zoo.sdpa_without_the_last_key])
def test_a_wrong_attention_leaves_its_balls(wrong):
    enclosed = scaled_dot_product_attention(*map(balls.array, ROWS))
    with pytest.raises(AssertionError, match="entry"):
        within_balls(wrong(*ROWS), enclosed, attention_tolerance(*ROWS), "attention")


def test_a_ball_too_wide_decides_nothing():
    wide = balls.array([balls.arb(1, 1e-9)])
    with pytest.raises(AssertionError, match="too wide"):
        within_balls([1.0], wide, 1e-9, "a number")


@pytest.mark.parametrize("question", [
    lambda x: x == 0, lambda x: x < 0, lambda x: balls.xp.isinf(x / x),
])  # fmt: skip
def test_what_a_ball_does_not_answer_is_not_guessed(question):
    with pytest.raises(balls.UndecidedError, match=r"whole ball|anything"):
        question(balls.array([balls.arb(0, 1)]))


def test_numbers_outside_are_seen():
    third, one_rounding = balls.array([1]) / 3, factors(1, "digits")
    assert holds_all(third, [mp.mpf(1) / 3], [one_rounding])
    assert not holds_all(third, [mp.mpf(1) / 3 + 9 * one_rounding], [one_rounding])
