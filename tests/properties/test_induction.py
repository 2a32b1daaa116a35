"""Two layers that go on with what was repeated: the claim, on random sequences."""

import numpy as np
from hypothesis import strategies as st

from tests.helpers.holds import holds


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
