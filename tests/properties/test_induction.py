"""Two layers that go on with what was repeated: the claim, on random sequences."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers import oracle
from tests.helpers.holds import holds, within
from theory.fifty_digits import mp
from theory.rounding.bounds import factors


@st.composite
def repeated(draw):
    """Draw tokens of which the last has stood exactly once before, and what followed it."""
    query, size = draw(st.integers(0, 4)), 5
    others = st.lists(st.sampled_from([t for t in range(size) if t != query]), max_size=4)
    before, after = draw(others), draw(others.filter(bool))
    return np.asarray([*before, query, *after, query]), size, after[0]


@holds("decoder.two-layers-go-on", "decoder.sharp-layers-go-on", case=repeated())
def test_what_followed_the_last_token_comes_next(subject, case):
    tokens, size, following = case
    weights = subject.next_by_repetition(tokens, size)
    assert weights.shape == (size,)
    # Sharpness is 20 by default: a place that does not match weighs e^-20 of one that does,
    # but for what the first layer leaves to others, which is as little again.
    assert weights[following] > 1 - 2 * len(tokens) * np.exp(-20)
    assert (weights >= 0).all(), f"a weight is {weights.min()}, expected none below 0"
    # The sum of exponentials, a division and the sum by tokens: fewer than n factors each.
    off = mp.expm1(factors(3 * len(tokens), "float64"))
    within([sum(oracle.exact(weights), mp.zero)], [1], [off], "the sum of what comes next")


@st.composite
def repeated_often(draw):
    """Draw tokens of which the last stood once or more before, each time with one after it."""
    query, following = 4, draw(st.integers(0, 3))
    parts = draw(
        st.lists(st.sampled_from([(0,), (1,), (2,), (3,), (query, following)]), max_size=5)
    )
    tokens = [each for part in [*parts, (query, following)] for each in part]
    return np.asarray([*tokens, query]), following, 1 + parts.count((query, following))


@holds(
    "decoder.two-layers-are-sure", "decoder.first-layer-holds-the-token-before",
    case=repeated_often(), s=st.sampled_from([5.0, 6.5, 8.0]),
)  # fmt: skip
def test_how_sure_two_layers_are_of_what_followed(subject, case, s):
    tokens, following, times = case
    slip = (len(tokens) - 1) * np.exp(-s)
    least = 1 - (len(tokens) - times) / times * np.exp(-s * (1 - 2 * slip))
    assert subject.next_by_repetition(tokens, 5, s)[following] >= least
