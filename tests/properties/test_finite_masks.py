"""Masks by a large negative number: what they drop, and what they leave."""

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.as_stated import holds_exactly
from tests.helpers.holds import holds, within
from tests.helpers.strategies import logits
from theory.fifty_digits import mp
from theory.lookup.finite_masks import kappa
from theory.lookup.finite_masks import x as scores
from theory.rounding.bounds import bound_softmax


@holds(
    "floats.masked-row-is-uniform",
    x=logits(kinds=("ties", "moderate"), batch=False),
)
def test_a_row_masked_by_the_lowest_float_is_uniform(subject, x):
    lowest = np.finfo(x.dtype).min
    row, even = [mp.zero] * x.size, [mp.one / x.size] * x.size
    within(subject.softmax(x + lowest), even, bound_softmax(row, even, x.dtype.name), "the weights")


@holds(
    "floats.finite-mask-drops",
    x=logits(kinds=("ties", "moderate", "spikes"), dtypes=("float64", "float32"), batch=False),
    data=st.data(),
)
def test_minus_a_billion_drops_to_the_bit(subject, x, data):
    kept = np.asarray(data.draw(st.lists(st.booleans(), min_size=x.size, max_size=x.size)))
    kept[data.draw(st.integers(0, x.size - 1))] = True
    runs = {
        "computed_softmax": lambda row: subject.softmax(np.asarray(row, dtype=x.dtype)),
        "computed_softmax_of_kept": lambda kappa, row: subject.softmax(
            np.asarray(row, dtype=x.dtype), where=np.asarray(kappa, dtype=bool)
        ),
    }
    case = {scores: tuple(map(Fraction, x.tolist())), kappa: tuple(map(int, kept))}
    holds_exactly("floats.finite-mask-drops", case, runs)


@holds(
    "lookup.finite-mask-leaves-a-share",
    x=logits(kinds=("ties", "moderate"), batch=False),
    y=logits(kinds=("ties", "moderate"), batch=False),
    halves=st.integers(0, 12),
)
def test_masked_scores_keep_a_share(subject, x, y, halves):
    masked, t = y.astype(x.dtype) - x.dtype.type(halves / 2), mp.mpf(halves) / 2
    both = np.concatenate([x, masked])
    row, alone = oracle.exact(both), oracle.softmax(oracle.exact(x))
    share = sum(oracle.softmax(row)[x.size :], mp.zero)
    dropped = sum((mp.exp(score + t) for score in oracle.exact(masked)), mp.zero)
    assert share < mp.exp(-t) * dropped / sum(map(mp.exp, oracle.exact(x)), mp.zero)
    off = bound_softmax(row, oracle.softmax(row), x.dtype.name)[: x.size]
    within(subject.softmax(both)[: x.size], [(1 - share) * p for p in alone], off, "the others")
